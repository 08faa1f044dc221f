//! What formats and scanners need to know about languages. The data of the root locale and of American
//! English is in the base module and is read by the library's own code. The other languages come from
//! services of other modules, which are not modelled: whoever asks for one is stopped, so that nobody
//! gets English by mistake.

use super::objects::{class_object, new_text, text_of};
use super::throwable::module_of;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Answer, Call, Given, Native, Problem};

natives! {
    find {
        "sun.util.locale.provider.LocaleProviderAdapter.getAdapter(Ljava/lang/Class;Ljava/util/Locale;)Lsun/util/locale/provider/LocaleProviderAdapter;" => {
            |call| {
                let locale = call.object(1)?;
                if is_base(call.machine, locale)? { Ok(Answer::Decline) } else { Err(Problem::Unsupported) }
            }
        },
        // Of the modules only the base module is known, and only to the library.
        "java.lang.Class.getModule()Ljava/lang/Module;" => |call| {
            let class = call.class(0)?;
            if !super::handles::is_from_library(call) || module_of(super::reflection::name_of(&class)).is_none() {
                return Err(Problem::Unsupported);
            }
            base_module(call)
        },
        "java.lang.Class.forName(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;" => |call| {
            let name = String::from_utf16_lossy(&call.text(1)?);
            if !super::handles::is_from_library(call) || module_of(&name).is_none() {
                return Err(Problem::Unsupported);
            }
            let program = call.machine.image.program();
            if program.resource(&format!("{}.class", name.replace('.', "/"))).is_none() {
                return call.give(0);
            }
            let object = class_object(call.machine, &format!("L{name};"))?;
            call.give(object.into())
        },
        // The files of the base module, for its own classes.
        "java.lang.Module.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;" => |call| {
            let path = String::from_utf16_lossy(&call.text(1)?);
            resource(call, path.trim_start_matches('/'))
        },
        // No service beside the base module's own is known.
        "java.util.ServiceLoader.loadInstalled(Ljava/lang/Class;)Ljava/util/ServiceLoader;" => |call| {
            if !super::handles::is_from_library(call) {
                return Err(Problem::Unsupported);
            }
            let class = call.machine.library_class("java.util.ServiceLoader")?;
            let loader = call.machine.make_object(class)?;
            call.give(loader.into())
        },
        "java.util.ServiceLoader.iterator()Ljava/util/Iterator;" => nothing,
    }
}

/// A stream of the bytes of a file.
fn resource<D: Domain>(call: &mut Call<'_, '_, '_, D>, path: &str) -> Given<D> {
    if !super::handles::is_from_library(call) {
        return Err(Problem::Unsupported);
    }
    const BYTE: ir::Type = ir::Type::Int(ir::IntType::I8);
    let machine = &mut *call.machine;
    let program = machine.image.program();
    let bytes = program.resource(path).ok_or(Problem::Unsupported)?;
    let array = machine.make_array(BYTE, bytes.len())?;
    for (index, &byte) in bytes.iter().enumerate() {
        let value = machine.domain.constant(byte as i8 as i64 as u64);
        machine.set_element(array, BYTE, index as u32, value)?;
    }
    let maker = program.maker("java.io.ByteArrayInputStream", "([B)V").ok_or(Problem::Unsupported)?;
    let array = call.value(array.into());
    Ok(Answer::Call(maker, vec![array]))
}

/// The base module. It is made when it is first asked for and remembered under a class literal that no
/// program can name.
fn base_module<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let id = call.machine.image.program().literal(ir::Literal::Class("<module java.base>".into()));
    let known = call.machine.heap.literal(ir::Id::index(id));
    if known != 0 {
        return call.give(known.into());
    }
    let machine = &mut *call.machine;
    let class = machine.library_class("java.lang.Module")?;
    let module = machine.make_object(class)?;
    let name: Vec<u16> = "java.base".encode_utf16().collect();
    let name = new_text(machine, &name)?;
    let slot = machine.field_slot(class, "name")?;
    let value = machine.domain.constant(name.into());
    machine.heap.set(module, slot, value);
    machine.heap.set_literal(ir::Id::index(id), module);
    call.give(module.into())
}

/// The iterator of a loader that was never constructed has nothing.
fn nothing<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let loader = call.object(0)?;
    let machine = &mut *call.machine;
    let class = machine.library_class("java.util.ServiceLoader")?;
    let slot = machine.field_slot(class, "service")?;
    let service = machine.heap.get(loader, slot);
    if machine.domain.word(service).map_err(Problem::Fork)? != 0 {
        return Ok(Answer::Decline);
    }
    machine.library_class("java.util.Collections")?;
    let empty =
        machine.image.program().function_named("java.util.Collections.emptyIterator()Ljava/util/Iterator;");
    Ok(Answer::Call(empty.ok_or(Problem::Unsupported)?, Vec::new()))
}

/// Whether the base module has a locale's data.
fn is_base<D: Domain>(machine: &mut Machine<'_, '_, D>, locale: Reference) -> Result<bool, Problem<D::Fork>> {
    let base = field(machine, locale, "java.util.Locale", "baseLocale")?;
    let extensions = field(machine, locale, "java.util.Locale", "localeExtensions")?;
    let mut part = |name: &str| -> Result<String, Problem<D::Fork>> {
        let text = field(machine, base, "sun.util.locale.BaseLocale", name)?;
        Ok(String::from_utf16_lossy(&text_of(machine, text)?))
    };
    let (language, script) = (part("language")?, part("script")?);
    let (region, variant) = (part("region")?, part("variant")?);
    let plain = extensions == 0 && script.is_empty() && variant.is_empty();
    Ok(plain && matches!((language.as_str(), region.as_str()), ("", "") | ("en", "" | "US")))
}

fn field<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    object: Reference,
    class: &str,
    name: &str,
) -> Result<Reference, Problem<D::Fork>> {
    let class = machine.library_class(class)?;
    let slot = machine.field_slot(class, name)?;
    let value = machine.heap.get(object, slot);
    Ok(machine.domain.word(value).map_err(Problem::Fork)? as Reference)
}
