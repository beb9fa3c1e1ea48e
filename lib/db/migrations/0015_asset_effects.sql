-- What writes do to the statuses of assets beside what they were asked to do.

-- The history of one asset is asked for by the asset.
create index status_snapshots_asset on status_snapshots (asset_id);

-- Types whose assets a write may have given other statuses: their counts are not known before their assets are listed again.
create table uncounted_types (
  activity_id uuid not null references activity on delete cascade,
  type_id text collate "C" not null,
  primary key (activity_id, type_id)
);
create index uncounted_types_type on uncounted_types (type_id);

-- Assets whose status was found to be another one than when they were read before, whoever has set it. Which of these Sightline
-- did itself follows from `activity`, and only when its outcome is known.
create table noticed_statuses (
  notice_id uuid primary key default gen_random_uuid(),
  asset_id text collate "C" not null references assets on delete cascade,
  noticed_at timestamptz not null default clock_timestamp(),
  -- When the status before was read last.
  known_at timestamptz not null,
  -- {optionId, name, color, groupId}; null: none.
  before json,
  after json
);
create index noticed_statuses_asset on noticed_statuses (asset_id, noticed_at desc, notice_id);

create function notice_status() returns trigger language plpgsql as $$
begin
  insert into noticed_statuses (asset_id, known_at, before, after)
  values (
    new.asset_id,
    old.seen_at,
    case when old.option_id is not null then json_build_object(
      'optionId', old.option_id, 'name', coalesce(old.option_name, ''), 'color', coalesce(old.option_color, ''),
      'groupId', old.group_id) end,
    case when new.option_id is not null then json_build_object(
      'optionId', new.option_id, 'name', coalesce(new.option_name, ''), 'color', coalesce(new.option_color, ''),
      'groupId', new.group_id) end
  );
  return null;
end $$;
create trigger assets_notice_status after update of option_id on assets
  for each row when (old.option_id is distinct from new.option_id) execute function notice_status();

-- Assigning groups back and restoring what that cleared is one change: a status is set when its type has its group.
alter table asset_changes drop constraint asset_changes_kind_check;
alter table asset_changes add constraint asset_changes_kind_check
  check (kind in ('set-status', 'assign-types', 'restore-statuses', 'undo-and-restore'));
-- The step of the same change that has to be done before this one is sent.
alter table asset_change_steps add column after_position integer;
