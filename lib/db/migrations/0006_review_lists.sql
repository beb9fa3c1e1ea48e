-- What a list and its numbers ask of reviews, in the index that gives it its rows: most of a list that needs review passes
-- over what was reviewed already, and a count of it need not read the table.
drop index inspections_newest;
create index inspections_newest on inspections (modified_at desc, audit_id desc)
  include (missing_at, template_hash, site_hash, author_hash, result, archived, review_state, review_version);

-- The order of the review queue.
create index inspections_failures on inspections (failed_count desc, modified_at desc, audit_id desc)
  include (missing_at, archived, review_state, review_version) where result = 'failed';
