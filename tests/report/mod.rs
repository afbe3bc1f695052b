pub mod bench;
mod corpus;
mod junit;
mod maven;
