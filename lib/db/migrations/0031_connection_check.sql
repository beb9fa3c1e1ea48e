-- The last connection check, whichever console ran it: one row.
create table connection_check (
  is_last boolean primary key default true check (is_last),
  -- In the shape of lib/system/schema.ts.
  result json not null
);
