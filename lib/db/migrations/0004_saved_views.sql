-- A name for a list of inspections: the query of its address, in canonical text. Private unless shared.
create table saved_views (
  view_id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null,
  -- The name as names are compared (lib/saved-views/model.ts), so that this does not depend on a server's collation.
  name_key text collate "C" not null,
  query text not null,
  is_shared boolean not null default false,
  -- Counts the changes: who saves over one that they have not seen is told.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Kept for a week after it was deleted, for the undo.
  deleted_at timestamptz
);
create unique index saved_views_name on saved_views (owner_id, name_key) where deleted_at is null;
create index saved_views_shared on saved_views (name_key) where is_shared and deleted_at is null;

-- How a person has arranged their bar: views of their own, shared ones and those every console starts with, by their ids.
create table saved_view_bars (
  user_id uuid primary key references users on delete cascade,
  ordered text[] not null default '{}',
  hidden text[] not null default '{}'
);
