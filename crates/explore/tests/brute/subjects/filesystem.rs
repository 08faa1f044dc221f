//! The file system.

use super::{Model, Value};

const INODES: usize = 6;
const BLOCKS: usize = 4;

/// A name and an inode.
type Slot = Option<(Value, usize)>;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Inode {
    Free,
    Directory { directories: [Slot; 2], files: [Slot; 2] },
    File { block: Option<usize> },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Directory,
    File,
}

impl Inode {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Directory => Inode::Directory { directories: [None; 2], files: [None; 2] },
            Kind::File => Inode::File { block: None },
        }
    }

    /// The slots for one kind of inode, if this is a directory.
    fn slots(&mut self, kind: Kind) -> Option<&mut [Slot; 2]> {
        match (self, kind) {
            (Inode::Directory { directories, .. }, Kind::Directory) => Some(directories),
            (Inode::Directory { files, .. }, Kind::File) => Some(files),
            (Inode::Free | Inode::File { .. }, _) => None,
        }
    }

    fn has(&self, name: Value) -> bool {
        match self {
            Inode::Directory { directories, files } => {
                directories.iter().chain(files).flatten().any(|&(other, _)| other == name)
            }
            Inode::Free | Inode::File { .. } => false,
        }
    }
}

/// Inode 0 is the root.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct FileSystem {
    inodes: [Inode; INODES],
    blocks: [Option<Value>; BLOCKS],
}

impl FileSystem {
    fn add(&mut self, directory: usize, name: Value, kind: Kind) {
        let free = self.inodes.iter().position(|inode| *inode == Inode::Free);
        if self.inodes[directory].has(name) {
            return;
        }
        let Some(slots) = self.inodes[directory].slots(kind) else { return };
        let slot = slots.iter_mut().find(|slot| slot.is_none());
        if let (Some(slot), Some(free)) = (slot, free) {
            *slot = Some((name, free));
            self.inodes[free] = Inode::new(kind);
        }
    }

    fn remove(&mut self, directory: usize, name: Value, kind: Kind) {
        let Some(slots) = self.inodes[directory].slots(kind) else { return };
        let Some(place) = slots.iter().position(|slot| slot.is_some_and(|(other, _)| other == name)) else {
            return;
        };
        let Some((_, inode)) = slots[place] else { return };
        match &self.inodes[inode] {
            Inode::File { block: Some(block) } => self.blocks[*block] = None,
            Inode::Directory { directories, files }
                if directories.iter().chain(files).any(Option::is_some) =>
            {
                return;
            }
            Inode::Free | Inode::Directory { .. } | Inode::File { block: None } => {}
        }
        self.inodes[inode] = Inode::Free;
        if let Some(slots) = self.inodes[directory].slots(kind) {
            slots[place] = None;
        }
    }

    fn write(&mut self, file: usize, value: Value) {
        if let Inode::File { block } = &mut self.inodes[file] {
            *block = block.or_else(|| self.blocks.iter().position(Option::is_none));
            if let Some(block) = *block {
                self.blocks[block] = Some(value);
            }
        }
    }
}

impl Model for FileSystem {
    fn initial() -> Self {
        let mut inodes = [const { Inode::Free }; INODES];
        inodes[0] = Inode::new(Kind::Directory);
        FileSystem { inodes, blocks: [None; BLOCKS] }
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        let mut after = |change: &dyn Fn(&mut Self)| {
            let mut state = self.clone();
            change(&mut state);
            visit(state);
        };
        for inode in 0..INODES {
            for value in 1..=n {
                after(&|state| state.add(inode, value, Kind::Directory));
                after(&|state| state.remove(inode, value, Kind::Directory));
                after(&|state| state.add(inode, value, Kind::File));
                after(&|state| state.remove(inode, value, Kind::File));
                after(&|state| state.write(inode, value));
                // Reading changes nothing.
                after(&|_| ());
            }
        }
    }
}
