alter table inspections
  -- What lib/report/failures-model.ts calls the questions whose answers failed. Null until the document was read by this version.
  add column failed_questions jsonb;

-- The completed inspections of a template at a site, one after another: how often a question failed there before.
create index inspections_here on inspections (template_hash, site_hash, date_completed, audit_id)
  where date_completed is not null and missing_at is null;

-- Documents are indexed again for their failed questions: searchVersion 4.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 4;
