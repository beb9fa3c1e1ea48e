import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GET } from '@/app/api/inspections/export/route'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { runs } from '@/lib/testing/random-runs'
import { processWide } from '@/lib/process-wide'

const rowsCount = runs(1_000_000, 200_000)
const settleRows = Math.min(100_000, rowsCount / 2)
const growthMax = 8_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in use after a garbage collection. Otherwise the result would depend on when the collector runs. */
function readHeldBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let db: TestDatabase
let cookie: string

beforeAll(async () => {
  db = await openTestDatabase()
  // Drops indexes, because filling them would take most of the time, and the export only reads one.
  await db.query(`do $$ declare name text; begin
    for name in select indexrelid::regclass::text from pg_index
      where indrelid = 'inspections'::regclass and not indisunique and indexrelid::regclass::text <> 'inspections_newest'
    loop execute 'drop index ' || name; end loop; end $$`)
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, title, template_name, site_name,
                              author_name, score_percentage, failed_count, date_completed)
     select 'audit_' || md5(n::text), at, 'template_' || n % 7, at, 'Forklift pre-start inspection ' || n, 'Pre-start ' || n % 7,
            'Leeds, depot ' || n % 40, 'Author ' || n % 300, n % 101, n % 4, at
     from generate_series(1, ${rowsCount}) n,
          lateral (select timestamptz '2026-11-20T12:00:00Z' - n * interval '1 minute' as at) as times`,
  )
  await db.query('analyze inspections')
  const auth = installTestAuth(db, new HandClock())
  processWide('database', () => ({ log: { info() {}, warn() {}, error() {} }, opening: Promise.resolve(db) }))
  cookie = (await auth.signInAs((await auth.addPerson('viewer')).userId)).cookie
}, 900_000)
afterAll(() => db.close())

// Calls the route handler and reads one chunk at a time.
it(
  'an export uses the same amount of memory for any number of rows',
  { tags: ['R25', 'full'], timeout: 900_000 },
  async () => {
    const { signal } = new AbortController()
    const startedAt = performance.now()
    const response = await GET(
      new Request('http://127.0.0.1:3000/api/inspections/export?zone=Europe/Berlin&name=Slow', {
        headers: { cookie },
        signal,
      }),
      { params: Promise.resolve({}) },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(/filename="inspections-slow-\d{4}-\d\d-\d\d\.csv"/)
    let lines = 0
    let bytes = 0
    let settled = 0
    let highest = 0
    let nextSample = settleRows / 2
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength
      for (const byte of piece) if (byte === 10) lines += 1
      if (lines < nextSample) continue
      nextSample += settleRows / 4
      // The first rows allocate buffers that every export needs.
      const held = readHeldBytes()
      if (lines < settleRows) settled = Math.max(settled, held)
      else highest = Math.max(highest, held)
    }
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(
      `export: ${lines - 1} rows, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s (${Math.round(lines / seconds)} rows/s), memory +${Math.round((highest - settled) / 1e6)} MB\n`,
    )
    expect(lines).toBe(rowsCount + 1)
    expect(response.headers.get('x-total-rows')).toBe(String(rowsCount))
    expect(settled).toBeGreaterThan(0)
    expect(highest).toBeGreaterThan(0)
    expect(highest - settled).toBeLessThan(growthMax)
  },
)
