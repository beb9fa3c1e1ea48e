-- Row triggers do not see a TRUNCATE: with this one the log cannot be emptied at one blow either, also not by way of the
-- accounts that it names.
create function keep_all_activity() returns trigger language plpgsql as $$
begin
  raise exception 'the log of activity is append-only: it is not emptied' using errcode = 'restrict_violation';
end
$$;
create trigger activity_never_emptied before truncate on activity
  for each statement execute function keep_all_activity();

-- As before, but what an entry is about may be added to until it has its outcome: the answer names what was made.
create or replace function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the log of activity is append-only: no entry is deleted' using errcode = 'restrict_violation';
  end if;
  if (new.activity_id, new.at, new.actor_name, new.actor_email, new.action, new.object_kind, new.change_id,
      new.request_id, new.address, new.before::text)
     is distinct from
     (old.activity_id, old.at, old.actor_name, old.actor_email, old.action, old.object_kind, old.change_id,
      old.request_id, old.address, old.before::text)
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
