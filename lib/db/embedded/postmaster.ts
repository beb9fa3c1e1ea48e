import { execFile } from 'node:child_process'
import { readFileSync, unlinkSync } from 'node:fs'
import { readFile, readdir, readlink } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@/lib/clock'
import { StartError } from './start-error'

/**
 * Who runs PostgreSQL on a data directory. PostgreSQL's own postmaster.pid is the only lock; the console that started
 * the server stands in the server's command line (`-c sightline.owner=pid:start`), so lock and owner appear at once.
 */

const run = promisify(execFile)

async function ask(field: string, pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

/** The words of a process's command line, [] when it has ended. */
async function readCommandLine(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') return (await ask('command', pid)).split(' ')
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').filter((word) => word !== '')
}

/** A mark that a later process with the same number does not share; null when there is no such process (or a zombie). */
async function readStartMark(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return (await ask('lstart', pid)).replaceAll(/[^\w]/g, '') || null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in parentheses and may hold anything; the rest counts from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 20 || fields[0] === 'Z' || fields[0] === 'X') return null
  return fields[19] ?? null
}

/** The mark of this console for the server's command line. */
export async function readOwnMark(): Promise<string> {
  return `${process.pid}:${(await readStartMark(process.pid)) ?? '0'}`
}

interface Postmaster {
  pid: number
  /** The console that started it; null for a server started by other means. */
  owner: { pid: number; isAlive: boolean } | null
}

async function readPid(dataDir: string): Promise<number | null> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/** The live PostgreSQL that holds `dataDir`, or null. */
async function findPostmaster(dataDir: string): Promise<Postmaster | null> {
  const pid = await readPid(dataDir)
  if (pid === null) return null
  const words = await readCommandLine(pid)
  // Numbers are used again, above all in containers: any other process of that number is not our server.
  if (!words.some((word) => /postgres|postmaster/.test(word)) || !words.some((word) => word.includes(dataDir)))
    return null
  const owner = /sightline\.owner=(\d+):(\w+)/.exec(words.join(' '))
  if (owner === null) return { pid, owner: null }
  const ownerPid = Number(owner[1])
  return { pid, owner: { pid: ownerPid, isAlive: (await readStartMark(ownerPid)) === owner[2] } }
}

/** Whether somebody answers on a Unix socket: also a server in another container, whose processes cannot be seen. */
function isAnswering(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect({ path: socket })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => {
      resolve(false)
    })
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime.
  }
}

/** Stops a server whose console is dead, with increasing force, and waits until it has ended. */
async function stopOrphan(dataDir: string, pid: number): Promise<void> {
  const steps: ReadonlyArray<[NodeJS.Signals, number]> = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [name, patienceMs] of steps) {
    // Asked again before each signal, so that a number used again is never hit.
    if ((await findPostmaster(dataDir))?.pid !== pid) return
    signal(pid, name)
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
      if ((await readStartMark(pid)) === null) return
      await systemClock.sleep(20)
    }
  }
}

/**
 * Backends outlive a killed server while they are busy, and the next server refuses to start beside them. Theirs is the
 * data directory as working directory and a parent that is no server of it. (Linux; elsewhere the start waits.)
 */
async function killStragglers(dataDir: string): Promise<void> {
  const isInside = async (pid: number) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === dataDir
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !(await isInside(pid))) continue
    const [title = ''] = await readCommandLine(pid)
    if (!title.startsWith('postgres:')) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (!(await isInside(parent)) && (await isInside(pid))) signal(pid, 'SIGKILL')
  }
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The sentence for a directory that another console holds. */
export function createInUseError(shownDir: string, ownerPid: number | null): StartError {
  const who = ownerPid === null ? 'by another database server' : `by another console (process ${ownerPid})`
  return new StartError(
    'in-use',
    `The data directory ${shownDir} is in use ${who}. Stop it or set DATA_DIR to another folder.`,
  )
}

/** Read and removed without a pause, so that the lock of a starting server is never hit. */
function removeLockOf(lock: string, pid: number): void {
  try {
    if (Number.parseInt(readFileSync(lock, 'utf8'), 10) === pid) unlinkSync(lock)
  } catch {
    // Another console was faster.
  }
}

/**
 * Makes sure that nobody holds the data directory: stops a server left behind by a dead console and removes a lock
 * whose process has ended.
 * @throws StartError in-use when a live console holds it.
 */
export async function takeOver(options: {
  dataDir: string
  /** DATA_DIR as the person knows it. */
  shownDir: string
  socket: string
  /** A server that this very console started before (its watcher died) is stopped too. */
  isRestart: boolean
  onOrphan: (pid: number) => void
}): Promise<void> {
  const { dataDir, shownDir, socket } = options
  const postmaster = await findPostmaster(dataDir)
  if (postmaster !== null) {
    const { owner } = postmaster
    const isOwn = options.isRestart && owner?.pid === process.pid
    if (owner === null || (owner.isAlive && !isOwn)) throw createInUseError(shownDir, owner?.pid ?? null)
    options.onOrphan(postmaster.pid)
    await stopOrphan(dataDir, postmaster.pid)
    if ((await findPostmaster(dataDir))?.pid === postmaster.pid) throw createInUseError(shownDir, null)
    // What it left (a lock with the number of a zombie, a console that was faster) is looked at like any other.
    return await takeOver(options)
  }
  const pid = await readPid(dataDir)
  if (pid === null) return
  // Some server answers although its process cannot be seen from here (another container on the same folder).
  if (await isAnswering(socket)) {
    if ((await findPostmaster(dataDir)) !== null) return await takeOver(options)
    throw createInUseError(shownDir, null)
  }
  // A zombie, or another program with the process id of a server that has ended: PostgreSQL would refuse forever. If
  // the id is free, it removes its locks itself.
  if (isTaken(pid) && (await findPostmaster(dataDir)) === null)
    for (const lock of [path.join(dataDir, 'postmaster.pid'), `${socket}.lock`]) removeLockOf(lock, pid)
  await killStragglers(dataDir)
}

/** Which console holds the directory now, for a start that lost the race; null when nobody can be seen. */
export async function findOwnerPid(dataDir: string): Promise<number | null> {
  return (await findPostmaster(dataDir))?.owner?.pid ?? null
}
