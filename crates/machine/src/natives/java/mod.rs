//! The class library of Java.

/// A table of models: the names of functions, and what answers for them. It becomes the function that
/// finds a model by the name, and the list of the names.
macro_rules! natives {
    ($find:ident { $($($name:literal)|+ => $model:expr),* $(,)? }) => {
        /// The functions that have models here.
        pub(super) const NAMES: &[&str] = &[$($($name),+),*];

        pub(super) fn $find<D: Domain>(name: &str) -> Option<Native<D>> {
            Some(match name {
                $($($name)|+ => $model,)*
                _ => return None,
            })
        }
    };
}

mod checksums;
mod console;
mod draws;
mod entropy;
pub(crate) mod handles;
mod lang;
mod locale;
mod math;
mod members;
mod objects;
mod orders;
mod references;
mod reflection;
mod strict_math;
mod threads;
mod throwable;
mod unsafe_memory;
pub(crate) mod world;

pub(crate) use objects::{class_of_type, literal, new_text};
pub(crate) use threads::MAIN_THREAD;

use ir::FunctionId;

use crate::domain::Domain;
use crate::machine::Machine;
use crate::natives::{Native, Problem, Settled};
use crate::word::Word;

/// Models that ask which objects their arguments are, and never what lies in them.
pub(crate) const OPAQUE: &[&str] = &[
    "java.lang.Object.hashCode()I",
    "java.lang.System.identityHashCode(Ljava/lang/Object;)I",
    "java.lang.Object.getClass()Ljava/lang/Class;",
];

/// Functions with a body that have a model all the same.
pub(crate) const OVERRIDES: &[&str] = &[
    "java.lang.Math.sin(D)D",
    "java.lang.Math.cos(D)D",
    "java.lang.Math.tan(D)D",
    "java.lang.Math.exp(D)D",
    "java.lang.Math.log(D)D",
    "java.lang.Math.log10(D)D",
    "java.lang.Math.pow(DD)D",
    "java.lang.Math.cbrt(D)D",
    "java.lang.Math.tanh(D)D",
    // It is no step that others notice, and it does not depend on whether somebody has asked before (see `is_cache`).
    "java.lang.String.hashCode()I",
    "java.lang.System.<clinit>()V",
    "glassbox.api.Verify.choose(II)I",
    "glassbox.api.Verify.assume(Z)V",
    "jdk.internal.access.SharedSecrets.<clinit>()V",
    "java.lang.System.exit(I)V",
    "java.lang.System.lineSeparator()Ljava/lang/String;",
    "java.lang.System.getProperty(Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.getSecurityManager()Ljava/lang/SecurityManager;",
    "java.lang.System.getenv(Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.Class.desiredAssertionStatus()Z",
    "java.lang.Class.getModifiers()I",
    "java.lang.reflect.Constructor.newInstanceWithCaller([Ljava/lang/Object;ZLjava/lang/Class;)Ljava/lang/Object;",
    "java.lang.invoke.MethodHandles.byteArrayViewVarHandle(Ljava/lang/Class;Ljava/nio/ByteOrder;)Ljava/lang/invoke/VarHandle;",
    "sun.util.locale.provider.LocaleProviderAdapter.getAdapter(Ljava/lang/Class;Ljava/util/Locale;)Lsun/util/locale/provider/LocaleProviderAdapter;",
    "java.util.ServiceLoader.loadInstalled(Ljava/lang/Class;)Ljava/util/ServiceLoader;",
    "java.util.ServiceLoader.iterator()Ljava/util/Iterator;",
    "java.lang.Class.forName(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
    "java.lang.Module.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;",
    "java.util.zip.ZipUtils.loadLibrary()V",
    "java.lang.Class.isHidden()Z",
    "java.lang.Class.getModule()Ljava/lang/Module;",
    "java.lang.Class.getName()Ljava/lang/String;",
    "java.lang.Class.getComponentType()Ljava/lang/Class;",
    "java.lang.Class.isPrimitive()Z",
    "java.lang.Class.isArray()Z",
    "java.lang.Class.isInterface()Z",
    "java.lang.Class.isAssignableFrom(Ljava/lang/Class;)Z",
    "java.lang.Class.isInstance(Ljava/lang/Object;)Z",
    "java.lang.Class.cast(Ljava/lang/Object;)Ljava/lang/Object;",
    "java.lang.Class.getEnumConstantsShared()[Ljava/lang/Object;",
    "java.lang.ref.Reference.<clinit>()V",
    "java.lang.invoke.MethodHandles.privateLookupIn(Ljava/lang/Class;Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/invoke/MethodHandles$Lookup;",
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I",
    "java.lang.Class.getDeclaredField(Ljava/lang/String;)Ljava/lang/reflect/Field;",
    "java.lang.System.getProperties()Ljava/util/Properties;",
    "java.lang.System.setProperties(Ljava/util/Properties;)V",
    "java.lang.System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.clearProperty(Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.invoke.MethodHandles.lookup()Ljava/lang/invoke/MethodHandles$Lookup;",
    "java.lang.invoke.MethodHandles.arrayElementVarHandle(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
    "java.lang.invoke.MethodHandles$Lookup.findVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
    "java.lang.invoke.MethodHandles$Lookup.findStaticVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
    "java.lang.invoke.MethodHandles$Lookup.findVirtual(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
    "java.lang.invoke.MethodHandles$Lookup.findStatic(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
    "java.lang.invoke.MethodHandles$Lookup.findConstructor(Ljava/lang/Class;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
    "sun.security.action.GetPropertyAction.privilegedGetProperties()Ljava/util/Properties;",
    "java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;",
    "java.lang.Thread.currentThread()Ljava/lang/Thread;",
    "java.lang.Thread.getState()Ljava/lang/Thread$State;",
    "java.lang.Thread.threadState()Ljava/lang/Thread$State;",
    "java.lang.Thread.onSpinWait()V",
    "java.lang.Thread$ThreadIdentifiers.next()J",
    "java.lang.StackTraceElement.of(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;",
    "java.lang.StackTraceElement.of(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;",
    "java.lang.Runtime.exit(I)V",
    "java.lang.Runtime.halt(I)V",
    "java.io.PrintStream.write(Ljava/lang/String;)V",
    "java.io.PrintStream.writeln(Ljava/lang/String;)V",
    "java.io.PrintStream.write([C)V",
    "java.io.PrintStream.writeln([C)V",
    "java.io.PrintStream.newLine()V",
    "java.io.PrintStream.write(I)V",
    "java.io.PrintStream.write([BII)V",
    "java.io.PrintStream.write([B)V",
    "java.io.PrintStream.flush()V",
    "java.io.PrintStream.ensureOpen()V",
    "java.io.PrintStream.close()V",
    "jdk.internal.misc.VM.getSavedProperty(Ljava/lang/String;)Ljava/lang/String;",
    "jdk.internal.misc.VM.isBooted()Z",
    "jdk.internal.misc.VM.isModuleSystemInited()Z",
    "jdk.internal.misc.VM.initLevel()I",
    "jdk.internal.misc.VM.isSystemDomainLoader(Ljava/lang/ClassLoader;)Z",
    "jdk.internal.misc.Unsafe.objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J",
    "jdk.internal.misc.Unsafe.ensureClassInitialized(Ljava/lang/Class;)V",
    "java.security.AccessController.doPrivileged(Ljava/security/PrivilegedAction;)Ljava/lang/Object;",
    "sun.security.action.GetPropertyAction.privilegedGetProperty(Ljava/lang/String;)Ljava/lang/String;",
    "sun.security.action.GetPropertyAction.privilegedGetProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
];

/// The tables of which every function with a body has a model that comes first.
pub(crate) const OVERRIDING: &[&[&str]] =
    &[draws::NAMES, entropy::NAMES, orders::NAMES, references::NAMES, world::NAMES];

/// Methods by which a program changes what initialisers of the class library read: see
/// [`base`](crate::base).
pub(crate) const DISTURBING: &[&str] = &[
    "java.lang.System.getProperties()Ljava/util/Properties;",
    "java.lang.System.setProperties(Ljava/util/Properties;)V",
    "java.lang.System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.clearProperty(Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.setIn(Ljava/io/InputStream;)V",
    "java.lang.System.setOut(Ljava/io/PrintStream;)V",
    "java.lang.System.setErr(Ljava/io/PrintStream;)V",
    "java.lang.System.setSecurityManager(Ljava/lang/SecurityManager;)V",
    "java.util.Locale.setDefault(Ljava/util/Locale;)V",
    "java.util.Locale.setDefault(Ljava/util/Locale$Category;Ljava/util/Locale;)V",
    "java.util.TimeZone.setDefault(Ljava/util/TimeZone;)V",
    "java.lang.Thread.setContextClassLoader(Ljava/lang/ClassLoader;)V",
    "java.security.Security.setProperty(Ljava/lang/String;Ljava/lang/String;)V",
    "java.security.Security.insertProviderAt(Ljava/security/Provider;I)I",
    "java.security.Security.removeProvider(Ljava/lang/String;)V",
];

/// Whether a field of the class library holds nothing but what its methods compute again when it is 0: the
/// hash code of a text, which they compute from the text alone. The model of `String.hashCode` never writes it: a state does not keep it, so
/// an execution that goes on from a state would otherwise have other steps than one that comes by.
pub(crate) fn is_cache(class: &str, field: &str) -> bool {
    class == "java.lang.String" && ["hash", "hashIsZero"].contains(&field)
}

/// Whether a class belongs to the class library, by its name.
pub(crate) fn is_library(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun."].iter().any(|prefix| class.starts_with(prefix))
}

/// What the question of a model is about, in words, if it is not what the function gives.
pub(crate) fn question(name: &str) -> Option<&'static str> {
    if orders::NAMES.contains(&name) {
        return Some("order of Set.of and Map.of");
    }
    references::NAMES.contains(&name).then_some("references that System.gc() clears")
}

/// Does what the answer to the question of a model says.
pub(crate) fn settle<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    function: FunctionId,
    arguments: &[D::Value],
    answer: Word,
) -> Option<Result<Settled, Problem<D::Fork>>> {
    let name = machine.image.program().functions[function].name.as_str();
    if orders::NAMES.contains(&name) {
        return Some(orders::settle(machine, arguments, answer));
    }
    references::NAMES.contains(&name).then(|| references::settle(machine, answer))
}

/// The model of a function of the class library.
pub(crate) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    lang::find(name)
        .or_else(|| math::find(name))
        .or_else(|| locale::find(name))
        .or_else(|| console::find(name))
        .or_else(|| checksums::find(name))
        .or_else(|| reflection::find(name))
        .or_else(|| members::find(name))
        .or_else(|| handles::find(name))
        .or_else(|| threads::find(name))
        .or_else(|| throwable::find(name))
        .or_else(|| draws::find(name))
        .or_else(|| entropy::find(name))
        .or_else(|| orders::find(name))
        .or_else(|| references::find(name))
        .or_else(|| world::find(name))
        .or_else(|| unsafe_memory::find(name))
}

/// The functions that have models; of some families of functions the names come without types.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let tables = [
        lang::NAMES,
        math::NAMES,
        locale::NAMES,
        console::NAMES,
        checksums::NAMES,
        reflection::NAMES,
        members::NAMES,
        handles::NAMES,
        threads::NAMES,
        throwable::NAMES,
        draws::NAMES,
        entropy::NAMES,
        orders::NAMES,
        references::NAMES,
        world::NAMES,
        unsafe_memory::NAMES,
    ];
    tables.into_iter().flatten().copied().chain(strict_math::names())
}
