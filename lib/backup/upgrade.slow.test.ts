import { execFileSync, spawnSync } from 'node:child_process'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '@/lib/db/database'
import { startServerProcess } from '@/lib/db/embedded/server-process'
import { databaseInfo, openDatabase } from '@/lib/db/instance'
import { migrate } from '@/lib/db/migrate'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import { waitUntilRemoved } from '@/lib/db/testing-processes'
import type { Database } from '@/lib/db/types'
import { findSystemPrograms } from '@/lib/testing/consoles/cluster'
import { seed } from '@/lib/testing/random-runs'
import { upgradeEmbedded } from './upgrade'

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
const env = { NODE_ENV: 'test' as const, PATH: '/usr/bin:/bin', LC_ALL: 'C' }
/** The last migration of the older release. */
const lastOfOlder = '0040_rule_trouble'

let folder: string
/** A DATA_DIR of a console that shipped with Debian's PostgreSQL. Tests work on copies. */
let older: string
let major: number
let lines: string[]

beforeAll(async () => {
  folder = await makeTestFolder('major')
  older = path.join(folder, 'older')
  const programs = findSystemPrograms()
  major = Number(path.basename(path.dirname(programs)))
  const data = path.join(older, 'postgres', 'data')
  const secret = path.join(folder, 'secret')
  await mkdir(data, { recursive: true, mode: 0o711 })
  await writeFile(secret, 'the-password\n')
  if (user !== null) for (const file of [data, secret]) await chown(file, user.uid, user.gid)
  const words = [`--pgdata=${data}`, '--username=sightline', `--pwfile=${secret}`, '--auth=scram-sha-256', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), [...words, '--encoding=UTF8', '--locale=C'], {
    cwd: '/',
    env,
    stdio: 'ignore',
    ...user,
  })
  await writeFile(path.join(data, 'sightline-password'), 'the-password\n', { mode: 0o600 })
  lines = await fill(programs, data)
}, 120_000)
afterAll(() => removeTestFolder(folder))

/** Runs the older server, and stores the data that a console of the older release would have. @returns every row */
async function fill(programs: string, data: string): Promise<string[]> {
  const server = startServerProcess(
    {
      command: path.join(programs, 'postgres'),
      args: ['-D', data, '-k', data, '-c', 'listen_addresses='],
      env,
      cwd: '/',
      uid: user?.uid ?? null,
      gid: user?.gid ?? null,
      dataDir: data,
      remove: null,
    },
    () => {},
  )
  expect(await server.ready).not.toBeNull()
  const connection = { host: data, port: 5432, user: 'sightline', password: 'the-password' }
  const open = (database: string) =>
    createDatabase({ kind: 'embedded', connection: { ...connection, database }, log: silentLog })
  const system = open('postgres')
  await system.query('create database sightline')
  await system.close()
  const db = open('sightline')
  await migrate(db, { log: silentLog, last: lastOfOlder })
  await db.query(`insert into users (email, name, role, password_hash) values ('a@x.example', 'Ann', 'admin', 'x')`)
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id)
     select 'audit_' || n, now(), 'a tab' || chr(9) || ' and 日本 😀' from generate_series(1, 2000) n`,
  )
  await db.query(
    `insert into inspection_documents (audit_id, modified_at, document)
     select audit_id, modified_at, json_build_object('long', repeat(audit_id, 200)) from inspections`,
  )
  const rows = await readLines(db)
  await db.close()
  await server.stop()
  return rows
}

async function readLines(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select audit_id || template_id || document::text as line
     from inspections join inspection_documents using (audit_id) order by audit_id collate "C"`,
  )
  return rows.map(({ line }) => line)
}

async function copyOlder(name: string): Promise<string> {
  const dataDir = path.join(folder, name)
  execFileSync('cp', ['-a', older, dataDir])
  return dataDir
}

async function expectEverything(dataDir: string): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir, log: silentLog })
  expect((await databaseInfo(db)).version).toMatch(/^18\./)
  expect(await readLines(db)).toEqual(lines)
  expect((await db.query('select email from users')).rows).toEqual([{ email: 'a@x.example' }])
  await db.close()
  const left = (await readdir(path.join(dataDir, 'postgres'))).filter((name) => !/^(?:run|postgresql-18.*)$/.test(name))
  expect(left.toSorted()).toEqual(['before-postgresql-18.backup', 'data'])
}

it('an upgrade moves all data of an older PostgreSQL to the new one, while a second start is refused', async () => {
  const dataDir = await copyOlder('moved')
  await expect(openDatabase({ databaseUrl: null, dataDir, log: silentLog })).rejects.toThrow(
    `was made by PostgreSQL ${major}, and this version of Sightline brings 18. Start Sightline once`,
  )
  let rival: unknown = null
  const racing: Promise<unknown>[] = []
  const onStep = (step: string) => {
    if (step !== 'create') return
    racing.push(
      upgradeEmbedded({ dataDir, olderBin: null, log: silentLog }).catch((error: unknown) => {
        rival = error
      }),
    )
  }
  expect(await upgradeEmbedded({ dataDir, olderBin: null, log: silentLog, onStep })).toBe(true)
  await Promise.all(racing)
  expect(rival).toMatchObject({ reason: 'in-use' })
  await expectEverything(dataDir)
  expect(await upgradeEmbedded({ dataDir, olderBin: null, log: silentLog })).toBe(false)
}, 120_000)

it('an upgrade uses the programs in the folder POSTGRES_OLD_BIN', async () => {
  const dataDir = await copyOlder('named')
  await expect(upgradeEmbedded({ dataDir, olderBin: '/usr/bin', log: silentLog })).rejects.toThrow(
    /^POSTGRES_OLD_BIN holds no programs of PostgreSQL that run, .* Nothing was changed\.$/,
  )
  await upgradeEmbedded({ dataDir, olderBin: findSystemPrograms(), log: silentLog })
  await expectEverything(dataDir)
}, 120_000)

it(
  'an upgrade that is killed at any step loses nothing, and the next start continues it',
  { timeout: 1_800_000 },
  async () => {
    const script = path.resolve('lib/backup/testing-upgrade.ts')
    const upgrade = (dataDir: string, killAt: number) =>
      spawnSync(process.execPath, ['--conditions=react-server', '--import', 'tsx', script, dataDir, String(killAt)], {
        encoding: 'utf8',
      })
    const dataDir = path.join(folder, 'killed')
    let killed = 0
    // Each run tests a third of the steps, and the seed of the day chooses which.
    for (let killAt = 1 + (seed % 3); ; killAt += 3) {
      await rm(dataDir, { recursive: true, force: true })
      await copyOlder('killed')
      const first = upgrade(dataDir, killAt)
      if (first.status === 0) break
      expect(first.signal, first.stderr).toBe('SIGKILL')
      killed += 1
      const second = upgrade(dataDir, 0)
      expect(second.status, `killed at ${first.stdout}${second.stderr}`).toBe(0)
      await expectEverything(dataDir)
      await waitUntilRemoved(dataDir)
    }
    expect(killed).toBeGreaterThan(3)
  },
)
