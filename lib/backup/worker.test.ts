import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '@/lib/clock'
import { makeTestFolder, openTestDatabase, removeTestFolder, silentLog, type TestDatabase } from '@/lib/db/testing'
import { checkBackup } from './format'
import { backupLease, createBackupWorker } from './worker'

let folder: string
let db: TestDatabase
beforeAll(async () => {
  folder = await makeTestFolder('backups')
  db = await openTestDatabase()
})
afterAll(async () => {
  await db.close()
  await removeTestFolder(folder)
})

it('one of two consoles makes the backup that is due, keeps the newest backups and leaves other files alone', async () => {
  const dir = path.join(folder, 'backups')
  const names = async () => (await readdir(dir).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
  const made = vi.fn()
  const make = () =>
    createBackupWorker({
      database: () => Promise.resolve(db),
      clock: systemClock,
      log: { ...silentLog, info: made },
      dir,
      everyHours: 24,
      keep: 2,
    })
  const consoles = [make(), make()]
  for (const one of consoles) one.start()
  await vi.waitUntil(() => made.mock.calls.length > 0, 30_000)
  const [first = ''] = await names()
  expect(await checkBackup(path.join(dir, first))).toMatchObject({ header: { version: expect.any(String) as string } })

  for (const old of ['sightline-20200101T000000000Z.backup', 'sightline-20200102T000000000Z.backup', 'notes.txt'])
    await writeFile(path.join(dir, old), 'old')
  await writeFile(path.join(dir, 'sightline-20200103T000000000Z.backup.77.partial'), 'of a console that died')
  // The next day.
  await db.query(`update sync_state set last_started_at = now() - interval '25 hours' where name = $1`, [backupLease])
  for (const one of consoles) one.wake()
  await vi.waitUntil(() => made.mock.calls.length > 1, 30_000)
  await Promise.all(consoles.map((one) => one.stop()))
  expect(made).toHaveBeenCalledTimes(2)
  const left = await names()
  expect(left).toHaveLength(3)
  expect(left).toEqual(['notes.txt', first, left.at(-1)])
})
