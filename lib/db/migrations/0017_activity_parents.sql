-- The entry of the bulk change that an entry is a step of: the log lists steps under it.
alter table activity add column parent_id uuid references activity;

-- Steps of changes of assets and types. Those whose start was not logged stay on their own.
update activity set parent_id = started.activity_id
from activity started
where activity.change_id is not null and started.object_kind = 'asset-change'
  and started.action = 'asset-change.start' and started.object_id = activity.change_id::text;

-- Types that a group was assigned to when it was recreated: in the same request.
update activity set parent_id = recreated.activity_id
from activity recreated
where activity.action = 'asset-type.assign-group' and activity.change_id is null
  and recreated.action = 'status-group.recreate' and recreated.request_id = activity.request_id;

create index activity_parent on activity (parent_id, at desc, activity_id) where parent_id is not null;
create index activity_top on activity (at desc, activity_id) where parent_id is null;

-- As before; the parent is not rewritten either.
create or replace function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the log of activity is append-only: no entry is deleted' using errcode = 'restrict_violation';
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
