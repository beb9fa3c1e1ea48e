import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, majorOf } from './binaries'
import { readFreeBytes, workingDirectory } from './place'
import type { Place } from './place'
import { StartError } from './start-error'
import { readMajor, settleUpgrade } from './upgrade-folders'

/** A new cluster takes about 40 MB, and the first months of use take some hundred MB. */
const freeBytesMin = 300 * 1024 * 1024
const passwordFile = 'sightline-password'

export const serverRole = 'sightline'

/** The environment of PostgreSQL's programs. It excludes the console's own variables, such as the service's token. */
export function serverEnvironment(binaries: Binaries): Record<string, string> {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: path.join(binaries.root, 'lib') }
}

/** Turns known output of initdb and postgres into an error with a sentence for people. */
export function explainServerFailure(text: string, shownDir: string): StartError | null {
  if (/No space left on device|could not extend file|Disk quota exceeded/i.test(text))
    return new StartError('disk-full', `The disk of ${shownDir} is full. Free at least 300 MB and start again.`)
  if (/error while loading shared libraries|GLIBC|Library not loaded|cannot execute binary/i.test(text))
    return new StartError(
      'no-binaries',
      'The PostgreSQL binaries of this platform do not run here. Set DATABASE_URL to a PostgreSQL server, 15 or newer.',
      { cause: text },
    )
  if (/could not create shared memory segment|Cannot allocate memory/i.test(text))
    return new StartError('failed', 'There is not enough memory to start the database.', { cause: text })
  return null
}

/** `data` is the directory to fill. It belongs to the user that runs the server. */
function runInitdb(
  binaries: Binaries,
  { user }: Place,
  { data, args }: { data: string; args: string[] },
): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      path.join(binaries.root, 'bin', 'initdb'),
      args,
      { cwd: data, env: { NODE_ENV: 'production', ...serverEnvironment(binaries) }, ...user },
      (error, stdout, stderr) => {
        if (error === null) resolve()
        else reject(new Error(`${stdout}\n${stderr}`.trim() || error.message, { cause: error }))
      },
    )
  })
}

/** Removes drafts of starts that were killed. The name of a draft contains the process id of its console. */
async function removeOldDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(/^new-(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(pid)) continue
    try {
      process.kill(pid, 0)
    } catch {
      await rm(path.join(home, name), { recursive: true, force: true }).catch(() => {})
    }
  }
}

function checkMajor(major: number, binaries: Binaries, shownDir: string): void {
  const ours = majorOf(binaries)
  if (major === ours) return
  if (major > ours)
    throw new StartError(
      'too-new',
      `The database in ${shownDir} was made by PostgreSQL ${major}, and this version of the console brings ${ours}. Start the newer console again or set DATA_DIR to another folder.`,
    )
  throw new StartError(
    'too-old',
    `The database in ${shownDir} was made by PostgreSQL ${major}, and this version of Sightline brings ${ours}. Start Sightline once: it moves the data. Then run this again.`,
  )
}

/** The password of the cluster; null if there is no cluster yet. */
export async function readClusterPassword(place: Place): Promise<string | null> {
  if ((await readMajor(place.data)) === null) return null
  return (await readFile(path.join(place.data, passwordFile), 'utf8')).trim()
}

export interface ClusterOptions {
  binaries: Binaries
  place: Place
  /** DATA_DIR for messages to people. */
  shownDir: string
  /** Tests only: writes do not wait for the disk. */
  isThrowaway: boolean
  freeBytes?: ((dir: string) => Promise<number>) | undefined
}

/**
 * Creates the data directory if there is none. It is created under another name and then renamed, so that it is either
 * complete or missing. It contains its password.
 * @returns the password of the role `sightline`
 */
export async function ensureCluster(options: ClusterOptions): Promise<{ password: string; isNew: boolean }> {
  const { binaries, place, shownDir } = options
  const password = async () => (await readFile(path.join(place.data, passwordFile), 'utf8')).trim()
  await settleUpgrade(place.home)
  await removeOldDrafts(place.home)
  const major = await readMajor(place.data)
  if (major !== null) {
    checkMajor(major, binaries, shownDir)
    return { password: await password(), isNew: false }
  }
  if (await stat(place.data).catch(() => null))
    throw new StartError(
      'failed',
      `The folder ${place.data} is there, but holds no database. Move it away, or set DATA_DIR to another folder.`,
    )
  if ((await (options.freeBytes ?? readFreeBytes)(place.home)) < freeBytesMin)
    throw new StartError('disk-full', `The disk of ${shownDir} is full. Free at least 300 MB and start again.`)

  const draft = path.join(place.home, `new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const secret = randomBytes(24).toString('base64url')
  try {
    await mkdir(draft, { mode: 0o700 })
    const given = path.join(draft, 'password')
    const data = path.join(draft, 'data')
    await mkdir(data, { mode: 0o700 })
    await writeFile(given, `${secret}\n`, { mode: 0o600 })
    if (place.user !== null) for (const file of [given, data, draft]) await chown(file, place.user.uid, place.user.gid)
    const args = [
      `--pgdata=${place.isHidden ? workingDirectory : data}`,
      `--username=${serverRole}`,
      `--pwfile=${path.join('..', path.basename(given))}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The builtin provider sorts by code point on every machine, independently of system libraries.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(options.isThrowaway ? ['--no-sync'] : []),
    ]
    await runInitdb(binaries, place, { data, args })
    // The password file stays with the user of the console, because the server does not need it.
    await writeFile(path.join(data, passwordFile), `${secret}\n`, { mode: 0o600 })
    await rename(data, place.data)
    return { password: secret, isNew: true }
  } catch (error) {
    // Uses the cluster of another console that started at the same time and was faster.
    if ((await readMajor(place.data)) !== null) return { password: await password(), isNew: false }
    const text = error instanceof Error ? error.message : ''
    const known = explainServerFailure(text, shownDir)
    throw known ?? new StartError('failed', `The database in ${shownDir} could not be created.`, { cause: error })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
