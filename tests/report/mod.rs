mod bench;
mod junit;
