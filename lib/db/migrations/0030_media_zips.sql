-- Zips of media. A zip is created by one console and may be followed, paused and cancelled by any other on this database.
create table media_zips (
  zip_id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  file_name text not null,
  zone text not null,
  language text not null,
  -- 'failed': only files of failed answers.
  only_files text not null check (only_files in ('all', 'failed')),
  -- In the shape of lib/media/zips/files.ts, in the order of the zip.
  files json not null,
  file_count integer not null,
  inspection_count integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled')),
  problem text,
  done_count integer not null default 0,
  bytes bigint not null default 0,
  -- Positions of files that are missing or truncated, and what is shown of the first 200.
  missing integer[] not null default '{}',
  missing_shown json not null default '[]',
  -- The console through which it is downloaded, and when that console last reported.
  console_id uuid,
  seen_at timestamptz not null default now(),
  -- When something of it was last read or changed.
  touched_at timestamptz not null default now()
);
create index media_zips_owner on media_zips (owner_id);
