-- The log of activity as a chain of hashes: each link covers the one before it, so that a changed, missing, inserted or
-- reordered entry shows. Writers only queue what they wrote, in their own transaction; one console at a time chains it.
create table activity_chain (
  seq bigint primary key,
  activity_id uuid not null,
  -- redacted: personal data was removed on purpose; its sums replace those of earlier links.
  stage text not null check (stage in ('begun', 'ended', 'redacted')),
  at timestamptz not null,
  -- Part of each sum, and gone when what it was made of is gone: a short text could be guessed from its sum.
  salt text,
  -- SHA-256 by part of the entry.
  sums json not null,
  hash text not null
);
create index activity_chain_entry on activity_chain (activity_id, seq);

create table activity_unchained (
  queued bigint generated always as identity primary key,
  activity_id uuid not null,
  stage text not null check (stage in ('begun', 'ended'))
);
create index activity_unchained_entry on activity_unchained (activity_id);

create function queue_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into activity_unchained (activity_id, stage) values (new.activity_id, 'begun');
  end if;
  if new.outcome in ('done', 'failed') and (tg_op = 'INSERT' or old.outcome not in ('done', 'failed')) then
    insert into activity_unchained (activity_id, stage) values (new.activity_id, 'ended');
  end if;
  return null;
end
$$;
create trigger activity_queued after insert or update of outcome on activity
  for each row execute function queue_activity();

insert into activity_unchained (activity_id, stage)
select activity_id, stage
from activity cross join (values ('begun', 1), ('ended', 2)) stages (stage, place)
where stage = 'begun' or outcome in ('done', 'failed')
order by at, activity_id, place;

-- How far the log was sent to ACTIVITY_SINK.
create table activity_sink (
  only_row boolean primary key default true check (only_row),
  seq bigint not null
);
insert into activity_sink (seq) values (0);

create function keep_activity_chain() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.salt is not null
     or (new.seq, new.activity_id, new.stage, new.at, new.sums::text, new.hash)
        is distinct from (old.seq, old.activity_id, old.stage, old.at, old.sums::text, old.hash)
  then
    raise exception 'the chain of the log is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger activity_chain_append_only before update or delete on activity_chain
  for each row execute function keep_activity_chain();
create trigger activity_chain_never_emptied before truncate on activity_chain
  for each statement execute function keep_all_activity();

-- As before, and personal data can be removed: in a transaction that says so, everything else of the entry stays.
create or replace function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the log of activity is append-only: no entry is deleted' using errcode = 'restrict_violation';
  end if;
  if current_setting('sightline.redacting', true) = 'on' then
    if (new.activity_id, new.at, new.action, new.object_kind, new.change_id, new.request_id, new.parent_id, new.outcome,
        new.finished_at)
       is distinct from
       (old.activity_id, old.at, old.action, old.object_kind, old.change_id, old.request_id, old.parent_id, old.outcome,
        old.finished_at)
       or new.address is distinct from old.address and new.address is not null
    then
      raise exception 'the log of activity is append-only: only personal data is removed' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.activity_id, new.at, new.actor_name, new.actor_email, new.action, new.object_kind, new.change_id,
      new.request_id, new.address, new.parent_id, new.before::text)
     is distinct from
     (old.activity_id, old.at, old.actor_name, old.actor_email, old.action, old.object_kind, old.change_id,
      old.request_id, old.address, old.parent_id, old.before::text)
     or not coalesce(new.related, '{}') @> coalesce(old.related, '{}')
  then
    raise exception 'the log of activity is append-only: what was done is not rewritten' using errcode = 'restrict_violation';
  end if;
  -- The foreign key lets go of an account that was deleted; name and e-mail address stay.
  if new.actor_id is distinct from old.actor_id
     and (new.actor_id is not null or exists (select from users where user_id = old.actor_id))
  then
    raise exception 'the log of activity is append-only: who did it is not rewritten' using errcode = 'restrict_violation';
  end if;
  if (old.outcome in ('done', 'failed') or (old.outcome = 'unknown' and new.outcome = 'pending'))
     and (new.outcome, new.object_id, new.object_name, new.outcome_note, new.finished_at, new.after::text, new.related)
         is distinct from
         (old.outcome, old.object_id, old.object_name, old.outcome_note, old.finished_at, old.after::text, old.related)
  then
    raise exception 'the log of activity is append-only: an outcome is not rewritten' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create index activity_addresses on activity (at) where address is not null;
-- Cells of imported files are removed after a while; then the job keeps its counts, and its rows cannot be sent again.
alter table user_jobs add column cells_removed_at timestamptz;
