//! Vectors that grow by a quarter instead of doubling: large ones are moved without copying by the
//! system's allocator, and what is reserved but not used is memory that a search cannot have.

/// Reserves room for `more` items if there is none.
#[inline]
fn reserve_slowly<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 4).max(64));
    }
}

/// Appends an item.
#[inline]
pub(crate) fn push_slowly<T>(items: &mut Vec<T>, item: T) {
    reserve_slowly(items, 1);
    items.push(item);
}

/// Appends items.
#[inline]
pub(crate) fn extend_slowly<T: Copy>(items: &mut Vec<T>, more: &[T]) {
    reserve_slowly(items, more.len());
    items.extend_from_slice(more);
}
