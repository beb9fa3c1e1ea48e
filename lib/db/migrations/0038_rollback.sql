-- The oldest migration that a console must have to run on a database with this one, so that the previous release can start again.
alter table schema_migrations add column needs text collate "C";
