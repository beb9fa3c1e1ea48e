-- What the service's webhooks told, once each: the same bytes again are the same delivery.
create table webhook_deliveries (
  delivery_id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the raw body in hex.
  body_digest text not null unique,
  received_at timestamptz not null default clock_timestamp(),
  -- What the service says of it; null where it does not.
  webhook_id text,
  event_types text[] not null default '{}',
  triggered_at timestamptz,
  triggered_by text,
  resource_type text,
  resource_id text collate "C",
  -- When the service says that the resource was modified.
  resource_version timestamptz,
  -- As it came.
  body text not null,
  -- waiting: to be worked on. done: what it points at was read again. ignored: nothing here depends on it.
  -- failed: given up after several tries. unreadable: signed, and not understood.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'ignored', 'failed', 'unreadable')),
  -- When it is worked on next, while it waits.
  due_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  handled_at timestamptz,
  -- What was done, or why not, in words.
  note text
);
create index webhook_deliveries_newest on webhook_deliveries (received_at desc, delivery_id);
create index webhook_deliveries_waiting on webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_resource on webhook_deliveries (resource_id, received_at desc);

-- Secrets that the service gave us, encrypted with a key derived from the console's own. The newest signs; the one before
-- is accepted for a while.
create table webhook_secrets (
  secret_id bigint generated always as identity primary key,
  locked bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);

-- What changed, for the screens that are open: a short memory, so that one that was away for a moment misses nothing.
create table events (
  event_id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- Of the things that changed; null: many.
  ids text[]
);
create index events_at on events (at);

-- From where somebody acted.
alter table activity add column address text;
create index activity_actor on activity (actor_email, at desc);
create index activity_action on activity (action, at desc);

-- Which jobs named a user.
create index user_job_rows_name on user_job_rows (lower(username));
