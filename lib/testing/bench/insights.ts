import path from 'node:path'
import { createDatabase } from '@/lib/db/database'
import { startEmbedded } from '@/lib/db/embedded/embedded'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { readQuestionInsight, readRepeatInsight } from '@/lib/insights/failures-data'
import type { AskedInsight } from '@/lib/insights/scope-data'
import { countMonths } from '@/lib/insights/months-store'
import { readAuthorInsight, readSiteInsight } from '@/lib/insights/sites-data'
import { readReviewInsight, readTrendInsight } from '@/lib/insights/trend-data'
import { Random } from '@/lib/standin/random'
import { measureImport } from './import'
import { datasetEndMs } from './search/dataset'
import { ensureDataset, type DatasetFacts } from './search/dataset-load'
import { benchFolder, say, writeResults } from './tools'

const rowsDefault = 1_000_000
const importedDefault = 6_000
const roundsEach = 20
const p95MaxMs = 200
const diskShareMax = 0.3
const importRatioMin = 0.9
const dayMs = 86_400_000

/** In each inspection with failures, up to four of twelve questions of its template failed. */
const fillFailures = `insert into inspection_failures (audit_id, position, question, label, completed_at)
  select audit_id, place, md5(template_id || asked), 'Question ' || asked, date_completed
  from (select audit_id, template_id, date_completed, least(failed_count, 4) as failures, abs(hashtext(audit_id)) as draw
        from inspections where failed_count > 0) as failed
  cross join lateral generate_series(0, failures - 1) as place
  cross join lateral (select ((draw / (place + 1)) % 12 + place) % 16 as asked) as question`

/** Two of three inspections name one of 2,000 assets. */
const fillAssets = `insert into inspection_assets (audit_id, position, ref, label, completed_at)
  select audit_id, 0, 'asset ' || draw % 2000, 'Asset ' || draw % 2000, date_completed
  from (select audit_id, date_completed, abs(hashtext(audit_id)) as draw from inspections) as named where draw % 3 > 0`

async function prepare(db: Database): Promise<void> {
  const { rows } = await db.query<{ has: boolean }>('select exists (select from inspection_failures) as has')
  if (rows[0]?.has !== true) {
    say('  failures and assets')
    await db.query(fillFailures)
    await db.query(fillAssets)
    await db.query('vacuum (analyze) inspection_failures, inspection_assets')
  }
  say('  counts of months')
  const startedAt = performance.now()
  await db.query('truncate insight_changes')
  await countMonths(db, datasetEndMs)
  await db.query('vacuum (analyze) insight_counts, insight_months, insight_changes')
  say(`  ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

const insights = {
  questions: readQuestionInsight,
  repeats: (asked: AskedInsight, source: { db: Database; nowMs: number }) =>
    readRepeatInsight({ ...asked, at: 'site', times: 3 }, source),
  'repeats by asset': (asked: AskedInsight, source: { db: Database; nowMs: number }) =>
    readRepeatInsight({ ...asked, at: 'asset', times: 3 }, source),
  sites: readSiteInsight,
  trend: readTrendInsight,
  authors: readAuthorInsight,
  reviews: readReviewInsight,
} as const

const periods = { '90 days': 90, '90 days of one site': 90, 'one year': 365, 'three years': 1_096 } as const

/** The p95 of the reads in milliseconds. Every read has its own period, so that none is cached. */
async function measureReads(db: Database, facts: DatasetFacts): Promise<Record<string, Record<string, number>>> {
  const random = new Random(0x15, 1)
  const p95: Record<string, Record<string, number>> = {}
  for (const [name, read] of Object.entries(insights)) {
    const found: Record<string, number> = (p95[name] = {})
    for (const [period, days] of Object.entries(periods)) {
      const times: number[] = []
      for (let round = 0; round < roundsEach; round += 1) {
        const toMs = datasetEndMs - Math.floor(random.next() * 10 * dayMs)
        const range = `${new Date(toMs - days * dayMs).toISOString()}..${new Date(toMs).toISOString()}`
        const site = period.includes('site') ? { site: [random.pick(facts.sites)] } : {}
        const startedAt = performance.now()
        await read({ completedAt: [range], tz: ['Europe/Berlin'], compare: 'previous', ...site }, { db, nowMs: toMs })
        times.push(performance.now() - startedAt)
      }
      times.sort((a, b) => a - b)
      found[period] = Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? 0)
    }
    say(
      `  ${name}: ${Object.entries(found)
        .map(([period, ms]) => `${period} ${ms} ms`)
        .join(', ')}`,
    )
  }
  return p95
}

/** The tables of the index of answers, and of what it is counted from. */
const ofAnswers = /inspection_failures|inspection_assets|question_sets/

/** The same database without the index of answers. It shows what an import cost before that index existed. */
const withoutAnswers = (db: Database): Database => ({
  ...db,
  transaction: (work, options) =>
    db.transaction(
      (tx) =>
        work({
          query: (text, values) =>
            ofAnswers.test(text) ? Promise.resolve({ rows: [], rowCount: 0 }) : tx.query(text, values),
        }),
      options,
    ),
})

const before = `drop trigger inspections_insight_insert on inspections;
  drop trigger inspections_insight_update on inspections;
  drop index inspections_failed_completed;
  drop index inspections_completed;
  create index inspections_completed on inspections (date_completed, audit_id) include (missing_at)`

/** Documents per second with and without the index of answers, in both orders. */
async function measureImports(inspections: number) {
  const speeds = { with: 0, without: 0 }
  let diskShare = 0
  for (const kind of ['with', 'without', 'without', 'with'] as const) {
    const { perSecond } = await measureImport(inspections, {
      wrap: async (db) => {
        if (kind === 'with') return db
        await db.query(before)
        return withoutAnswers(db)
      },
      finish: async (db) => {
        if (kind === 'without') return
        await countMonths(db, Date.now())
        await db.query('vacuum full inspections')
        const whole = await readSize(db)
        await db.query(
          'truncate inspection_failures, inspection_assets, question_sets, insight_counts, insight_months, insight_changes',
        )
        await db.query(before)
        await db.query('update inspections set answered_set = null')
        await db.query('vacuum full inspections')
        const alone = await readSize(db)
        diskShare = (whole - alone) / alone
      },
    })
    speeds[kind] += perSecond / 2
  }
  return { speeds, diskShare }
}

/** The bytes that inspections take. Other tables are left out, because in a new database they would count as much. */
async function readSize(db: Database): Promise<number> {
  await db.query('vacuum')
  const { rows } = await db.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relkind = 'r' and (relname like 'inspection%' or relname like 'insight%' or relname = 'question_sets') and relnamespace = 'public'::regnamespace`,
  )
  return rows[0]?.bytes ?? 0
}

/**
 * Measures the times of the insights over a large index, and what the index of answers costs. The arguments are the
 * number of rows and the number of imported documents.
 */
export async function benchInsights([rowsWord, importedWord]: readonly string[]): Promise<boolean> {
  const rows = Number(rowsWord ?? rowsDefault)
  const dir = path.join(benchFolder, `insights-${rows}`)
  const facts = await ensureDataset(dir, rows)
  const server = await startEmbedded({ dataDir: dir, log: silentLog })
  const db = createDatabase({ kind: 'embedded', connection: server.connection, log: silentLog })
  let p95: Record<string, Record<string, number>>
  try {
    await prepare(db)
    p95 = await measureReads(db, facts)
  } finally {
    await db.close()
    await server.stop()
  }
  const { speeds, diskShare } = await measureImports(Number(importedWord ?? importedDefault))
  const ratio = speeds.with / speeds.without
  say(
    `import with answers ${speeds.with.toFixed(0)}/s, without ${speeds.without.toFixed(0)}/s: ratio ${ratio.toFixed(2)}; disk + ${(diskShare * 100).toFixed(1)} %`,
  )
  const slowest = Math.max(...Object.values(p95).flatMap((found) => Object.values(found)))
  writeResults('insights', { rows, p95, speeds, ratio, diskShare })
  return slowest <= p95MaxMs && ratio >= importRatioMin && diskShare <= diskShareMax
}
