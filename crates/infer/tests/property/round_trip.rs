//! What is printed can be parsed again.
