-- What people did at the service: the intent before it is sent, the outcome after. A row is written once and gets its
-- outcome once; nothing deletes it.
create table activity (
  activity_id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid references users on delete set null,
  actor_name text not null,
  actor_email text not null,
  -- noun.verb: status-group.update, asset.set-status
  action text not null,
  object_kind text not null,
  -- Null until the service has told the id of what was created.
  object_id text collate "C",
  object_name text not null,
  -- The change of many things that it is a step of.
  change_id uuid,
  -- As the service had it and as it was asked for. json, not jsonb: what the service says is kept as it came.
  before json,
  after json,
  outcome text not null default 'pending' check (outcome in ('pending', 'done', 'failed', 'unknown')),
  outcome_note text,
  finished_at timestamptz,
  request_id text
);
create index activity_newest on activity (at desc, activity_id);
create index activity_object on activity (object_kind, object_id, at desc);
create index activity_change on activity (change_id) where change_id is not null;
create index activity_open on activity (at) where outcome in ('pending', 'unknown');

-- Which assets had which status just before an act that clears or moves statuses: what "restore statuses" sets again.
create table status_snapshots (
  activity_id uuid not null references activity on delete cascade,
  asset_id text collate "C" not null,
  code text not null,
  type_id text collate "C",
  group_id text collate "C",
  option_id text collate "C" not null,
  option_name text not null,
  option_color text not null,
  primary key (activity_id, asset_id)
);

-- The assets as the newest listing told them. The service has no filter by status, no counts and no search of ours.
create table assets (
  asset_id text collate "C" primary key,
  code text not null,
  type_id text collate "C",
  type_name text,
  site_id text collate "C",
  site_name text,
  -- active, archived, or the service's own word.
  state text not null,
  option_id text collate "C",
  option_name text,
  option_color text,
  group_id text collate "C",
  modified_at timestamptz,
  -- What is searched, folded to lower case: code, names, texts of fields.
  search_text text not null,
  document json not null,
  seen_at timestamptz not null,
  -- Since when whole listings have not had it.
  missing_at timestamptz
);
create index assets_code on assets (code collate "C", asset_id);
create index assets_type on assets (type_id, option_id);
create index assets_site on assets (site_id);
create index assets_option on assets (option_id);

-- One act on many things: the status of assets, the groups of types. Its steps are done one by one under the limit.
create table asset_changes (
  change_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('set-status', 'assign-types', 'restore-statuses')),
  title text not null,
  owner_id uuid references users on delete set null,
  owner_name text not null,
  owner_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  cancelled_at timestamptz,
  -- The change that this one takes back, or whose cleared statuses it restores.
  of_change_id uuid references asset_changes on delete set null
);
create index asset_changes_newest on asset_changes (created_at desc, change_id);

create table asset_change_steps (
  change_id uuid not null references asset_changes on delete cascade,
  position integer not null,
  object_kind text not null check (object_kind in ('asset', 'asset-type')),
  object_id text collate "C" not null,
  object_name text not null,
  -- Status of an asset: {optionId, name, color, groupId}; group of a type: {groupId, name}. Null: none.
  before json,
  after json,
  state text not null check (state in ('waiting', 'running', 'done', 'unchanged', 'failed', 'unknown', 'cancelled')),
  note text,
  tries integer not null default 0,
  next_at timestamptz,
  finished_at timestamptz,
  activity_id uuid references activity on delete set null,
  primary key (change_id, position)
);
create index asset_change_steps_state on asset_change_steps (change_id, state);
create index asset_change_steps_due on asset_change_steps (next_at) where state in ('waiting', 'running', 'unknown');
