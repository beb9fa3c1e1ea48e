import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error'

/** The user that PostgreSQL runs as; null: the user of the console. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number
  gid: number
}

export interface Place {
  /** The folder with all files of the private PostgreSQL. */
  home: string
  /** PostgreSQL's data directory, which exists once `initdb` has finished. */
  data: string
  /** Directory of the Unix socket, mode 0700. */
  run: string
  user: ServerUser | null
  /** The folder for copies of the binaries, if those in node_modules cannot be used. */
  shelf: string
  /**
   * True if the user of the server cannot enter the folders above the data directory. PostgreSQL then starts with the
   * data directory as its working directory and uses a path that does not lead through those folders.
   */
  isHidden: boolean
}

// The path of a Unix socket has at most 108 bytes (104 on macOS), including the final zero byte.
const socketPathBytesMax = process.platform === 'linux' ? 107 : 103
const pointerName = 'postgres-location.json'
const nobody: ServerUser = { uid: 65_534, gid: 65_534 }

/** Whether `user` can reach `file`: every directory above it needs the search permission. */
export async function canReach(file: string, user: ServerUser): Promise<boolean> {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const { mode, uid, gid } = await stat(dir)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (dir === path.dirname(dir)) return true
  }
}

async function findNobody(): Promise<ServerUser> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = text
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':')
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : nobody
}

/**
 * Creates a directory, or checks that it belongs to the current user and only they can write to it. Never follows a
 * link.
 */
async function ensureOwnDirectory(dir: string, mode: number): Promise<void> {
  await mkdir(dir, { recursive: true, mode })
  const found = await lstat(dir)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new StartError(
      'not-allowed',
      `The folder ${dir} belongs to another user. Remove it or set DATA_DIR to another folder.`,
    )
  await chmod(dir, mode)
}

/** The working directory of the reading process (Linux). */
export const workingDirectory = '/proc/self/cwd'

/** A folder outside of DATA_DIR that every user can reach, for copies of the binaries. */
async function openOutsideBase(): Promise<string> {
  for (const base of ['/var/lib/sightline', path.join(os.tmpdir(), `sightline-${process.getuid?.() ?? 0}`)]) {
    try {
      await ensureOwnDirectory(base, 0o711)
      if (await canReach(path.join(base, 'x'), nobody)) return base
    } catch {
      // Tries the next folder if this one is read-only or belongs to another user.
    }
  }
  throw new StartError(
    'not-allowed',
    'PostgreSQL does not run as root, and no folder was found that an unprivileged user could use. Start the console as an ordinary user, or set DATABASE_URL.',
  )
}

async function readPointer(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const parsed: unknown = JSON.parse(text)
  const home = typeof parsed === 'object' && parsed !== null && 'home' in parsed ? parsed.home : null
  return typeof home === 'string' && path.isAbsolute(home) ? home : null
}

const isThere = async (file: string) => (await stat(file).catch(() => null)) !== null

/**
 * Moves data into DATA_DIR that an earlier version kept elsewhere because the console ran as root. A pointer file names
 * the old place.
 * @throws StartError missing, in-use
 */
async function bringHome(dataDir: string, inside: string): Promise<void> {
  const pointer = path.join(dataDir, pointerName)
  const outside = await readPointer(pointer)
  if (outside === null) return
  const source = path.join(/* turbopackIgnore: true */ outside, 'data')
  const target = path.join(inside, 'data')
  if (await isThere(source)) {
    if (await isThere(path.join(source, 'postmaster.pid')))
      throw new StartError('in-use', `The database of ${dataDir} in ${outside} is in use. Stop that console first.`)
    const draft = path.join(inside, 'coming-home')
    await rm(draft, { recursive: true, force: true })
    // `cp -a` keeps owners, which Node's copy does not.
    await promisify(execFile)('cp', ['-a', source, draft])
    await rename(draft, target)
  } else if (!(await isThere(target)))
    throw new StartError(
      'missing',
      `The database of ${dataDir} was kept in ${outside}, which is gone. Bring that folder back, or remove ${pointer} to begin with an empty database.`,
    )
  await rm(pointer, { force: true })
  await rm(/* turbopackIgnore: true */ outside, { recursive: true, force: true })
}

/**
 * The directory for the socket. It is inside the home directory if the path is short enough and can be reached,
 * otherwise in the temporary folder.
 */
async function prepareRunDirectory(home: string, user: ServerUser | null, isHidden = false): Promise<string> {
  const inside = path.join(home, 'run')
  const short = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const outside = [path.join(os.tmpdir(), `sightline-${short}`), `/tmp/sightline-${short}`]
  const candidates = isHidden ? outside : [inside, ...outside]
  const run = candidates.find((dir) => Buffer.byteLength(path.join(dir, '.s.PGSQL.5432')) <= socketPathBytesMax)
  if (run === undefined)
    throw new StartError('failed', `The path ${home} is too long for a socket. Set DATA_DIR to a shorter one.`)
  const owner = user?.uid ?? process.getuid?.() ?? 0
  await mkdir(run, { mode: 0o700, recursive: true })
  const found = await lstat(run)
  // In a shared temporary folder, another user may have created the directory.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.()))
    throw new StartError('not-allowed', `The folder ${run} belongs to another user. Remove it and start again.`)
  await chmod(run, 0o700)
  if (user !== null) await chown(run, user.uid, user.gid)
  return run
}

/**
 * Chooses the folders and the user of the private PostgreSQL of `dataDir`, and creates the folders.
 * @param as the user that runs a new server, if this process is root
 * @throws StartError not-allowed, disk-full, missing
 */
export async function preparePlace(givenDir: string, as: ServerUser | null = null): Promise<Place> {
  await mkdir(givenDir, { recursive: true, mode: 0o755 }).catch((error: unknown) => {
    throw new StartError(
      'not-allowed',
      `The data directory ${givenDir} cannot be created. Set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    )
  })
  const dataDir = await realpath(givenDir)
  const inside = path.join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) {
    await mkdir(inside, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw createNotWritableError(dataDir, error)
    })
    if ((await stat(inside)).uid !== process.getuid?.())
      throw new StartError(
        'not-allowed',
        `The database in ${dataDir} belongs to another user. Start the console as that user or set DATA_DIR to another folder.`,
      )
    const run = await prepareRunDirectory(inside, null)
    return { home: inside, data: path.join(inside, 'data'), run, user: null, shelf: inside, isHidden: false }
  }

  await mkdir(inside, { recursive: true, mode: 0o711 })
  await bringHome(dataDir, inside)
  // Data of an ordinary user keeps its owner, because a change would lock that user out.
  const existing = await stat(path.join(inside, 'data')).catch(() => null)
  const isNew = existing === null || existing.uid === 0
  const user = isNew ? (as ?? (await findNobody())) : { uid: existing.uid, gid: existing.gid }
  const isHidden = !(await canReach(path.join(inside, 'data'), user))
  if (isHidden && process.platform !== 'linux')
    throw new StartError(
      'not-allowed',
      `PostgreSQL does not run as root, and its user cannot reach ${dataDir}. Start Sightline as an ordinary user, or set DATA_DIR to a folder that every user can reach.`,
    )
  const run = await prepareRunDirectory(inside, user, isHidden)
  return { home: inside, data: path.join(inside, 'data'), run, user, shelf: await openOutsideBase(), isHidden }
}

function createNotWritableError(dataDir: string, cause: unknown): StartError {
  return new StartError(
    'not-allowed',
    `The data directory ${dataDir} cannot be written. Change its owner or set DATA_DIR to another folder.`,
    {
      cause,
    },
  )
}

/** Free bytes for an ordinary user on the disk of `dir`. */
export async function readFreeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
