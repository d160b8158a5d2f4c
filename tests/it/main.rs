//! The integration tests.
#![allow(missing_docs, reason = "tests explain themselves by their names")]

mod choices;
mod definitions;
mod robustness;
mod toys;
