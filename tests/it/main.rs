//! Tests of the whole library, one module for each of its parts.

mod api;
mod choices;
mod definitions;
mod logs;
mod replay;
mod robustness;
mod scripts;
mod toys;
