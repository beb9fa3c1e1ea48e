-- Inspections in which a question failed: for the filter by question, and to name it.
create index inspections_failed_questions on inspections using gin (failed_questions jsonb_path_ops)
  where failed_count > 0;
