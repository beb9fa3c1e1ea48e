-- Outgoing webhooks: where rules send what they found.
create table outgoing_targets (
  target_id uuid primary key default gen_random_uuid(),
  name text not null,
  format text not null check (format in ('json', 'slack', 'teams')),
  -- Shown instead of the address, which for Slack and Teams is a secret.
  host text not null,
  -- Encrypted with a key that only the console's own secret gives.
  locked_url bytea not null,
  locked_secret bytea not null,
  revision integer not null default 1,
  created_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  secret_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);

-- The queue and the log of what is sent. A row is written in the transaction of what it reports, and is claimed by moving
-- `next_at` forward: if the console that claimed it dies, another one sends it again.
create table outgoing_deliveries (
  delivery_id uuid primary key default gen_random_uuid(),
  target_id uuid not null references outgoing_targets on delete cascade,
  -- What is reported: once for each target.
  cause text not null,
  event jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  next_at timestamptz not null default clock_timestamp(),
  -- No further try after it.
  until timestamptz not null default clock_timestamp() + interval '24 hours',
  tries integer not null default 0,
  handled_at timestamptz,
  -- Of the last try: its HTTP status, and what went wrong as a server text.
  status integer,
  note text,
  unique (target_id, cause)
);
create index outgoing_deliveries_due on outgoing_deliveries (target_id, next_at) where state = 'waiting';
create index outgoing_deliveries_newest on outgoing_deliveries (created_at desc, delivery_id);
