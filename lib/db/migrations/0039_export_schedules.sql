-- Exports that Sightline writes by itself, at times that a cron expression gives.
create table export_schedules (
  schedule_id uuid primary key default gen_random_uuid(),
  name text not null,
  -- A list with the columns of a view, or a table of open data.
  content text not null check (content in ('list', 'inspections', 'answers', 'assets', 'users')),
  -- The view whose inspections are written; null: all.
  view_key text,
  format text not null check (format in ('jsonl', 'csv', 'xlsx')),
  cron text not null,
  zone text not null,
  file_name text not null,
  target text not null check (target in ('directory', 's3', 'put')),
  -- Below the directory or in the bucket.
  folder text not null default '',
  -- Of an address: its host, which is shown, and the address itself and its Authorization header, encrypted with a key that
  -- only the console's own secret gives.
  host text,
  locked_url bytea,
  locked_authorization bytea,
  -- Whose rights decide about the rows. Null: their account was deleted.
  owner_id uuid references users on delete set null,
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  paused_at timestamptz,
  -- Why Sightline paused it, as a server text; null when a person did.
  pause_reason text,
  -- The next due time; null when it is paused.
  next_at timestamptz,
  check ((target = 'put') = (locked_url is not null))
);
create index export_schedules_due on export_schedules (next_at) where paused_at is null and deleted_at is null;

-- One row for each time that was due or asked for. `next_at` and `fence` are a lease (lib/background/leases.ts).
create table export_runs (
  schedule_id uuid not null references export_schedules on delete cascade,
  number integer not null,
  due_at timestamptz not null,
  -- A person asked for it; else it was due.
  is_asked boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  fence integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  file_name text,
  row_count bigint,
  bytes bigint,
  -- Why the last try failed, as a server text.
  note text,
  primary key (schedule_id, number)
);
-- Two consoles that find the same time due make one run.
create unique index export_runs_due on export_runs (schedule_id, due_at) where not is_asked;
create index export_runs_open on export_runs (next_at) where state in ('waiting', 'running');
create index export_runs_newest on export_runs (created_at desc, schedule_id, number);
