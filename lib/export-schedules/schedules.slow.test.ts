import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeTestFolder, openTestDatabase, removeTestFolder, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { runs } from '@/lib/testing/random-runs'
import { addDueRuns } from './store'
import { addSchedule } from './testing'

const assets = 400_000
const kills = runs(8, 3)

function startConsole(db: TestDatabase, exportDir: string) {
  const script = path.resolve('lib/export-schedules/testing-worker.ts')
  const given = JSON.stringify({ connection: db.connection, exportDir })
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', script, given], {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'] },
    stdio: 'inherit',
  })
  return { child, exited: new Promise<number | null>((resolve) => child.once('close', resolve)) }
}

/** The size of the unfinished file; 0 when there is none. */
async function readDraftBytes(dir: string): Promise<number> {
  const name = (await readdir(dir)).find((one) => one.endsWith('.partial'))
  return name === undefined ? 0 : (await stat(path.join(dir, name)).catch(() => ({ size: 0 }))).size
}

it('an export that is killed again and again never leaves a partial file under its final name, and stays one run', async () => {
  const folder = await makeTestFolder('schedules-killed')
  await using db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  const exportDir = path.join(folder, 'exports')
  await mkdir(exportDir)
  await db.query(
    `insert into assets (asset_id, code, type_id, type_name, state, search_text, document, seen_at)
     select 'asset_' || lpad(n::text, 8, '0'), 'Forklift ' || n, 'type_1', 'Forklift', 'active', '', '{}', now()
     from generate_series(1, ${assets}) n`,
  )
  await addSchedule(db, await addReviewer(db, 'admin'), {}, Date.parse('2026-11-25T12:00:00Z'))
  await addDueRuns(db, new Date('2026-11-26T05:00:00Z'))
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, exited } = startConsole(db, exportDir)
    // Each console dies at another position in the file.
    await vi.waitUntil(async () => (await readDraftBytes(exportDir)) > 100_000 * (1 + kill * 7), {
      timeout: 60_000,
      interval: 5,
    })
    child.kill('SIGKILL')
    await exited
    expect((await readdir(exportDir)).filter((name) => !name.endsWith('.partial'))).toEqual([])
    // This has the same effect as the end of the dead console's lease.
    await db.query('update export_runs set next_at = now()')
  }
  expect(await startConsole(db, exportDir).exited).toBe(0)
  expect(await readdir(exportDir)).toEqual(['assets-2026-11-26.csv'])
  const text = await readFile(path.join(exportDir, 'assets-2026-11-26.csv'), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(assets + 1)
  const { rows } = await db.query(
    `select state, row_count, fence, failures, (select count(*) from activity where action = 'export-schedule.run') as entries
     from export_runs`,
  )
  expect(rows).toEqual([{ state: 'done', row_count: assets, fence: kills + 1, failures: 0, entries: 1 }])
  await removeTestFolder(folder)
}, 400_000)
