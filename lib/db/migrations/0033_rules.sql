-- What Sightline does by itself when an inspection starts to match a filter.
create table rules (
  rule_id uuid primary key default gen_random_uuid(),
  name text not null,
  is_enabled boolean not null default true,
  -- As lib/rules/schema.ts has them.
  trigger jsonb not null,
  actions jsonb not null,
  -- Acts within an hour; more pause the rule.
  acts_max integer not null,
  -- Versions that were modified before it never make the rule act, unless a person asks for it.
  since timestamptz not null default clock_timestamp(),
  -- Why Sightline paused the rule, as a server text. Null: it did not.
  paused_at timestamptz,
  pause_reason text,
  -- From when on acts count for the limit of an hour: a person who resumes the rule begins again.
  counted_from timestamptz not null default clock_timestamp(),
  revision integer not null default 1,
  created_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);

-- The decision that a rule acts on a version of an inspection. It is written in the transaction that stores the version, and
-- done in one transaction with all its effects, so a rule acts once however often a version arrives.
create table rule_hits (
  hit_id uuid primary key default gen_random_uuid(),
  rule_id uuid not null references rules on delete cascade,
  audit_id text collate "C" not null,
  version timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped')),
  acted_at timestamptz,
  -- What was done: people notified, follow-ups, statuses.
  outcome jsonb,
  unique (rule_id, audit_id, version)
);
create index rule_hits_waiting on rule_hits (found_at) where state = 'waiting';
create index rule_hits_rule on rule_hits (rule_id, found_at desc, hit_id);
create index rule_hits_acted on rule_hits (rule_id, acted_at) where state = 'done';

-- Statuses that rules propose or have set.
create table rule_statuses (
  proposal_id uuid primary key default gen_random_uuid(),
  hit_id uuid not null references rule_hits on delete cascade,
  asset_id text collate "C" not null,
  asset_name text not null,
  -- {optionId, name, color, groupId}; before: null for none.
  before jsonb,
  after jsonb not null,
  state text not null check (state in ('open', 'set', 'dismissed', 'undone')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  -- Null: the rule itself.
  decided_by_name text,
  -- The bulk change that sets it, and the one that undoes that.
  change_id uuid references asset_changes on delete set null,
  undo_change_id uuid references asset_changes on delete set null,
  unique (hit_id, asset_id)
);
create index rule_statuses_newest on rule_statuses (state, created_at desc, proposal_id);
