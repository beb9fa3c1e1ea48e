-- People who may sign in. E-mail addresses are compared without case.
create table users (
  user_id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  password_hash text not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

-- A cookie counts only while its row here does: sign-out, role change and disabling end it at once.
create table sessions (
  sid text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  address text not null default '',
  agent text not null default ''
);
create index sessions_user on sessions (user_id) where revoked_at is null;

-- One row per inspection the search told us of. (audit_id, modified_at) is the version the service has now;
-- the columns below hydrated_modified_at are read from the document of that version.
create table inspections (
  audit_id text primary key,
  modified_at timestamptz not null,
  template_id text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  hydrated_modified_at timestamptz,
  title text,
  template_name text,
  site_name text,
  author_name text,
  document_no text,
  score double precision,
  total_score double precision,
  score_percentage double precision,
  failed_count integer,
  item_count integer,
  media_count integer,
  created_at timestamptz,
  date_started timestamptz,
  date_completed timestamptz,
  archived boolean,
  -- Why the last try to fetch the document failed (a code, never a body), and when the next one is due.
  hydrate_error text,
  hydrate_tries integer not null default 0,
  hydrate_after timestamptz
);
create index inspections_newest on inspections (modified_at desc, audit_id desc);
create index inspections_template on inspections (template_id, modified_at desc, audit_id desc);
create index inspections_pending on inspections (modified_at desc)
  where hydrated_modified_at is null or hydrated_modified_at <> modified_at;

-- The service's document of a version, as it came. It never changes, so it is fetched once.
create table inspection_documents (
  audit_id text not null references inspections on delete cascade,
  modified_at timestamptz not null,
  fetched_at timestamptz not null default now(),
  document text not null,
  primary key (audit_id, modified_at)
);

-- What the search told so far. The checkpoint moves in the transaction that stores the rows, or not at all.
create table sync_state (
  name text primary key,
  checkpoint timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text,
  passes bigint not null default 0
);

-- More rows share one timestamp than the search can give: named here, so that it is never silent.
create table sync_gaps (
  at timestamptz primary key,
  known integer not null,
  reported integer not null,
  found_at timestamptz not null default now(),
  resolved_at timestamptz
);
