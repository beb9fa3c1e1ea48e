-- What the inbox of a person lists: what happened, and where to act. A cause makes one notice for each person, however often
-- it is reported and by however many consoles.
create table notices (
  notice_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null,
  cause text not null,
  at timestamptz not null default clock_timestamp(),
  -- A server text, written in the language of the reader.
  text text not null,
  -- What somebody wrote, such as a comment; null: nothing.
  detail text,
  -- What the notice opens. Null: nothing.
  target_kind text,
  target_id text,
  read_at timestamptz,
  archived_at timestamptz,
  -- False: for email only, as the person chose.
  is_listed boolean not null default true,
  -- When it is due to be emailed; null: it is not. A worker that sends it moves this forward, as a lease.
  email_at timestamptz,
  email_tries integer not null default 0,
  emailed_at timestamptz,
  unique (user_id, cause)
);
create index notices_listed on notices (user_id, at desc, notice_id) where is_listed;
create index notices_unread on notices (user_id) where is_listed and read_at is null and archived_at is null;
create index notices_to_email on notices (email_at) where email_at is not null and emailed_at is null;
create index notices_old on notices (at);

-- What people chose for a kind of notice, where it differs from the default.
create table notice_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  in_inbox boolean not null,
  email text not null check (email in ('off', 'now', 'daily')),
  primary key (user_id, kind)
);
