//! Who gives the parts of a program that are made when they are needed, and what it knows of them.

use crate::ids::{BlockId, ClassId, FunctionId};
use crate::program::{Body, Program};

/// What a program can be told about the world that it runs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// A property of the system.
    Property,
    /// A variable of the environment.
    Variable,
    /// Something else that it can ask, by a name of the tool's own.
    Setting,
}

/// What a function does with failures of assertions in what it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// Nothing: exceptions go through it, or it catches some for reasons of its own.
    Passed,
    /// It calls what should fail, so a failure is none while it is under way.
    Expected,
    /// It runs a task and catches everything that leaves the task, so that nobody else need look at it.
    Kept,
}

/// Gives the parts of a program that are only made when they are needed.
pub trait Supplier: Send + Sync {
    /// The body of a function that has none yet; `None` if there is none to be had.
    fn body(&self, program: &Program, function: FunctionId) -> Option<Body>;

    /// Why a function has no body, in words that follow "because".
    fn reason(&self, program: &Program, function: FunctionId) -> Option<String> {
        let _ = (program, function);
        None
    }

    /// The class of that name, completed if it can be had.
    fn class(&self, program: &Program, name: &str) -> Option<ClassId>;

    /// What programs may ask about a class of that name.
    fn facts(&self, program: &Program, name: &str) -> Option<ClassFacts> {
        let _ = (program, name);
        None
    }

    /// The class of the exceptions that failing assertions make, if one that leaves a thread or a task is a failure also
    /// where it was thrown as any other exception.
    fn failure_class(&self, program: &Program) -> Option<ClassId> {
        let _ = program;
        None
    }

    /// What a function does with failures in what it calls.
    fn failing(&self, program: &Program, function: FunctionId) -> Failing {
        let _ = (program, function);
        Failing::Passed
    }

    /// The function that makes an object of a class with a constructor of that type.
    fn maker(&self, program: &Program, class: &str, descriptor: &str) -> Option<FunctionId> {
        let _ = (program, class, descriptor);
        None
    }

    /// What the program is told about the world that it runs in: the value of a property or of a
    /// variable of the environment. Nothing but what somebody has given it.
    fn given(&self, what: Given, name: &str) -> Option<String> {
        let _ = (what, name);
        None
    }

    /// The names of everything of that kind that the program is told.
    fn given_names(&self, what: Given) -> Vec<String> {
        let _ = what;
        Vec::new()
    }

    /// A file of the class library by its path.
    fn resource(&self, path: &str) -> Option<Vec<u8>> {
        let _ = path;
        None
    }

    /// What people are told when a statement finds `null`, if the source language says more than that.
    /// The number behind the last statement means the terminator.
    fn null_message(
        &self,
        program: &Program,
        function: FunctionId,
        block: BlockId,
        statement: u32,
    ) -> Option<String> {
        let _ = (program, function, block, statement);
        None
    }
}

/// What a program may ask about one of its classes while it runs. Names of classes are those of the
/// program; flags and signatures are in the terms of the source language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassFacts {
    /// The release of the source language that it was compiled for.
    pub release: u32,
    /// The flags of the declaration.
    pub flags: u32,
    /// The flags of the class itself, where those of a nested declaration differ.
    pub own_flags: u32,
    /// The declaration with its type parameters.
    pub signature: Option<String>,
    /// The name in the source; `None` for a class without a name.
    pub simple_name: Option<String>,
    /// The class that it is a member of.
    pub declaring: Option<String>,
    /// The class inside which it is declared, with the name and the type of the method.
    pub enclosing: Option<(String, Option<(String, String)>)>,
    /// The class whose private members it may use.
    pub nest_host: Option<String>,
    /// The classes that may extend it, if not all may.
    pub permitted: Option<Vec<String>>,
    /// The classes that are its members.
    pub members: Vec<String>,
    /// The parts of a record, if it is one.
    pub components: Option<Vec<MemberFacts>>,
    /// The fields that it declares.
    pub fields: Vec<MemberFacts>,
    /// The methods and constructors that it declares.
    pub methods: Vec<MemberFacts>,
}

/// What a program may ask about a member of a class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemberFacts {
    /// The name.
    pub name: String,
    /// The type.
    pub descriptor: String,
    /// The declaration with its type parameters.
    pub signature: Option<String>,
    /// The flags.
    pub flags: u32,
    /// The exceptions that a method declares.
    pub exceptions: Vec<String>,
    /// Whether notes are attached to it that the program may ask for.
    pub annotated: bool,
}

impl Program {
    /// What may be asked about the class of that name.
    pub fn facts(&self, name: &str) -> Option<ClassFacts> {
        self.supplier.as_ref()?.facts(self, name)
    }

    /// The class of the exceptions that failing assertions make, if they count wherever they leave a thread or a task.
    pub fn failure_class(&self) -> Option<ClassId> {
        self.supplier.as_ref()?.failure_class(self)
    }

    /// What a function does with failures in what it calls.
    pub fn failing(&self, function: FunctionId) -> Failing {
        self.supplier.as_ref().map_or(Failing::Passed, |supplier| supplier.failing(self, function))
    }

    /// The function that makes an object of a class with a constructor of that type.
    pub fn maker(&self, class: &str, descriptor: &str) -> Option<FunctionId> {
        self.supplier.as_ref()?.maker(self, class, descriptor)
    }

    /// What the program is told about the world that it runs in.
    pub fn given(&self, what: Given, name: &str) -> Option<String> {
        self.supplier.as_ref()?.given(what, name)
    }

    /// The names of everything of that kind that the program is told.
    pub fn given_names(&self, what: Given) -> Vec<String> {
        self.supplier.as_ref().map(|supplier| supplier.given_names(what)).unwrap_or_default()
    }

    /// A file of the class library by its path.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        self.supplier.as_ref()?.resource(path)
    }

    /// What people are told when a statement finds `null`.
    pub fn null_message(&self, function: FunctionId, block: BlockId, statement: u32) -> Option<String> {
        self.supplier.as_ref()?.null_message(self, function, block, statement)
    }
}
