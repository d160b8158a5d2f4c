//! Tests of the whole library, one module for each of its parts.

mod conformance;
mod logs;
mod replay;
mod shipped;
