-- Names are now collected once for each statement and not for each row: an import stores up to 256 documents at a time, and most
-- have names that are known. They are added in one order, so that two writers of new names never wait in a circle.
create function keep_names_of_rows() returns trigger language plpgsql as $$
begin
  insert into inspection_names (kind, name, template_id)
    select given.kind, given.name, given.template_id
    from (
      select distinct 'author', author_name, '' from changed_rows where author_name is not null
      union all
      select distinct 'site', site_name, '' from changed_rows where site_name is not null
      union all
      select distinct 'template', template_name, coalesce(template_id, '') from changed_rows
      where template_name is not null
    ) as given (kind, name, template_id)
    where not exists (
      select from inspection_names as known
      where known.kind = given.kind and known.name = given.name and known.template_id = given.template_id
    )
    order by given.kind, given.name collate "C", given.template_id collate "C"
  on conflict do nothing;
  return null;
end
$$;

drop trigger inspections_names_insert on inspections;
drop trigger inspections_names_update on inspections;
create trigger inspections_names_insert after insert on inspections
  referencing new table as changed_rows for each statement execute function keep_names_of_rows();
create trigger inspections_names_update after update on inspections
  referencing new table as changed_rows for each statement execute function keep_names_of_rows();
drop function keep_inspection_names();
