pub mod bench;
mod junit;
mod maven;
