//! The language of properties: what formulas mean, what is wrong with others, and that they can be written again.

mod direct;
mod errors;
mod generate;
mod laws;
mod meaning;
mod round_trip;
mod soup;
mod world;
