-- Lists sorted by template, site or author are read name by name, in the order that the console gives the names: then the
-- indexes of the filters serve it, and an index for each order is not needed. For that, all names have to be known. A
-- trigger keeps them, in the transaction of the rows, so that no writer can forget one, not even the previous release.
create table inspection_names (
  kind text collate "C" not null check (kind in ('template', 'site', 'author')),
  -- Also for a while after no inspection has it any more: a name without rows costs one look into an index.
  name text collate "C" not null,
  -- Of names of templates: of which, so that a list of one template looks at its own names alone. Others: empty.
  template_id text collate "C" not null default '',
  primary key (kind, name, template_id)
);

-- Templates are filtered by id, and sorted by the name that each inspection shows.
create index inspections_template_name on inspections (template_name, modified_at desc, audit_id desc) include (missing_at);

create function keep_inspection_names() returns trigger language plpgsql as $$
begin
  -- In one order, so that two writers of new names rarely wait in a circle. The loser of one is repeated.
  insert into inspection_names (kind, name, template_id)
    select given.kind, given.name, given.template_id
    from (
      values ('author', new.author_name, ''), ('site', new.site_name, ''),
        ('template', new.template_name, coalesce(new.template_id, ''))
    ) as given (kind, name, template_id)
    where given.name is not null and not exists (
      select from inspection_names as known
      where known.kind = given.kind and known.name = given.name and known.template_id = given.template_id
    )
  on conflict do nothing;
  return null;
end
$$;
-- New rows come from the search, without names. Later versions mostly have the names of before.
create trigger inspections_names_insert after insert on inspections for each row
  when (new.template_name is not null or new.site_name is not null or new.author_name is not null)
  execute function keep_inspection_names();
create trigger inspections_names_update after update of template_id, template_name, site_name, author_name on inspections
  for each row when (
    new.template_id is distinct from old.template_id or new.template_name is distinct from old.template_name
    or new.site_name is distinct from old.site_name or new.author_name is distinct from old.author_name
  )
  execute function keep_inspection_names();

insert into inspection_names (kind, name, template_id)
  select 'template', template_name, coalesce(template_id, '') from inspections where template_name is not null
  group by template_name, coalesce(template_id, '');

-- One look into an index for each name, however many inspections have it.
with recursive named as (
  (select site_name as name from inspections where site_name is not null order by site_name limit 1)
  union all
  select (select later.site_name from inspections as later where later.site_name > named.name order by later.site_name limit 1)
  from named where named.name is not null
)
insert into inspection_names (kind, name) select 'site', name from named where name is not null;

with recursive named as (
  (select author_name as name from inspections where author_name is not null order by author_name limit 1)
  union all
  select (select later.author_name from inspections as later where later.author_name > named.name order by later.author_name limit 1)
  from named where named.name is not null
)
insert into inspection_names (kind, name) select 'author', name from named where name is not null;
