-- What else an entry is about, as kind/id: the inspections of a bulk review or of an export. So the history of a thing has
-- what was done to many at once too.
alter table activity add column related text[];
create index activity_related on activity using gin (related) where related is not null;

-- The log is only ever added to. An entry without an outcome gets one, with what is known by then; nothing else of it
-- changes, and nothing deletes it. The statuses that it keeps are rows of their own and not held by this.
create function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the log of activity is append-only: no entry is deleted' using errcode = 'restrict_violation';
  end if;
  if (new.activity_id, new.at, new.actor_name, new.actor_email, new.action, new.object_kind, new.change_id,
      new.request_id, new.address, new.related, new.before::text)
     is distinct from
     (old.activity_id, old.at, old.actor_name, old.actor_email, old.action, old.object_kind, old.change_id,
      old.request_id, old.address, old.related, old.before::text)
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
     and (new.outcome, new.object_id, new.object_name, new.outcome_note, new.finished_at, new.after::text)
         is distinct from
         (old.outcome, old.object_id, old.object_name, old.outcome_note, old.finished_at, old.after::text)
  then
    raise exception 'the log of activity is append-only: an outcome is not rewritten' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger activity_append_only before update or delete on activity
  for each row execute function keep_activity();
