-- The inspection was read for this delivery while its second was not over: it is read once more when it is.
alter table webhook_deliveries add column is_confirming boolean not null default false;

-- Documents are indexed again for the pictures of their templates: searchVersion 3.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 3;
