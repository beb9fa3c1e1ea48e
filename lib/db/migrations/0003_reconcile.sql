-- A full compare of the index with the service, one row each. It stands where `position` says: the effects of a step and
-- the new position are one transaction, so it goes on after a kill at any point.
create table reconcile_runs (
  run_id bigint generated always as identity primary key,
  cause text not null check (cause in ('schedule', 'person')),
  -- held: it found so much missing that a person has to say whether that is true.
  state text not null default 'running' check (state in ('running', 'held', 'done', 'cancelled')),
  -- active, archived: the service's list beside ours. verify: what was absent is looked for a second time. settle: a
  -- regular pass goes first, so that what only changed its version is not taken for missing. ask: single documents tell
  -- why. mark: the index is changed.
  phase text not null default 'active'
    check (phase in ('active', 'archived', 'verify', 'settle', 'ask', 'mark')),
  -- Everything modified before it was compared in this phase; null at its start.
  position timestamptz,
  -- Nothing modified from here on is compared: the passes read it.
  until timestamptz not null,
  -- A person said that what it holds is true.
  accepted_at timestamptz,
  -- Number of finished passes (sync_state.passes) that it waits for in `settle`.
  settle_passes bigint,
  started_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Rows of the index at its start, those marked as missing left out.
  expected integer not null,
  requests integer not null default 0,
  listed integer not null default 0,
  added integer not null default 0,
  returned integer not null default 0,
  archived_changed integer not null default 0,
  missing integer not null default 0,
  -- Instants and pages that could not be read whole, so that nothing was taken for missing there.
  unclear integer not null default 0,
  -- Why it does not go on at the moment, or what a person should know, in words.
  error text
);
create unique index reconcile_runs_running on reconcile_runs ((true)) where state = 'running';

-- What the compare under way did not find at the service.
create table reconcile_absent (
  audit_id text collate "C" primary key,
  -- The version it had in the index then.
  modified_at timestamptz not null,
  -- listed: the service gave it in a version older than ours, so it is there. confirmed: it was absent twice.
  state text not null default 'absent' check (state in ('absent', 'listed', 'confirmed')),
  asked_at timestamptz,
  reason text check (reason in ('removed', 'not-permitted'))
);
create index reconcile_absent_order on reconcile_absent (modified_at) where state = 'absent';

-- What a console that does not sync asks of the one that does.
create table sync_requests (
  request_id bigint generated always as identity primary key,
  kind text not null check (kind in ('pass', 'hydrate')),
  audit_ids text[] not null default '{}',
  asked_at timestamptz not null default now()
);

-- What the console that syncs is at, for the others.
alter table sync_state add column leader jsonb, add column leader_seen_at timestamptz;
