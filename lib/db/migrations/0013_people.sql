-- Accounts of people and of programs (service accounts). A null password: this account signs in another way, or not at all.
alter table users
  alter column password_hash drop not null,
  add column kind text not null default 'person' check (kind in ('person', 'service')),
  -- Written at most once a minute.
  add column last_seen_at timestamptz,
  add column password_set_at timestamptz,
  -- Comments that mention the person are new to them when they are later.
  add column mentions_read_at timestamptz,
  -- Theme, zone and so on, in the shape of lib/account/schema.ts. Null: browser settings were not migrated yet.
  add column preferences jsonb,
  -- TOTP: the secret, encrypted; in use once it is confirmed. The last accepted time step is never accepted again.
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  -- May sign in with a password when PASSWORD_SIGN_IN=off.
  add column is_break_glass boolean not null default false,
  -- Signed into device cookies: one more ends those of all browsers.
  add column device_epoch integer not null default 0;

alter table sessions
  -- What browsers are told instead of the sid.
  add column session_id uuid not null default gen_random_uuid(),
  -- How it was started: password, passkey, oidc.
  add column method text not null default 'password',
  -- Whether a second factor or a passkey was used.
  add column has_second_factor boolean not null default false,
  -- When the person last proved who they are. Sensitive changes ask again after 10 minutes.
  add column proved_at timestamptz not null default now(),
  -- ID token of the issuer, encrypted, for signing out there.
  add column oidc_id_token bytea;
create unique index sessions_id on sessions (session_id);

-- Invitations. Only the hash of the token in the link is stored.
create table invitations (
  invitation_id uuid primary key default gen_random_uuid(),
  email text not null,
  -- As the inviting person wrote it; the invited one may write another.
  name text,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  invited_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the link was last emailed, and why that failed if it did.
  emailed_at timestamptz,
  email_error text,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz
);
-- One open invitation per address.
create unique index invitations_open on invitations (lower(email)) where accepted_at is null and revoked_at is null;

-- Links to set a new password. Only the hash of the token is stored; the row goes with its use.
create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- Accounts at the issuer of single sign-on. Linked by issuer and subject, never by email address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table passkeys (
  credential_id text collate "C" primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Steps of a sign-in or a proof that wait for an answer from the browser. Each is used at most once.
create table sign_in_steps (
  step_hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);

-- Tokens for programs. Only the hash is stored.
create table api_tokens (
  token_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- The last four characters, so that people recognize it.
  hint text not null,
  role text not null check (role in ('viewer', 'editor', 'admin')),
  -- Null: everything the role may do, except people and tokens.
  permissions text[],
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- Null: never.
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  revoked_at timestamptz
);
create index api_tokens_user on api_tokens (user_id, created_at desc);

-- Counters of sign-in attempts, shared by all consoles. Losing them in a crash costs nothing, so they are not logged. Times are
-- milliseconds since the epoch. Nothing but the key is indexed, so that an update stays on its page.
create unlogged table sign_in_counters (
  -- What is counted and a keyed hash of for whom: nothing that was typed.
  key text collate "C" primary key,
  tokens double precision not null,
  tries integer not null,
  first_at double precision not null,
  not_before double precision not null,
  at double precision not null,
  expires_at double precision not null
) with (fillfactor = 70);

-- The log is asked by person: by id, because email addresses are not everybody's to see.
create index activity_actor_id on activity (actor_id, at desc) where actor_id is not null;

-- Follow-ups have somebody who does them, and a day by which.
alter table inspection_reviews
  add column assignee_id uuid references users on delete set null,
  add column due_on date;
create index inspection_reviews_assignee on inspection_reviews (assignee_id, due_on) where state = 'follow-up';
-- The history keeps both, so that an undo brings them back.
alter table inspection_review_events
  add column assignee_id uuid references users on delete set null,
  add column due_on date,
  add column before_assignee_id uuid references users on delete set null,
  add column before_due_on date;

create table review_comments (
  comment_id uuid primary key default gen_random_uuid(),
  audit_id text collate "C" not null references inspections on delete cascade,
  author_id uuid references users on delete set null,
  author_name text not null,
  body text not null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz
);
create index review_comments_inspection on review_comments (audit_id, created_at);
create index review_comments_mentions on review_comments using gin (mentions) where deleted_at is null;

-- People a saved view is shared with, beside `is_shared` (everyone).
create table saved_view_shares (
  view_id uuid not null references saved_views on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (view_id, user_id)
);
create index saved_view_shares_user on saved_view_shares (user_id);

-- Whoever keeps a copy of a session or of its person hears that it ended or changed, with the commit: also of what is changed
-- by hand. The payload names one session ("session <sid>") or all of a person ("user <id>").
create function tell_session_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform pg_notify('sightline_sessions', 'user ' || old.user_id);
  else
    perform pg_notify('sightline_sessions', 'session ' || old.sid);
  end if;
  return null;
end
$$;
create trigger sessions_ended after update of revoked_at on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function tell_session_change();
create trigger sessions_deleted after delete on sessions for each row
  when (old.revoked_at is null) execute function tell_session_change();
create trigger users_changed after update on users for each row
  when ((old.role, old.name, old.email, old.kind, old.disabled_at) is distinct from
        (new.role, new.name, new.email, new.kind, new.disabled_at))
  execute function tell_session_change();
create trigger users_deleted after delete on users for each row execute function tell_session_change();
