import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDatabase } from '@/lib/db/database'
import { startEmbedded } from '@/lib/db/embedded/embedded'
import { migrate, readMigrations } from '@/lib/db/migrate'
import { silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { searchVersion, titleKey, writeVector } from '@/lib/search/search-text'
import { allColumns, columnValues, unnestColumns, type IndexedDocument } from '@/lib/sync/documents/document-columns'
import { keepQuestionSets, toQuestionSet, type QuestionSet } from '@/lib/sync/documents/question-sets'
import { createDataset, datasetVersion, type Dataset, type DatasetRow } from './dataset'
import { readSamples } from './dataset-source'
import { vocabulary } from './dataset-words'
import { say } from '@/lib/testing/bench/tools'

/** Facts about a stored data set. Written last, so that an incomplete one is created again. */
export interface DatasetFacts {
  digest: string
  rows: number
  loadSeconds: number
  indexSeconds: number
  sizeMb: number
  words: DatasetWords
  templates: Array<{ id: string; count: number }>
  sites: string[]
}

interface CountedWord {
  word: string
  count: number
}

/** Words by the number of rows that contain them: a hundredth and more, a thousandth and more, fewer than 50. */
export interface DatasetWords {
  common: CountedWord[]
  medium: CountedWord[]
  rare: CountedWord[]
}

const sampleCount = 4_000
const rareCandidates = 400
/** Words from titles, sites, answers and notes. Some occur together in many rows, some never. */
const wordsOfStandin =
  'forklift kitchen racking scaffold playground depot terminal warehouse yard leeds missing door late vest damage fryer guard seal pallet'.split(
    ' ',
  )
const batchRows = 5_000
const setsEach = 12
const batchesAtOnce = 2

const factsFile = (dir: string) => path.join(dir, 'dataset.json')

/** Changes whenever the rows or their tables would be different. */
export async function digestDataset(rows: number): Promise<string> {
  const hash = createHash('sha256').update(`${datasetVersion} ${searchVersion} ${rows}`)
  for (const { checksum } of await readMigrations()) hash.update(checksum)
  for (const file of ['dataset.ts', 'dataset-source.ts', 'dataset-words.ts', 'dataset-load.ts'])
    hash.update(readFileSync(path.join('lib/testing/bench/search', file)))
  return hash.digest('hex')
}

/** The facts of an existing, valid data set; null when it has to be created. */
export function readKeptDataset(dir: string, digest: string): DatasetFacts | null {
  if (!existsSync(factsFile(dir))) return null
  const facts = JSON.parse(readFileSync(factsFile(dir), 'utf8')) as DatasetFacts
  return facts.digest === digest ? facts : null
}

const knownSets = new Map<string, QuestionSet>()

/**
 * One of twelve sets of answered questions of a template. Each set has the 16 questions of the insights bench, and some
 * of 12 other questions.
 */
function drawAnswered(templateId: string, auditId: string): QuestionSet {
  const variant = Number.parseInt(auditId.slice(-4), 16) % setsEach
  const key = `${templateId} ${variant}`
  const known = knownSets.get(key)
  if (known !== undefined) return known
  const names = Array.from({ length: 28 }, (_, at) => at).filter((at) => at < 16 || (at * 7 + variant) % 3 > 0)
  const made = toQuestionSet(names.map((at) => createHash('md5').update(`${templateId}${at}`).digest('hex')))
  knownSets.set(key, made)
  return made
}

/** What the sync writes for a document, with the row's own texts as its words. */
const toIndexed = ({ auditId, modifiedAt, summary, fields }: DatasetRow): IndexedDocument => ({
  auditId,
  modifiedAt,
  summary,
  search: writeVector(fields),
  titleKey: titleKey(summary.title),
  media: [],
  failures: [],
  assets: [],
  answered: drawAnswered(summary.templateId ?? '', auditId),
  problem: null,
})

/** Columns whose values are sent as text. */
const sentAsText: Readonly<Record<string, string>> = { search: '::tsvector', failed_questions: '::jsonb' }
const names = allColumns.map(([name]) => name)
const insertRows = `insert into inspections (${names.join(', ')}, hydrated_modified_at, search_version)
  select ${names.map((name) => `${name}${sentAsText[name] ?? ''}`).join(', ')}, modified_at, ${searchVersion}
  from ${unnestColumns(allColumns, 1)}`

async function loadRows(db: Database, rows: number, dataset: Dataset): Promise<void> {
  const waiting = new Set<Promise<unknown>>()
  for (let from = 0; from < rows; from += batchRows) {
    const batch = Array.from({ length: Math.min(batchRows, rows - from) }, (_, at) => dataset.rowAt(from + at))
    const values = columnValues(allColumns, batch.map(toIndexed))
    // Batches with new names can wait for each other in a circle. A transaction that loses is repeated.
    const insert = db.transaction((tx) => tx.query(insertRows, values))
    const work: Promise<unknown> = insert.finally(() => waiting.delete(work))
    waiting.add(work)
    if (waiting.size >= batchesAtOnce) await Promise.race(waiting)
    if (from % 100_000 === 0) say(`  ${from} rows`)
  }
  await Promise.all(waiting)
}

/**
 * Creates the indexes after the rows. This takes a tenth of the time, and the indexes are as compact as after a
 * rebuild.
 */
async function withoutIndexes(db: Database, table: string, work: () => Promise<void>): Promise<number> {
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  await work()
  const startedAt = performance.now()
  // One statement, so that both run on one connection.
  for (const { definition } of indexes) await db.query(`set maintenance_work_mem = '512MB'; ${definition}`)
  return (performance.now() - startedAt) / 1_000
}

/** Words with the number of rows that contain each, found by counting candidates of all ranks. */
async function chooseWords(db: Database, rows: number): Promise<DatasetWords> {
  const words: DatasetWords = { common: [], medium: [], rare: [] }
  const candidates = new Set<string>()
  for (let rank = 1; rank < vocabulary.length; rank = Math.ceil(rank * 1.02)) candidates.add(vocabulary[rank] ?? '')
  for (const word of vocabulary.slice(-rareCandidates)) candidates.add(word)
  for (const word of wordsOfStandin) candidates.add(word)
  for (const word of candidates) {
    const { rows: counts } = await db.query<{ count: number }>(
      `select count(*)::int as count from inspections where search @@ $1::tsquery`,
      [word],
    )
    const count = counts[0]?.count ?? 0
    const rank = count >= rows / 100 ? words.common : count >= rows / 1_000 ? words.medium : words.rare
    if (rank !== words.rare || (count > 0 && count < 50)) rank.push({ word, count })
  }
  return words
}

async function fill(db: Database, rows: number, digest: string): Promise<DatasetFacts> {
  say(`  reading ${sampleCount} documents of the stand-in`)
  const samples = await readSamples(Math.min(sampleCount, rows))
  const dataset = createDataset(samples)
  const startedAt = performance.now()
  await db.query('set synchronous_commit = off')
  const indexSeconds = await withoutIndexes(db, 'inspections', () => loadRows(db, rows, dataset))
  await keepQuestionSets(
    db,
    [...knownSets.values()].map((answered) => ({ answered })),
  )
  await withoutIndexes(db, 'inspection_ids', async () => {
    await db.query('insert into inspection_ids select audit_id from inspections')
  })
  const loadSeconds = (performance.now() - startedAt) / 1_000 - indexSeconds
  await db.query(`insert into sync_state (name, checkpoint, last_started_at, last_finished_at, passes)
    values ('inspections', (select max(modified_at) from inspections), now(), now(), 1)`)
  say('  vacuum')
  await db.query('vacuum (freeze, analyze)')
  const words = await chooseWords(db, rows)
  const templates = await db.query<{ id: string; count: number }>(
    `select template_id as id, count(*)::int as count from inspections group by 1 order by 2 desc`,
  )
  const { rows: size } = await db.query<{ mb: number }>(
    `select (pg_database_size(current_database()) / 1048576)::int as mb`,
  )
  return {
    digest,
    rows,
    loadSeconds: Math.round(loadSeconds),
    indexSeconds: Math.round(indexSeconds),
    sizeMb: size[0]?.mb ?? 0,
    words,
    templates: templates.rows,
    sites: [...dataset.sites],
  }
}

/** Runs `work` on the private database in `dir` while no console uses it. */
async function withDatabase<Result>(dir: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const server = await startEmbedded({ dataDir: dir, log: silentLog })
  const db = createDatabase({
    kind: 'embedded',
    connection: server.connection,
    log: silentLog,
    connectionsMax: batchesAtOnce,
    onClose: () => server.stop(),
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The service of the bench does not have these rows, so a full reconciliation would mark them as missing. */
async function putOffCompare(db: Database): Promise<void> {
  await db.query(
    `insert into reconcile_runs (cause, state, until, expected, finished_at) values ('schedule', 'done', now(), 0, now())`,
  )
}

/** Makes sure that `dir` is the data directory of a console with that many rows. Creates it if needed. */
export async function ensureDataset(dir: string, rows: number): Promise<DatasetFacts> {
  const digest = await digestDataset(rows)
  const kept = readKeptDataset(dir, digest)
  if (kept !== null) {
    await withDatabase(dir, putOffCompare)
    return kept
  }
  say(`Making ${rows} inspections in ${dir}; the next run finds them there.`)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  return await withDatabase(dir, async (db) => {
    await migrate(db, { log: silentLog })
    const facts = await fill(db, rows, digest)
    await putOffCompare(db)
    writeFileSync(factsFile(dir), `${JSON.stringify(facts)}\n`)
    return facts
  })
}
