import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { startEmbedded } from '@/lib/db/embedded/embedded'
import { migrate } from '@/lib/db/migrate'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import { readLatestRun, readRunningRun, startRun } from '@/lib/sync/reconcile/store'
import { createSync } from '@/lib/sync/sync'
import { openDoor } from '@/lib/webhooks/testing'
import { serveDoor } from '@/lib/webhooks/testing-inbox'
import { createInboxWorker } from '@/lib/webhooks/worker'
import type { ConsoleOrder, ConsoleSettings, ConsoleWord, Index, IndexRow, Opened } from './protocol'
import { prepareRules, readRuleReport, startRules } from './rules'
import { skewDate } from './skewed-date'

/** The console of a soak: it has the database, client and sync of the console, but no pages. It exists to be killed. */

const settings = JSON.parse(process.argv[2] ?? '{}') as ConsoleSettings
skewDate(settings.skewMs)
const send = (word: ConsoleWord) => process.send?.(word)

const server = await startEmbedded({ dataDir: settings.dataDir, log: silentLog })
const db = createDatabase({
  kind: 'embedded',
  connection: server.connection,
  log: silentLog,
  healTimeoutMs: 20_000,
  onClose: () => server.stop(),
})
await migrate(db, { log: silentLog })
await prepareRules(db, settings.assets)
const service = createService({
  baseUrl: settings.baseUrl,
  token: settings.token,
  limits: { searchInspections: 1_000_000, other: 1_000_000 },
})
/** The same database, which signals when the state of the sync is about to be written. */
const watched: Database = {
  ...db,
  query: (text, values) => {
    noteSaving(text)
    return db.query(text, values)
  },
  transaction: (work) =>
    db.transaction((tx) =>
      work({
        query: (text, values) => {
          noteSaving(text)
          return tx.query(text, values)
        },
      }),
    ),
}
function noteSaving(text: string): void {
  if (/^\s*(insert|update|delete)\b[^]*\b(sync_|reconcile)/i.test(text)) send({ kind: 'saving' })
}
const sync = createSync({
  database: () => Promise.resolve(watched),
  service: () => service,
  clock: systemClock,
  log: silentLog,
  intervalMs: settings.intervalMs,
  limit: settings.limit,
  reconcilePaceMs: 20,
})

const inbox = createInboxWorker({
  database: () => Promise.resolve(watched),
  service: () => service,
  sync: () => sync,
  clock: systemClock,
  log: silentLog,
})
const door = openDoor(watched, { secret: settings.webhooks.secret, onKept: () => inbox.wake() })

async function readDeliveries(): Promise<Record<string, number>> {
  const { rows } = await db.query<{ state: string; n: number }>(
    'select state, count(*) as n from webhook_deliveries group by state',
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function readState(): Promise<{ checkpoint: string | null; passes: number; lastError: string | null }> {
  const { rows } = await db.query<{ checkpoint: string | null; passes: number; lastError: string | null }>(
    `select checkpoint, passes, last_error as "lastError" from sync_state where name = 'inspections'`,
  )
  return rows[0] ?? { checkpoint: null, passes: 0, lastError: null }
}

async function readGaps(): Promise<string[]> {
  const { rows } = await db.query<{ at: string }>('select at from sync_gaps where resolved_at is null')
  return rows.map(({ at }) => at)
}

async function readOpened(): Promise<Opened> {
  const { checkpoint } = await readState()
  const { rows } = await db.query<Opened['rows'][number]>(
    'select audit_id as id, modified_at as "modifiedAt", missing_at is not null as "isMissing" from inspections',
  )
  return { checkpoint, rows, gaps: await readGaps() }
}

async function readIndex(): Promise<Index> {
  const { rows } = await db.query<IndexRow>(
    `select known.audit_id as id, known.modified_at as "modifiedAt", hydrated_modified_at as "hydratedAt", archived,
       missing_at is not null as "isMissing", kept.document::json ->> 'modified_at' as "documentModifiedAt"
     from inspections known
     left join inspection_documents kept on kept.audit_id = known.audit_id and kept.modified_at = known.modified_at`,
  )
  return { rows, gaps: await readGaps(), lastError: (await readState()).lastError }
}

/**
 * Runs passes until two more have ended, and hydrates until all documents are read. Failed documents are due
 * immediately.
 */
async function settle(ids: readonly string[]): Promise<void> {
  const { passes } = await readState()
  while ((await readState()).passes < passes + 2) {
    sync.poke()
    await systemClock.sleep(100)
  }
  for (;;) {
    const { rows } = await db.query<{ audit_id: string }>(
      `update inspections set hydrate_after = null
       where audit_id = any($1::text[]) and missing_at is null
         and (hydrated_modified_at is null or hydrated_modified_at <> modified_at)
       returning audit_id`,
      [ids],
    )
    if (rows.length === 0) return
    sync.hydrateFirst(rows.map((row) => row.audit_id))
    await systemClock.sleep(500)
  }
}

/** Requests a full reconciliation and waits for its end. One that a kill interrupted is continued instead. */
async function compareAll(): Promise<void> {
  while ((await startRun(db, 'person')) === null) await systemClock.sleep(100)
  sync.wakeReconcile()
  while ((await readRunningRun(db)) !== null) {
    // The reconciliation waits for a pass before it marks anything.
    sync.poke()
    await systemClock.sleep(200)
  }
}

/** Repeats work until it succeeds, because the database may be killed at any time. */
async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work()
    } catch {
      await systemClock.sleep(100)
    }
  }
}

async function obey(order: ConsoleOrder): Promise<void> {
  if (order.kind === 'settle') {
    await insist(() => settle(order.ids))
    send({ kind: 'settled' })
  } else if (order.kind === 'reconcile') {
    // A full reconciliation that was killed midway does not include changes after its start, so another one follows.
    if ((await insist(() => readRunningRun(db))) !== null) await insist(compareAll)
    await insist(compareAll)
    const run = await insist(() => readLatestRun(db))
    if (run?.state !== 'done') throw new Error(`the full compare is ${run?.state ?? 'not there'}: ${run?.error ?? ''}`)
    send({ kind: 'reconciled' })
  } else {
    const index = await insist(readIndex)
    const rules = await insist(() => readRuleReport(db))
    send({ kind: 'index', index, deliveries: await insist(readDeliveries), rules })
  }
}

process.on('message', (order: ConsoleOrder) => {
  obey(order).catch((error: unknown) => send({ kind: 'failed', reason: String(error) }))
})
process.on('disconnect', () => process.exit(0))

startRules(watched)
send({ kind: 'opened', opened: await insist(readOpened), connection: server.connection })
sync.start()
inbox.start()
await serveDoor(door, settings.webhooks.port)
if (settings.compares) void insist(compareAll)
for (;;) {
  const { checkpoint, passes } = await insist(readState)
  send({ kind: 'checkpoint', checkpoint, passes, postgres: server.processes()?.postgres ?? null })
  await systemClock.sleep(100)
}
