-- Users brought in: one check (dry run) or one run of a list of users. What the service makes of it is a job there, or
-- several where it does not take one more call into the same.
create table user_jobs (
  job_id uuid primary key default gen_random_uuid(),
  -- Made by the browser for one press of a button: the same press twice is one job.
  attempt_id uuid not null unique,
  kind text not null check (kind in ('check', 'run')),
  -- immediate: the call for at most ten users, answered at once.
  way text not null check (way in ('job', 'immediate')),
  owner_id uuid references users on delete set null,
  owner_name text not null,
  owner_email text not null,
  -- Name of the file, or where the rows came from, in words.
  source_name text not null,
  -- Column heads as they were, so that failed rows go back in the same columns and order.
  header json not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Retry of the failed rows of that one; or the run that a check was for.
  of_job_id uuid references user_jobs on delete set null,
  phase text not null default 'sending' check (phase in (
    'sending', 'starting', 'validating', 'executing', 'validated', 'completed', 'errored', 'cancelled', 'unknown')),
  note text,
  cancel_asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  activity_id uuid references activity on delete set null
);
create index user_jobs_newest on user_jobs (created_at desc, job_id);
create index user_jobs_open on user_jobs (created_at) where finished_at is null;

-- One call that brings at most 2,000 users into a job of the service.
create table user_job_parts (
  job_id uuid not null references user_jobs on delete cascade,
  part integer not null,
  -- Id of the service's job that has it; parts of one job there share it.
  remote_id text collate "C",
  -- waiting -> sending -> sent -> starting -> started -> ended; or unknown, which is looked at and goes on or back.
  state text not null default 'waiting' check (state in (
    'waiting', 'sending', 'sent', 'starting', 'started', 'ended', 'unknown', 'cancelled')),
  -- What the service's job said last, in its own word.
  remote_state text,
  note text,
  tries integer not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  polled_at timestamptz,
  primary key (job_id, part)
);
create index user_job_parts_due on user_job_parts (next_at)
  where state in ('waiting', 'sending', 'sent', 'starting', 'started', 'unknown');
create index user_job_parts_remote on user_job_parts (remote_id);

create table user_job_rows (
  job_id uuid not null references user_jobs on delete cascade,
  -- Place in the job, from 0.
  position integer not null,
  part integer not null,
  -- Line of the file, from 1 without its head.
  line integer not null,
  username text not null,
  -- What is asked for, without the password.
  asked json not null,
  -- Encrypted, and gone as soon as the service has it, or will never get it.
  password bytea,
  had_password boolean not null,
  -- Cells of the file in the order of the header, the password's blanked.
  cells json not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'ok', 'warned', 'failed', 'cancelled', 'unknown')),
  -- What became of the user: created, updated, unchanged, valid; null while nothing is known.
  outcome text,
  user_id text,
  -- What the service says of it: reason, level, field, value, message, choices.
  faults json,
  primary key (job_id, position)
);
create index user_job_rows_state on user_job_rows (job_id, state, position);
