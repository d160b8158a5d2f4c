//! The integration tests.
#![allow(missing_docs, reason = "tests explain themselves by their names")]

mod definitions;
