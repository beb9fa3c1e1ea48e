-- Size of a document in bytes. Null until somebody downloads it: SafetyCulture tells it only then.
alter table export_files add column bytes bigint check (bytes >= 0);
