-- The assets that the answers of each inspection's current document name, for the filter by asset and for insights.
create table inspection_assets (
  audit_id text collate "C" not null references inspections on delete cascade,
  -- Place among the assets of the document, from 0.
  position integer not null,
  -- Its id; its text where the service gives no id.
  ref text collate "C" not null,
  label text not null,
  -- As date_completed of the inspection: a period is then read from one part of one index.
  completed_at timestamptz,
  primary key (audit_id, position)
);
create index inspection_assets_completed on inspection_assets (completed_at) include (audit_id, ref)
  where completed_at is not null;
create index inspection_assets_ref on inspection_assets (ref, audit_id);

-- Documents are indexed again for their assets: searchVersion 6.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 6;
