-- The failed questions of each inspection's current document, so that insights and names of questions need not read documents.
create table inspection_failures (
  audit_id text collate "C" not null references inspections on delete cascade,
  -- Place among the failed questions of the document, from 0.
  position integer not null,
  -- What lib/report/failures-model.ts calls it, as in inspections.failed_questions.
  question text collate "C" not null,
  question_hash bigint generated always as (hashtextextended(question, 0)) stored,
  -- Its text; null: it has none.
  label text,
  -- As date_completed of the inspection: a period is then read from one part of one index.
  completed_at timestamptz,
  primary key (audit_id, position)
);
create index inspection_failures_completed on inspection_failures (completed_at) include (audit_id, question_hash)
  where completed_at is not null;
-- From a hash back to a question. Equal keys are kept once, so it is small.
create index inspection_failures_question on inspection_failures (question_hash);

-- What insights group and count by, in the index that gives a period its rows.
drop index inspections_completed;
create index inspections_completed on inspections (date_completed, audit_id)
  include (missing_at, template_hash, site_hash, author_hash, result, score_percentage, date_started, archived, review_state);

-- Documents are indexed again for their failures: searchVersion 5.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 5;
