//! Makes a change of the games a reason to build again: they are part of the program.

fn main() {
    println!("cargo::rerun-if-changed=games");
    println!("cargo::rerun-if-changed=build.rs");
}
