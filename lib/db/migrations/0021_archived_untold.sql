-- Inspections whose documents do not say whether they are archived; empty where all do.
create index inspections_archived_untold on inspections (modified_at)
  where archived is null and hydrated_modified_at is not null and missing_at is null;
