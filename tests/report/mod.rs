pub(crate) mod bench;
mod checkstyle;
mod corpus;
mod graphs;
mod junit;
mod maven;
mod schema;
