import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StartError } from './start-error'

/** The user that PostgreSQL runs as; null = the console's own. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number
  gid: number
}

export interface Place {
  /** Holds everything of the private PostgreSQL. */
  home: string
  /** PostgreSQL's data directory; absent until `initdb` is through. */
  data: string
  /** Directory of the Unix socket, mode 0700. */
  run: string
  user: ServerUser | null
  /** Where copies of the binaries may be put, when those of node_modules cannot be used. */
  shelf: string
  /** Why the home is not inside DATA_DIR, for the log; null when it is. */
  moved: string | null
}

// `sun_path` of a Unix socket address holds 108 bytes with its end mark (104 on macOS).
const socketPathBytesMax = process.platform === 'linux' ? 107 : 103
const pointerName = 'postgres-location.json'
/** Says in a home outside which DATA_DIR it is for. */
const originName = 'data-dir'
const nobody: ServerUser = { uid: 65_534, gid: 65_534 }

/** Whether `user` may walk down to `file`: the search bit on each directory above it. */
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

/** Creates a directory that belongs to us (as root: to nobody else) or checks that it does; never follows a link. */
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

/** A folder outside DATA_DIR that every user can walk to. */
async function openOutsideBase(): Promise<string> {
  for (const base of ['/var/lib/sightline', path.join(os.tmpdir(), `sightline-${process.getuid?.() ?? 0}`)]) {
    try {
      await ensureOwnDirectory(base, 0o711)
      if (await canReach(path.join(base, 'x'), nobody)) return base
    } catch {
      // Read-only, or taken: the next one.
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

/** The home of this DATA_DIR outside of it; a file in DATA_DIR says where, and is written once. */
async function findHomeOutside(dataDir: string, base: string): Promise<string> {
  const pointer = path.join(dataDir, pointerName)
  const known = await readPointer(pointer)
  if (known !== null) {
    const isThere = await stat(/* turbopackIgnore: true */ known).then(
      () => true,
      () => false,
    )
    if (isThere) return known
    throw new StartError(
      'missing',
      `The database of ${dataDir} was kept in ${known}, which is gone. Bring that folder back, or remove ${pointer} to begin with an empty database.`,
    )
  }
  // The random part: a DATA_DIR that was removed and made again begins empty, as one inside DATA_DIR would.
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = path.join(base, `${hash}-${randomBytes(4).toString('hex')}`)
  await mkdir(home, { mode: 0o711 })
  await writeFile(path.join(home, originName), dataDir, { mode: 0o600 })
  const note = 'The console runs as root, and PostgreSQL must not; its user cannot reach this folder.'
  const draft = `${pointer}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${JSON.stringify({ home, note }, null, 2)}\n`, { mode: 0o600 })
  try {
    // `link` fails when the pointer exists: of two consoles that start at once one decides.
    await link(draft, pointer)
    return home
  } catch {
    await rm(home, { recursive: true, force: true })
    return await findHomeOutside(dataDir, base)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Folders for data of a temporary folder that no longer exists (a clone of a CI run): nobody can need them again. Data
 * of any other folder is kept, because that folder may be on a disk that is not mounted just now.
 */
async function removeAbandoned(base: string): Promise<void> {
  const temporary = [os.tmpdir(), '/tmp'].map((dir) => `${path.resolve(/* turbopackIgnore: true */ dir)}${path.sep}`)
  for (const name of await readdir(base)) {
    const home = path.join(base, name)
    const origin = await readFile(path.join(home, originName), 'utf8').catch(() => null)
    if (origin === null || !temporary.some((dir) => origin.startsWith(dir))) continue
    const isThere = await stat(origin).catch(() => null)
    const isRunning = await stat(path.join(home, 'data', 'postmaster.pid')).catch(() => null)
    if (isThere === null && isRunning === null) await rm(home, { recursive: true, force: true }).catch(() => {})
  }
}

/** A short directory for the socket: inside the home where its path fits, else in the temporary folder. */
async function prepareRunDirectory(home: string, user: ServerUser | null): Promise<string> {
  const inside = path.join(home, 'run')
  const short = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const candidates = [inside, path.join(os.tmpdir(), `sightline-${short}`), `/tmp/sightline-${short}`]
  const run = candidates.find((dir) => Buffer.byteLength(path.join(dir, '.s.PGSQL.5432')) <= socketPathBytesMax)
  if (run === undefined)
    throw new StartError('failed', `The path ${home} is too long for a socket. Set DATA_DIR to a shorter one.`)
  const owner = user?.uid ?? process.getuid?.() ?? 0
  await mkdir(run, { mode: 0o700, recursive: true })
  const found = await lstat(run)
  // In a shared temporary folder somebody else may have been there first.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.()))
    throw new StartError('not-allowed', `The folder ${run} belongs to another user. Remove it and start again.`)
  await chmod(run, 0o700)
  if (user !== null) await chown(run, user.uid, user.gid)
  return run
}

/**
 * Decides where the private PostgreSQL of `dataDir` lives and as whom it runs, and creates the directories.
 * @throws StartError not-allowed, disk-full, missing.
 */
export async function preparePlace(givenDir: string): Promise<Place> {
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
    return { home: inside, data: path.join(inside, 'data'), run, user: null, shelf: inside, moved: null }
  }

  // Data that an ordinary user made stays that user's: taking it away would lock him out.
  const existing = await stat(path.join(inside, 'data')).catch(() => null)
  const user = existing === null || existing.uid === 0 ? await findNobody() : { uid: existing.uid, gid: existing.gid }
  const base = await openOutsideBase()
  const isReachable = await canReach(path.join(inside, 'data'), user).catch(async () => await canReach(inside, user))
  const hasPointer = (await readPointer(path.join(dataDir, pointerName))) !== null
  await removeAbandoned(base)
  const home = isReachable && !hasPointer ? inside : await findHomeOutside(dataDir, base)
  await mkdir(home, { recursive: true, mode: 0o711 })
  const run = await prepareRunDirectory(home, user)
  const moved = home === inside ? null : `PostgreSQL runs as user ${user.uid}, who cannot reach ${dataDir}`
  return { home, data: path.join(home, 'data'), run, user, shelf: base, moved }
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
