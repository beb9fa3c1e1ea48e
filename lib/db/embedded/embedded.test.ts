import { execFileSync } from 'node:child_process'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from './embedded'
import { openDatabase } from '@/lib/db/instance'
import { createRandom } from '@/lib/db/random'
import { runs, seed } from '@/lib/testing/random-runs'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import { findProcesses, isRunning, killConsoles, startConsole, waitUntilRemoved } from '@/lib/db/testing-processes'

const log = silentLog

let folder: string
beforeEach(async () => {
  folder = await makeTestFolder('embedded')
})
afterEach(async () => {
  await killConsoles()
  await waitUntilRemoved(folder)
  await removeTestFolder(folder)
})

function killHard(pid: unknown): void {
  if (typeof pid !== 'number' || pid < 2) throw new Error(`no process: ${String(pid)}`)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended with the other processes.
  }
}

it(
  'the private PostgreSQL opens no network port, keeps its files private and stops without leftovers',
  { tags: ['full'] },
  async () => {
    const dataDir = path.join(folder, 'data')
    const db = await openDatabase({ databaseUrl: null, dataDir, log })
    const { rows } = await db.query(
      `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
            current_setting('server_encoding') as encoding, current_setting('password_encryption') as passwords,
            (select count(*) from pg_available_extensions where name in ('pg_trgm', 'unaccent', 'btree_gin')) as extensions,
            (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as methods`,
    )
    expect(rows).toEqual([
      {
        addresses: '',
        fsync: 'on',
        encoding: 'UTF8',
        passwords: 'scram-sha-256',
        extensions: 3,
        methods: 'scram-sha-256',
      },
    ])
    const home = path.join(dataDir, 'postgres')
    expect((await stat(path.join(home, 'run'))).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(home, 'data'))).mode & 0o077).toBe(0)
    expect((await stat(path.join(home, 'data', 'sightline-password'))).mode & 0o777).toBe(0o600)
    expect(findProcesses(folder).length).toBeGreaterThan(1)
    await db.close()
    expect(findProcesses(folder)).toEqual([])
    expect(await readdir(path.join(home, 'run'))).toEqual([])
  },
)

it('child processes get nothing of the console’s environment', { tags: ['full'] }, async () => {
  vi.stubEnv('SERVICE_TOKEN', 'canary-token-value')
  const server = await startEmbedded({ dataDir: folder, log })
  const processes = server.processes()
  for (const pid of [processes?.watcher, processes?.postgres])
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary')
  vi.unstubAllEnvs()
  await server.stop()
})

// R14: each round kills different processes with SIGKILL at a random point of a stream of writes.
describe('after kill -9', () => {
  const rounds = runs(50, 1)
  const victims = ['console', 'database', 'both', 'console and watcher', 'all three'] as const

  it(
    'no acknowledged row is lost, the console starts again and no process is left',
    { tags: ['R14'], timeout: 900_000 },
    async () => {
      const random = createRandom(seed)
      let acknowledged = 0
      for (let round = 0; round < rounds; round += 1) {
        // The fast tier runs one round, with a different victim each day.
        const victim = victims[(round + seed) % victims.length] ?? 'console'
        const console = startConsole(folder)
        const ready = await console.hear('ready')
        // Ids are stored in order from 1 on. If there are at least as many rows as the last acknowledged id, no row is
        // missing.
        expect(Number(ready['total']), `round ${round}`).toBeGreaterThanOrEqual(acknowledged)
        const target = Number(ready['total']) + 1 + Math.floor(random() * 60)
        await vi.waitUntil(() => console.said.some((line) => Number(line['stored']) >= target), {
          interval: 1,
          timeout: 30_000,
        })
        if (victim !== 'database') console.kill('SIGKILL')
        if (victim === 'console and watcher' || victim === 'all three') killHard(ready['watcher'])
        if (victim === 'database' || victim === 'both' || victim === 'all three') killHard(ready['postgres'])
        if (victim === 'database') {
          const from = console.said.length
          await vi.waitUntil(
            () => console.said.slice(from).some((line) => 'stored' in line && line['postgres'] !== ready['postgres']),
            {
              interval: 5,
              timeout: 30_000,
            },
          )
          console.kill('SIGTERM')
        }
        await console.exited
        acknowledged = Math.max(acknowledged, ...console.said.map((line) => Number(line['stored'] ?? 0)))
        // If the watcher is dead, only the next start stops the server. In all other cases the server ends by itself.
        if (victim !== 'console and watcher' && round % 2 === 0) await waitUntilRemoved(folder)
      }
      const last = startConsole(folder, 'idle')
      expect(Number((await last.hear('ready'))['total'])).toBeGreaterThanOrEqual(acknowledged)
      expect(findProcesses(folder).filter((pid) => isServer(pid))).toHaveLength(1)
      last.kill('SIGKILL')
      await last.exited
      await waitUntilRemoved(folder)
    },
  )
})

function isServer(pid: number): boolean {
  return /^\S*postgres -D /.test(execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }))
}

// R15
describe('consoles on one data directory', () => {
  const tries = runs(100, 2)

  it(
    'that start at the same time have exactly one winner, and the others name it',
    { tags: ['R15', 'full'], timeout: 900_000 },
    async () => {
      const racers = Array.from({ length: 4 }, () => startConsole('', 'race'))
      for (let round = 0; round < tries; round += 1) {
        // Three rounds use a new directory, so that its creation is part of the race.
        const dataDir = path.join(folder, `race-${Math.min(Math.floor(round / 2), 2)}`)
        const runners = round % 3 === 0 ? racers : racers.slice(0, 2)
        const from = runners.map(({ said }) => said.length)
        for (const runner of runners) runner.publishChange(dataDir)
        const outcomes = await Promise.all(
          runners.map(async (console, index) => await console.hear(['won', 'failed'], from[index])),
        )
        const winners = runners.filter((_, index) => 'won' in (outcomes[index] ?? {}))
        expect(winners, JSON.stringify(outcomes)).toHaveLength(1)
        for (const outcome of outcomes.filter((one) => 'failed' in one))
          expect(outcome['failed']).toBe(
            `The data directory ${dataDir} is in use by another console (process ${winners[0]?.pid}). Stop it or set DATA_DIR to another folder.`,
          )
        winners[0]?.publishChange('')
        await winners[0]?.hear('stopped', winners[0].said.length)
        expect(findProcesses(dataDir)).toEqual([])
      }
    },
  )

  it('are refused without disturbing the first one', { tags: ['R15'] }, async () => {
    const server = await startEmbedded({ dataDir: folder, log })
    const before = server.processes()
    await expect(startEmbedded({ dataDir: folder, log })).rejects.toMatchObject({ reason: 'in-use' })
    expect(server.processes()).toEqual(before)
    expect(isRunning(before?.postgres ?? 0)).toBe(true)
    await server.stop()
  })
})

describe('a failed start', () => {
  it('reports a full disk before it writes', async () => {
    const start = startEmbedded({ dataDir: folder, log, freeBytes: () => Promise.resolve(200 * 1024 * 1024) })
    await expect(start).rejects.toMatchObject({
      reason: 'disk-full',
      message: expect.stringContaining('is full. Free at least 300 MB'),
    })
    expect(await readdir(path.join(folder, 'postgres'))).not.toContain('data')
  })

  it('names the version of a database of a newer PostgreSQL', async () => {
    await mkdir(path.join(folder, 'postgres', 'data'), { recursive: true })
    await writeFile(path.join(folder, 'postgres', 'data', 'PG_VERSION'), '19\n')
    await expect(startEmbedded({ dataDir: folder, log })).rejects.toThrow(
      /made by PostgreSQL 19, and this version of the console brings 18/,
    )
  })

  it('names a folder that is not a database, and does not change it', { tags: ['full'] }, async () => {
    await mkdir(path.join(folder, 'postgres', 'data'), { recursive: true })
    await writeFile(path.join(folder, 'postgres', 'data', 'mine.txt'), 'mine')
    await expect(startEmbedded({ dataDir: folder, log })).rejects.toThrow(/holds no database/)
    expect(await readFile(path.join(folder, 'postgres', 'data', 'mine.txt'), 'utf8')).toBe('mine')
  })

  it('names a DATA_DIR that is a file', async () => {
    await writeFile(path.join(folder, 'file'), '')
    await expect(startEmbedded({ dataDir: path.join(folder, 'file'), log })).rejects.toMatchObject({
      reason: 'not-allowed',
    })
  })

  it('gives advice if there are no binaries for a platform', async () => {
    vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64')
    await expect(startEmbedded({ dataDir: folder, log })).rejects.toThrow(
      /no PostgreSQL binaries for \w+-riscv64 .*set DATABASE_URL/,
    )
    vi.restoreAllMocks()
  })
})
