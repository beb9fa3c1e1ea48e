-- needs: 0013_people
-- Views of every list. The name saved_views stays for those of inspections, so that the previous release, rules and schedules see
-- and write only these: it would count and export a view of another list as one of all inspections.
alter table saved_views rename to list_views;
alter table list_views add column list text collate "C" not null default 'inspections';
-- A name is used once in each list.
drop index saved_views_name;
create unique index list_views_name on list_views (owner_id, list, name_key) where deleted_at is null;
drop index saved_views_shared;
create index list_views_shared on list_views (list, name_key) where is_shared and deleted_at is null;
create view saved_views as
  select view_id, owner_id, name, name_key, query, is_shared, revision, created_at, updated_at, deleted_at
  from list_views where list = 'inspections';

-- How a person has arranged the views of a list other than that of inspections, which stays in saved_view_bars.
create table list_view_bars (
  user_id uuid not null references users on delete cascade,
  list text collate "C" not null,
  ordered text[] not null default '{}',
  hidden text[] not null default '{}',
  primary key (user_id, list)
);
