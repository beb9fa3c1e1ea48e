import { systemClock } from '@/lib/clock'
import { silentLog } from '@/lib/db/testing'
import type { Database, Queryable } from '@/lib/db/types'
import { addReviewer } from '@/lib/review/testing'
import { decideVersions } from '@/lib/rules/decide'
import { addRule, testGroups, testStatus } from '@/lib/rules/testing'
import { createRuleWorker } from '@/lib/rules/worker'
import { versionWatch } from '@/lib/sync/documents/version-watch'
import { titleWords } from './writer'

/** The rule of a soak: it notifies, adds a follow-up and sets statuses when the title of an inspection has a certain word. */

/** The fields of an asset that a soak needs. */
export interface SoakAsset {
  id: string
  code: string
}

/** The name that the second console gives the database, in the setting `soak.console`. */
export const partnerName = 'partner'

const [word] = titleWords

/**
 * What the rule has to do, and what was done, recorded by triggers that do not depend on the code of rules. The rule is
 * due for a version with the word that replaces a version without it. Each change of a hit to done is recorded with the
 * console that made it.
 */
const watchedTables = `
  create table soak_due (audit_id text, version timestamptz, primary key (audit_id, version));
  create table soak_acts (hit_id uuid, console text);
  create function soak_note_version() returns trigger language plpgsql as $$ begin
    insert into soak_due values (new.audit_id, new.hydrated_modified_at) on conflict do nothing;
    return null;
  end $$;
  create trigger soak_version after update on inspections for each row
    when (new.hydrated_modified_at is distinct from old.hydrated_modified_at and new.title ~ '${word}'
      and (old.hydrated_modified_at is null or old.title is null or old.title !~ '${word}'))
    execute function soak_note_version();
  create function soak_note_act() returns trigger language plpgsql as $$ begin
    insert into soak_acts values (new.hit_id, coalesce(current_setting('soak.console', true), 'first'));
    return null;
  end $$;
  create trigger soak_act after update on rule_hits for each row
    when (new.state = 'done' and old.state <> 'done') execute function soak_note_act()`

/** Adds the triggers, the assets, the person whom the rule notifies, and the rule, unless an earlier start did. */
export async function prepareRules(db: Database, assets: readonly SoakAsset[]): Promise<void> {
  const { rows } = await db.query<{ due: string | null; rules: number }>(
    `select to_regclass('soak_due')::text as due, (select count(*)::int from rules) as rules`,
  )
  if (rows[0]?.due === null) await db.query(`begin; ${watchedTables}; commit`)
  if (rows[0]?.rules === 0) await addSoakRule(db, assets)
  // The rule acts on versions of all times, because the service's clock is set back and forth, and no limit stops it.
  await db.query(`update rules set since = '2000-01-01', acts_max = 1000000`)
}

async function addSoakRule(db: Database, assets: readonly SoakAsset[]): Promise<void> {
  await db.query(
    `insert into assets (asset_id, code, type_id, type_name, state, search_text, document, seen_at)
     select id, code, 'type_1', 'Forklift', 'active', '', '{}', now()
     from jsonb_to_recordset($1::jsonb) as given (id text, code text) on conflict do nothing`,
    [JSON.stringify(assets)],
  )
  // A start that was killed here may have left a person.
  await db.query('delete from users')
  const admin = await addReviewer(db, 'admin')
  await addRule(db, admin, {
    trigger: { kind: 'matches', query: `q=${word}`, viewId: null },
    actions: [
      { kind: 'notify', userIds: [admin.userId], roles: [], email: false },
      { kind: 'follow-up', assigneeId: admin.userId, dueDays: 3, note: 'Look at it' },
      { kind: 'set-status', status: testStatus, mode: 'automatic' },
    ],
  })
}

/** Starts to decide on versions and to act, like a console. */
export function startRules(db: Database): void {
  versionWatch().watch = decideVersions
  createRuleWorker({
    database: () => Promise.resolve(db),
    clock: systemClock,
    log: silentLog,
    readGroups: () => Promise.resolve(testGroups),
    readBudgets: () => [],
    wakeChanges: () => undefined,
  }).start()
}

/** What the rule did: figures, and differences from what it had to do, as text. */
export interface RuleReport {
  figures: Record<string, number>
  faults: string[]
}

/** Differences: each query counts what must not exist. */
const mustBeNone: Readonly<Record<string, string>> = {
  'versions that it did not decide on': `soak_due as due where not exists (
    select from rule_hits as hits where hits.audit_id = due.audit_id and hits.version = due.version)`,
  'versions that it should not have acted on': `rule_hits as hits where not exists (
    select from soak_due as due where hits.audit_id = due.audit_id and hits.version = due.version)`,
  'hits that were not acted on': `rule_hits where state <> 'done'`,
  'hits that were acted on more than once': `(select from soak_acts group by hit_id having count(*) > 1) as twice`,
  'hits without exactly one inbox item': `rule_hits as hits where 1 <> (
    select count(*) from notices where kind = 'rule' and cause = 'rule ' || hits.hit_id)`,
  'hits without exactly one entry in the log': `rule_hits as hits where 1 <> (
    select count(*) from activity where action = 'rule.act' and object_id = hits.audit_id
      and (after ->> 'version')::timestamptz = hits.version)`,
  'inspections without exactly one follow-up of the rule': `(select distinct audit_id from rule_hits) as hit where 1 <> (
    select count(*) from inspection_review_events as events
    where events.audit_id = hit.audit_id and state = 'follow-up')`,
  'assets of hits without exactly one status': `rule_hits as hits join inspection_assets as named using (audit_id)
    join assets on asset_id = ref where 1 <> (
      select count(*) from rule_statuses as statuses join asset_change_steps as steps using (change_id)
      where statuses.hit_id = hits.hit_id and statuses.asset_id = ref and steps.object_id = ref)`,
  'rules that were paused': 'rules where paused_at is not null',
}

const figures: Readonly<Record<string, string>> = {
  'versions that the rule is due for': 'soak_due',
  'acts of the rule': 'soak_acts',
  'acts by the second console': `soak_acts where console = '${partnerName}'`,
  'inbox items of the rule': `notices where kind = 'rule'`,
  'follow-ups of the rule': `inspection_review_events where state = 'follow-up'`,
  'statuses set by the rule': `rule_statuses where state = 'set'`,
}

async function countAll(db: Queryable, queries: Readonly<Record<string, string>>): Promise<Array<[string, number]>> {
  const counts: Array<[string, number]> = []
  for (const [name, from] of Object.entries(queries)) {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${from}`)
    counts.push([name, rows[0]?.n ?? 0])
  }
  return counts
}

/** Waits until no hit is waiting, and compares. */
export async function readRuleReport(db: Queryable): Promise<RuleReport> {
  for (;;) {
    const { rows } = await db.query(
      `select from rule_hits join rules using (rule_id) where state = 'waiting' and paused_at is null limit 1`,
    )
    if (rows.length === 0) break
    await systemClock.sleep(200)
  }
  const wrong = (await countAll(db, mustBeNone)).filter(([, count]) => count > 0)
  return {
    figures: Object.fromEntries(await countAll(db, figures)),
    faults: wrong.map(([name, count]) => `${name}: ${count}`),
  }
}
