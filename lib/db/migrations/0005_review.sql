-- The files of each inspection's current document, so that walls, zips and lists need not read documents.
create table inspection_media (
  audit_id text collate "C" not null references inspections on delete cascade,
  -- Place in the document, from 0.
  position integer not null,
  media_id text collate "C" not null,
  kind text not null check (kind in ('image', 'video', 'pdf', 'file', 'unknown')),
  ext text,
  -- Whether the id can be a path segment: what cannot is listed only.
  is_fetchable boolean not null,
  -- Part of an item that its author was not shown.
  is_hidden boolean not null,
  -- Whether the answer it belongs to failed.
  failed boolean not null,
  section text,
  -- Label of the item; null for attachments of the inspection as a whole.
  question text,
  label text,
  item_key text,
  -- Which of how many files of the same item.
  number integer not null,
  number_of integer not null,
  taken_at timestamptz,
  primary key (audit_id, position)
);

alter table inspections
  -- Files of failed answers that are shown.
  add column failed_media_count integer,
  -- What people made of it here; null: nothing yet. The service knows nothing of it. `review_version` is the version they
  -- saw: a newer `modified_at` means "changed since review".
  add column review_state text check (review_state in ('reviewed', 'follow-up')),
  add column review_version timestamptz;

create index inspections_reviewed on inspections (review_state, modified_at desc, audit_id desc)
  include (missing_at, review_version) where review_state is not null;

-- Documents are indexed again for their files: searchVersion 2.
drop index inspections_reindex;
create index inspections_reindex on inspections (audit_id)
  where hydrated_modified_at is not null and search_version is distinct from 2;

-- The review of an inspection as it stands. A row stays when it is taken back, so that `revision` only grows.
create table inspection_reviews (
  audit_id text collate "C" primary key references inspections on delete cascade,
  state text not null check (state in ('unreviewed', 'reviewed', 'follow-up')),
  note text not null default '',
  -- The version of the inspection that was looked at.
  version timestamptz not null,
  reviewer_id uuid references users on delete set null,
  reviewer_name text not null,
  reviewed_at timestamptz not null,
  revision integer not null default 1
);
create index inspection_reviews_newest on inspection_reviews (reviewed_at desc, audit_id) where state <> 'unreviewed';

-- What changed it, in the order it happened; also what an undo goes back to. One act of one person has one batch.
create table inspection_review_events (
  event_id bigint generated always as identity primary key,
  batch_id uuid not null,
  audit_id text collate "C" not null references inspections on delete cascade,
  revision integer not null,
  state text not null,
  note text not null,
  version timestamptz not null,
  actor_id uuid references users on delete set null,
  actor_name text not null,
  at timestamptz not null,
  -- As it stood before; null where there was none.
  before_state text,
  before_note text,
  before_version timestamptz,
  before_reviewer_id uuid,
  before_reviewer_name text,
  before_reviewed_at timestamptz,
  undone_at timestamptz
);
create index inspection_review_events_inspection on inspection_review_events (audit_id, event_id);
create index inspection_review_events_batch on inspection_review_events (batch_id, audit_id);

-- Who has an inspection open in the queue now. Ends by itself.
create table review_claims (
  audit_id text collate "C" primary key references inspections on delete cascade,
  user_id uuid not null references users on delete cascade,
  user_name text not null,
  -- The tab: two of one person are told apart.
  tab_id uuid not null,
  expires_at timestamptz not null
);

-- Documents that the service makes of inspections (PDF, Word). One job has one or many.
create table export_jobs (
  job_id uuid primary key default gen_random_uuid(),
  owner_id uuid references users on delete set null,
  owner_name text not null,
  format text not null check (format in ('pdf', 'word')),
  -- Which operation of the service makes them.
  via text not null check (via in ('report', 'export')),
  zone text not null,
  -- Layout: an export profile or a report preference. Null: the service's own.
  profile_id text,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
create index export_jobs_newest on export_jobs (created_at desc, job_id);

create table export_files (
  job_id uuid not null references export_jobs on delete cascade,
  position integer not null,
  audit_id text collate "C" not null,
  title text,
  state text not null check (state in ('waiting', 'starting', 'running', 'ready', 'failed', 'unknown', 'cancelled')),
  -- Id under which the service makes it.
  remote_id text,
  file_name text,
  error text,
  tries integer not null default 0,
  next_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (job_id, position)
);
create index export_files_due on export_files (next_at) where state in ('waiting', 'starting', 'running');

-- Which version of an inspection a person last had open, and the one before: what changed since.
create table inspection_opens (
  user_id uuid not null references users on delete cascade,
  audit_id text collate "C" not null references inspections on delete cascade,
  version timestamptz not null,
  opened_at timestamptz not null,
  previous_version timestamptz,
  previous_opened_at timestamptz,
  primary key (user_id, audit_id)
);
