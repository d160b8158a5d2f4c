//! Tests of the whole library, one module for each of its parts.

mod choices;
mod cli;
mod conformance;
mod definitions;
mod documents;
mod house;
mod logs;
mod replay;
mod robustness;
mod shipped;
mod toys;
