-- Which questions were answered in each inspection. Inspections of a template mostly answer the same ones, so each set of
-- questions is kept once, and an inspection names its set: a failure rate is then exact for every filter, without a row for
-- each answer. See docs/adr/0015-answered-questions-as-sets.md.
create table question_sets (
  -- What lib/report/answered-model.ts calls the set.
  set_hash bigint primary key,
  -- Hashes of its questions, as inspection_failures.question_hash.
  questions bigint[] not null
);
-- The sets that contain a question: for the filter by answered question.
create index question_sets_questions on question_sets using gin (questions);

alter table inspections
  -- Its set. Null until the document was read by this version.
  add column answered_set bigint;

-- Failure rates are counted from the index that gives a period its rows.
drop index inspections_completed;
create index inspections_completed on inspections (date_completed, audit_id)
  include (missing_at, template_hash, site_hash, author_hash, result, score_percentage, date_started, archived, review_state, answered_set);

-- Documents are indexed again for their answered questions: searchVersion 7.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and coalesce(search_version, 0) < 7;
