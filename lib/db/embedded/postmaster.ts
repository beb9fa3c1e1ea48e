import { execFile } from 'node:child_process'
import { readFileSync, unlinkSync } from 'node:fs'
import { readFile, readdir, readlink } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@/lib/clock'
import { StartError } from './start-error'

/**
 * Finds out which console runs PostgreSQL on a data directory. PostgreSQL's own postmaster.pid is the only lock. The
 * command line of the server names its console (`-c sightline.owner=pid:start`), so lock and owner appear at the same
 * time.
 */

const run = promisify(execFile)

async function ask(field: string, pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-ww', '-o', `${field}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

/** The words of a process's command line; empty if the process has ended. */
async function readCommandLine(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') return (await ask('command', pid)).split(' ')
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').filter((word) => word !== '')
}

/**
 * The start time of a process, which tells it from a later one with the same id. Null if it has ended or is a zombie.
 */
async function readStartMark(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return (await ask('lstart', pid)).replaceAll(/[^\w]/g, '') || null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in parentheses, which may contain spaces and parentheses. So this reads from its end
  // on.
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
  /** The console that started the server; null if it was started in another way. */
  owner: { pid: number; isAlive: boolean } | null
}

async function readPid(dataDir: string): Promise<number | null> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/** The running PostgreSQL that uses `dataDir`, or null. */
async function findPostmaster(dataDir: string): Promise<Postmaster | null> {
  const pid = await readPid(dataDir)
  if (pid === null) return null
  const words = await readCommandLine(pid)
  // Process ids are reused, especially in containers, so another program may have this id.
  if (!words.some((word) => /postgres|postmaster/.test(word)) || !words.some((word) => word.includes(dataDir)))
    return null
  const owner = /sightline\.owner=(\d+):(\w+)/.exec(words.join(' '))
  if (owner === null) return { pid, owner: null }
  const ownerPid = Number(owner[1])
  return { pid, owner: { pid: ownerPid, isAlive: (await readStartMark(ownerPid)) === owner[2] } }
}

/**
 * Whether a server accepts connections on a socket. It may run in another container, whose processes are not visible.
 */
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
    // The process has already ended.
  }
}

/** Stops a server whose console is dead, with increasingly strong signals, and waits until it has ended. */
async function stopOrphan(dataDir: string, pid: number): Promise<void> {
  const steps: ReadonlyArray<[NodeJS.Signals, number]> = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [name, patienceMs] of steps) {
    // Checks again before each signal, because the process id may have been reused.
    if ((await findPostmaster(dataDir))?.pid !== pid) return
    signal(pid, name)
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
      if ((await readStartMark(pid)) === null) return
      await systemClock.sleep(20)
    }
  }
}

/**
 * Kills backends of a killed server. They live on while they are busy, and the next server refuses to start until they
 * have ended. Their working directory is the data directory, and their parent is not a server of it. On other systems
 * than Linux, the start waits for them instead.
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

/** The error for a data directory that another console uses. */
export function createInUseError(shownDir: string, ownerPid: number | null): StartError {
  const who = ownerPid === null ? 'by another database server' : `by another console (process ${ownerPid})`
  return new StartError(
    'in-use',
    `The data directory ${shownDir} is in use ${who}. Stop it or set DATA_DIR to another folder.`,
  )
}

/**
 * Removes a lock if it contains `pid`. It works synchronously, so that it never removes the lock of a starting server.
 */
function removeLockOf(lock: string, pid: number): void {
  try {
    if (Number.parseInt(readFileSync(lock, 'utf8'), 10) === pid) unlinkSync(lock)
  } catch {
    // Another console has already removed it.
  }
}

/**
 * Makes sure that no server uses the data directory. It stops a server that a dead console left behind, and removes the
 * lock of a process that has ended.
 * @throws StartError in-use if a running console uses the directory
 */
export async function takeOver(options: {
  dataDir: string
  /** DATA_DIR for messages to people. */
  shownDir: string
  socket: string
  /** Also stops a server that this console started, because its watcher may have died. */
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
    // Starts over, because the server may have left a lock, or another console may have started one.
    return await takeOver(options)
  }
  const pid = await readPid(dataDir)
  if (pid === null) return
  // A server accepts connections, but its process is not visible: it may run in another container with the same folder.
  if (await isAnswering(socket)) {
    if ((await findPostmaster(dataDir)) !== null) return await takeOver(options)
    throw createInUseError(shownDir, null)
  }
  // The lock contains the id of a zombie or of another program, so PostgreSQL would refuse to start forever. It only
  // removes locks by itself if no process has their id.
  if (isTaken(pid) && (await findPostmaster(dataDir)) === null)
    for (const lock of [path.join(dataDir, 'postmaster.pid'), `${socket}.lock`]) removeLockOf(lock, pid)
  await killStragglers(dataDir)
}

/** The process id of the console that uses the directory, for a start that lost the race; null if none is visible. */
export async function findOwnerPid(dataDir: string): Promise<number | null> {
  return (await findPostmaster(dataDir))?.owner?.pid ?? null
}
