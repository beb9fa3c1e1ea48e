-- Counts of whole months (UTC), so that insights over years need not read each inspection. They are of completed inspections
-- that are not missing, without any filter, and are made by lib/insights/months-store.ts.
create table insight_counts (
  month date not null,
  -- cell: a = site, b = template. site: a = site. template: a = template. author: a = author. question: a = question, b = template, and completed is the number of
  -- inspections in which it failed. answered: a = set of answered questions, b = template. hour: a = hours since 1970.
  -- Hashes, and null for none.
  kind text not null check (kind in ('cell', 'site', 'template', 'author', 'question', 'answered', 'hour')),
  a bigint,
  b bigint,
  completed integer not null,
  failed integer not null default 0,
  scored integer not null default 0,
  score float8 not null default 0,
  -- Inspections that have a duration, and the sum of these.
  timed integer not null default 0,
  seconds float8 not null default 0
);
create index insight_counts_kind on insight_counts (kind, month) include (a, b, completed, failed);

-- The months that insight_counts has.
create table insight_months (
  month date primary key,
  counted_at timestamptz not null default clock_timestamp()
);

-- Months in which something has changed since they were counted. Writers only add, so that none waits for another; a month is
-- counted again by one console at a time, which deletes what it has seen.
create table insight_changes (month date not null);
create index insight_changes_month on insight_changes (month);

-- The inspections with failures in a period: few, and all that is read of them.
create index inspections_failed_completed on inspections (date_completed, audit_id)
  include (missing_at, template_hash, site_hash, author_hash, review_state) where result = 'failed';

create function note_insight_rows() returns trigger language plpgsql as $$
begin
  insert into insight_changes
    select distinct date_trunc('month', date_completed at time zone 'UTC')::date from changed_rows
    where date_completed is not null;
  return null;
end
$$;
create trigger inspections_insight_insert after insert on inspections
  referencing new table as changed_rows for each statement execute function note_insight_rows();
create trigger inspections_insight_delete after delete on inspections
  referencing old table as changed_rows for each statement execute function note_insight_rows();

-- Only of rows that count differently now: reviews and searches change nothing here.
create function note_insight_update() returns trigger language plpgsql as $$
begin
  insert into insight_changes
    select distinct date_trunc('month', date_completed at time zone 'UTC')::date from (
      (select audit_id, date_completed, date_started, missing_at is null, template_hash, site_hash, author_hash, result,
              score_percentage, answered_set from old_rows
       except
       select audit_id, date_completed, date_started, missing_at is null, template_hash, site_hash, author_hash, result,
              score_percentage, answered_set from new_rows)
      union all
      (select audit_id, date_completed, date_started, missing_at is null, template_hash, site_hash, author_hash, result,
              score_percentage, answered_set from new_rows
       except
       select audit_id, date_completed, date_started, missing_at is null, template_hash, site_hash, author_hash, result,
              score_percentage, answered_set from old_rows)) as changed
    where date_completed is not null;
  return null;
end
$$;
create trigger inspections_insight_update after update on inspections
  referencing old table as old_rows new table as new_rows for each statement execute function note_insight_update();

create function note_insight_failures() returns trigger language plpgsql as $$
begin
  insert into insight_changes
    select distinct date_trunc('month', completed_at at time zone 'UTC')::date from changed_rows
    where completed_at is not null;
  return null;
end
$$;
create trigger failures_insight_insert after insert on inspection_failures
  referencing new table as changed_rows for each statement execute function note_insight_failures();
create trigger failures_insight_delete after delete on inspection_failures
  referencing old table as changed_rows for each statement execute function note_insight_failures();
