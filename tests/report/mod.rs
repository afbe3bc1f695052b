pub mod bench;
pub mod junit;
