import 'server-only'
import { redactEntries } from '@/lib/activity/chain/chain-store'
import type { Database, Queryable } from '@/lib/db/types'

/** Replaces a removed name or address. It is not a word, because the log is read in every language. */
export const removedText = '–'
const batch = 500

export interface RetentionRules {
  importedCellsDays: number
  addressesDays: number
}

export interface Removed {
  imports: number
  entries: number
  /** Deliveries of outgoing webhooks. */
  deliveries: number
  /** Acts of rules. */
  hits: number
  /** Runs of scheduled exports. */
  runs: number
  /** Deleted schedules of exports, with their addresses. */
  schedules: number
  /** Names of authors and sites that no inspection has anymore. */
  names: number
}

/** The same period as for received webhooks. */
const deliveriesDays = 30
const hitsDays = 365
const runsDays = 90
/** Deleted schedules can be restored for this long. They hold the address of their target. */
const deletedSchedulesDays = 1

/**
 * Removes personal data that is older than the rules allow. Counts, results and entries stay.
 * @param now milliseconds since the epoch
 */
export async function applyRetention(db: Database, rules: RetentionRules, now: number): Promise<Removed> {
  const before = (days: number) => new Date(now - days * 86_400_000).toISOString()
  return {
    imports: await removeCells(db, before(rules.importedCellsDays)),
    entries: await removeAddresses(db, before(rules.addressesDays)),
    deliveries: await removeDeliveries(db, before(deliveriesDays)),
    hits: await removeHits(db, before(hitsDays)),
    runs: await removeRuns(db, before(runsDays)),
    schedules: await removeSchedules(db, before(deletedSchedulesDays)),
    names: await db.transaction(forgetUnusedNames),
  }
}

/**
 * Removes names by which lists of inspections are sorted, if no inspection has them. They may belong to people who were
 * erased.
 */
export async function forgetUnusedNames(tx: Queryable): Promise<number> {
  // Writers do not add a name that already exists. So no inspection may be stored while names are removed.
  await tx.query('lock table inspections in share mode')
  // The collation is that of the indexes of inspections. With the names' own, each name would take a scan of all rows.
  const { rowCount } = await tx.query(
    `delete from inspection_names as known where case kind
       when 'author' then not exists (select from inspections where author_name = known.name collate "default")
       when 'site' then not exists (select from inspections where site_name = known.name collate "default")
       else false end`,
  )
  return rowCount
}

async function removeDeliveries(db: Database, before: string): Promise<number> {
  const { rowCount } = await db.query(`delete from outgoing_deliveries where state <> 'waiting' and created_at < $1`, [
    before,
  ])
  return rowCount
}

/** Removes finished runs, but keeps the newest run of each schedule. */
async function removeRuns(db: Database, before: string): Promise<number> {
  const { rowCount } = await db.query(
    `delete from export_runs where finished_at < $1 and number < (
       select max(number) from export_runs as newer where newer.schedule_id = export_runs.schedule_id)`,
    [before],
  )
  return rowCount
}

async function removeSchedules(db: Database, before: string): Promise<number> {
  const { rowCount } = await db.query('delete from export_schedules where deleted_at < $1', [before])
  return rowCount
}

/**
 * Removes acts of rules and their proposals, unless a proposal is still open. Such an old version is never stored
 * again, so the rule does not act on it again.
 */
async function removeHits(db: Database, before: string): Promise<number> {
  const { rowCount } = await db.query(
    `delete from rule_hits where state <> 'waiting' and found_at < $1 and not exists (
       select from rule_statuses where rule_statuses.hit_id = rule_hits.hit_id and rule_statuses.state = 'open')`,
    [before],
  )
  return rowCount
}

/**
 * Keeps the name and sites of users who were imported, because SafetyCulture does not report who is at which site. Of
 * users who were not imported, only the reason stays.
 */
const blankRows = `update user_job_rows set cells = '[]', password = null,
  username = case when state in ('ok', 'warned') then username else '' end,
  asked = case when state in ('ok', 'warned')
    then json_strip_nulls(json_build_object('username', username, 'sites', asked->'sites'))
    else '{"username": ""}'::json end,
  faults = (select json_agg(fault::jsonb || '{"value": null, "message": ""}') from json_array_elements(faults) fault)
  where job_id = $1`

/** @returns how many imports lost their cells */
async function removeCells(db: Database, before: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const isDone = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ job_id: string }>(
        `select job_id from user_jobs where cells_removed_at is null and finished_at < $1
         order by finished_at limit 1 for update skip locked`,
        [before],
      )
      const [job] = rows
      if (job === undefined) return true
      await tx.query(blankRows, [job.job_id])
      await tx.query(`update user_jobs set header = '[]', cells_removed_at = clock_timestamp() where job_id = $1`, [
        job.job_id,
      ])
      return false
    })
    if (isDone) return count
  }
}

/** Entries of refused sign-ins contain the typed address, which may belong to anybody. */
const isTyped = `(action in ('session.sign-in', 'session.prove') and outcome = 'failed' and actor_id is null
  and actor_email not in ('', '${removedText}'))`

/** @returns how many entries lost an address */
async function removeAddresses(db: Database, before: string): Promise<number> {
  for (let count = 0; ;) {
    const removed = await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ activity_id: string }>(
        `select activity_id from activity where at < $1 and (address is not null or ${isTyped}) limit ${batch}`,
        [before],
      )
      await redactEntries(
        tx,
        rows.map(({ activity_id }) => activity_id),
        `address = null, actor_name = case when ${isTyped} then '${removedText}' else actor_name end,
         actor_email = case when ${isTyped} then '${removedText}' else actor_email end`,
      )
      return rows.length
    })
    if (removed === 0) return count
    count += removed
  }
}
