//! Tests of the whole library, one module for each of its parts.

mod logs;
mod replay;
