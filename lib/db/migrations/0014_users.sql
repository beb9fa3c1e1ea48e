-- The users of the organization as the newest listing gave them: SafetyCulture can neither search parts of a name nor sort.
-- Not `users`, who are the people of this console.
create table organization_users (
  user_id text collate "C" primary key,
  email text not null,
  -- First and last name, or the address where there is none.
  name text not null,
  -- As lib/users/model.ts calls them: full, lite, ...; active, deactivated.
  seat text,
  status text,
  timezone text,
  -- Names, for filters, and the same as one text, for the order. Null: not known, or none.
  group_names text[],
  groups_text text,
  site_names text[],
  sites_text text,
  -- Groups with their ids.
  groups json,
  last_import_id uuid references user_jobs on delete set null,
  last_import_state text,
  last_imported_at timestamptz,
  -- What is searched, folded to lower case: name, address, id.
  search_text text not null,
  -- The answer of the service, whole.
  document json not null,
  seen_at timestamptz not null,
  -- Since when the service has not had it. Such rows are deleted after 90 days.
  missing_at timestamptz
);
create index organization_users_name on organization_users (left(lower(name collate "C"), 200), user_id);
create index organization_users_email on organization_users (lower(email));
create index organization_users_parts on organization_users using gin (search_text gin_trgm_ops);
create index organization_users_groups on organization_users using gin (group_names);
create index organization_users_import on organization_users (last_import_id);

-- Which imports named a user.
create index user_job_rows_username on user_job_rows (lower(username));
