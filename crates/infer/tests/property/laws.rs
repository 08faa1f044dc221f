//! Laws that hold in all heaps, on random ones.
