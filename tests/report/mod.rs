pub mod bench;
mod corpus;
mod graphs;
mod junit;
mod maven;
