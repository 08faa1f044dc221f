//! The system's allocator, but that the process ends with an answer where the system refuses memory.
//!
//! Without this the process would abort with a line about an allocation: there is no other place where that can be
//! changed, because nearly everything that allocates takes for granted that it succeeds, and the hook of the standard library
//! for such errors is unstable. A budget of memory cannot take its place: what the system refuses depends on limits that count addresses
//! and not memory (`ulimit -v`), and on what other processes do.

#![expect(
    unsafe_code,
    reason = "an allocator can only be said in unsafe code; this one adds nothing to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};

use crate::guard::out_of_memory;

pub(crate) struct Answering;

/// What the system gives, if it gives any.
#[inline(always)]
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        refused();
    }
    memory
}

#[cold]
#[inline(never)]
fn refused() -> ! {
    out_of_memory()
}

// SAFETY: every method passes its arguments on to the system's allocator as they are, and gives back what that gives; it
// keeps the contract for us. That a method may not come back is allowed, and `out_of_memory` never unwinds.
unsafe impl GlobalAlloc for Answering {
    // SAFETY: as for the whole implementation: the caller keeps the contract of the system's allocator.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller owes us what we owe the system's allocator.
        given(unsafe { System.alloc(layout) })
    }

    // SAFETY: as for the whole implementation: the caller keeps the contract of the system's allocator.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller owes us what we owe the system's allocator.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    // SAFETY: as for the whole implementation: the caller keeps the contract of the system's allocator.
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller owes us what we owe the system's allocator.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    // SAFETY: as for the whole implementation: the caller keeps the contract of the system's allocator.
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller owes us what we owe the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }
}
