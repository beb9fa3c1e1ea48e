import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { isOfNow } from './model'
import { recoveredMinutes } from './trouble-store'
import type { RuleTrigger } from './schema'
import { previewDays } from './values-model'

/**
 * Triggers that are not about versions of inspections. Every console checks them every minute. A hit is unique for its
 * rule and occasion, so that nothing is found twice.
 */

/**
 * SQL of what happened, for each row of `given` (rule_id, trigger, rule_since, running_ms): the subject, the occasion,
 * and when the trigger was met. If the status of an asset has not changed since Sightline knows the asset, it got the
 * status at its last change at the service at the latest. Such an asset counts once.
 */
const occasions = `
  select given.rule_id, 'asset' as subject, asset_id as id, code as name, since as occasion,
    since + make_interval(days => (given.trigger ->> 'days')::int) as at
  from given cross join lateral (
    select asset_id, code, noticed_at as since,
      lead(noticed_at, 1, 'infinity') over (partition by asset_id order by noticed_at, notice_id) as until,
      after ->> 'optionId' as option_id
    from noticed_statuses join assets using (asset_id) where missing_at is null
    union all
    select asset_id, code, coalesce(modified_at, seen_at), 'infinity', option_id from assets
    where missing_at is null and not exists (
      select from noticed_statuses where noticed_statuses.asset_id = assets.asset_id)
  ) as stay
  where given.trigger ->> 'kind' = 'asset-status' and option_id = given.trigger ->> 'optionId'
    and since + make_interval(days => (given.trigger ->> 'days')::int) < least(until, now())
  union all
  select given.rule_id, 'asset', asset_id, code, since, since + make_interval(days => (given.trigger ->> 'days')::int)
  from given cross join lateral (
    -- As the service gives them: for assets that were never inspected, when they were created.
    select asset_id, code, type_id, coalesce(document ->> 'inspectedAt', document ->> 'createdAt') as time from assets
    where missing_at is null and state = 'active'
  ) as idle cross join lateral (
    -- A time that PostgreSQL cannot read must not stop the others.
    select case when time ~ '^[12][0-9]{3}-' then time::timestamptz end as since
  ) as last
  where given.trigger ->> 'kind' = 'asset-idle' and coalesce(given.trigger ->> 'typeId', type_id, '') = coalesce(type_id, '')
    and since + make_interval(days => (given.trigger ->> 'days')::int) <= now()
  union all
  select given.rule_id, 'import', job_id::text, source_name, finished_at, finished_at
  from given cross join user_jobs
  where given.trigger ->> 'kind' = 'import-errors' and kind = 'run' and finished_at <= now()
    and (phase in ('errored', 'unknown') or exists (
      select from user_job_rows where user_job_rows.job_id = user_jobs.job_id and user_job_rows.state in ('failed', 'unknown')))
  union all
  -- The last success identifies the trouble. After a pause of all consoles, the sync first gets the time to succeed.
  select given.rule_id, 'system', 'sync', '', coalesce(last_finished_at, 'epoch'), coalesce(last_finished_at, given.rule_since) + length
  from given cross join sync_state
  cross join lateral (select make_interval(mins => (given.trigger ->> 'minutes')::int) as length) as wanted
  where given.trigger ->> 'kind' = 'trouble' and given.trigger ->> 'of' = 'sync' and sync_state.name = 'inspections'
    and coalesce(last_finished_at, given.rule_since) + length <= now()
    and (last_finished_at is not null or last_error is not null)
    and given.running_ms >= (given.trigger ->> 'minutes')::int * 60000
  union all
  select given.rule_id, 'system', 'budget ' || bucket, '', spells.since, spells.since + length
  from given cross join budget_spells as spells
  cross join lateral (select make_interval(mins => (given.trigger ->> 'minutes')::int) as length) as wanted
  where given.trigger ->> 'kind' = 'trouble' and given.trigger ->> 'of' = 'budget' and spells.since + length <= spells.seen_at
    and spells.seen_at > now() - interval '${recoveredMinutes} minutes'`

/**
 * Decides which rules act on assets, imports and trouble. A rule acts on what happened after it was switched on.
 * @param runningMs how long this console has been running
 * @returns how many hits are new
 */
export async function decideWatched(db: Queryable, runningMs = Infinity): Promise<number> {
  const { rowCount } = await db.query(
    `with given as (
       select rule_id, trigger, since as rule_since, $1::float8 as running_ms from rules
       where is_enabled and deleted_at is null and trigger ->> 'kind' in ('asset-status', 'asset-idle', 'import-errors', 'trouble')
     )
     insert into rule_hits (rule_id, subject, audit_id, version)
     select rule_id, subject, id, occasion from (${occasions}) as happened join rules using (rule_id)
     where at >= rules.since
       and not exists (
         -- The time at the service moves with every change, so what counts once is looked up without it.
         select from rule_hits as known where known.rule_id = rules.rule_id and known.audit_id = happened.id
           and rules.trigger ->> 'kind' = 'asset-status'
           and not exists (select from noticed_statuses where noticed_statuses.asset_id = happened.id))
     order by at on conflict do nothing`,
    [runningMs],
  )
  return rowCount
}

/**
 * Makes a new rule act on what is already true, as its preview counts it. This is for rules about assets without
 * inspection.
 */
export async function decideStanding(db: Queryable, ruleId: string): Promise<void> {
  await db.query(
    `with given as (select rule_id, trigger, since as rule_since, 'infinity'::float8 as running_ms from rules where rule_id = $1)
     insert into rule_hits (rule_id, subject, audit_id, version)
     select rule_id, subject, id, occasion from (${occasions}) as happened order by at on conflict do nothing`,
    [ruleId],
  )
}

export interface Happened {
  id: string
  name: string
  at: string
}

/**
 * What a trigger would have found in the last days, newest first: the number of all results, and the first `limit`. For
 * assets without inspection and for trouble: what applies now, no matter since when.
 */
export async function previewWatched(
  db: Queryable,
  trigger: RuleTrigger,
  limit: number,
): Promise<{ total: number; items: Happened[] }> {
  const { rows } = await db.query<Happened & { total: number }>(
    `with given as (
       select null::uuid as rule_id, $1::jsonb as trigger, 'epoch'::timestamptz as rule_since, 'infinity'::float8 as running_ms)
     select id, name, at, count(*) over () as total from (${occasions}) as happened
     where $2 or at >= now() - make_interval(days => ${previewDays}) order by at desc, id limit ${limit}`,
    [JSON.stringify(trigger), isOfNow(trigger.kind)],
  )
  return { total: rows[0]?.total ?? 0, items: rows.map(({ id, name, at }) => ({ id, name, at })) }
}
