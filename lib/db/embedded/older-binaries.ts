import 'server-only'
import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, majorOf, preparePackage } from './binaries'
import { canReach, type Place, readFreeBytes, type ServerUser } from './place'
import { StartError } from './start-error'

const run = promisify(execFile)

/** Where system packages install the programs of a major version. */
const usualPlaces = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
]

/** Copies that an earlier version of the console made when it ran as root. */
async function listCopies(shelf: string, major: number): Promise<string[]> {
  const names = await readdir(shelf).catch(() => [])
  return names
    .filter((name) => new RegExp(`^postgresql-${major}\\.[^/]*-[0-9a-f]{12}$`).test(name))
    .map((name) => path.join(shelf, name, 'bin'))
}

/** The version that the programs report; null if `user` cannot run them. */
async function askVersion(root: string, user: ServerUser | null): Promise<string | null> {
  const program = path.join(root, 'bin', 'postgres')
  if (user !== null && !(await canReach(program, user).catch(() => false))) return null
  const env = { NODE_ENV: 'production' as const, PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: path.join(root, 'lib') }
  const { stdout } = await run(program, ['--version'], { cwd: '/', env, ...user }).catch(() => ({ stdout: '' }))
  return /\(PostgreSQL\) (\d+[^\s]*)/.exec(stdout)?.[1] ?? null
}

/**
 * The programs of an older PostgreSQL that can run its cluster.
 * @param given the folder of POSTGRES_OLD_BIN
 * @throws StartError no-binaries, with what to do
 */
export async function findOlderBinaries(
  { user, shelf }: Place,
  { major, given, shownDir }: { major: number; given: string | null; shownDir: string },
): Promise<Binaries> {
  if (given !== null) {
    const binaries = await openGiven(given, user, shelf)
    if (binaries !== null && majorOf(binaries) === major) return binaries
    const found =
      binaries === null ? 'holds no programs of PostgreSQL that run' : `holds PostgreSQL ${binaries.version}`
    const whose = user === null ? '' : ' The folders above it have to be open to every user.'
    throw new StartError(
      'no-binaries',
      `POSTGRES_OLD_BIN ${found}, and the database in ${shownDir} was made by PostgreSQL ${major}.${whose} Nothing was changed.`,
    )
  }
  for (const bin of [...(await listCopies(shelf, major)), ...usualPlaces(major)]) {
    const root = path.dirname(bin)
    const version = await askVersion(root, user)
    if (version !== null && Number.parseInt(version, 10) === major) return { root, version }
  }
  throw new StartError(
    'no-binaries',
    `The database in ${shownDir} was made by PostgreSQL ${major}. To move it to the new version, Sightline needs the programs of PostgreSQL ${major}: install them (such as the package postgresql-${major}), or name their folder in POSTGRES_OLD_BIN. Nothing was changed.`,
  )
}

async function openGiven(given: string, user: ServerUser | null, shelf: string): Promise<Binaries | null> {
  const root = path.dirname(given)
  // A folder from an npm package lacks the symlinks of its libraries, so they may have to be created.
  if (await stat(path.join(root, 'pg-symlinks.json')).catch(() => null))
    return await preparePackage(path.dirname(root), user, shelf).catch(() => null)
  const version = await askVersion(root, user)
  return version === null ? null : { root, version }
}

async function measure(dir: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) bytes += await measure(file)
    else bytes += (await stat(file).catch(() => null))?.size ?? 0
  }
  return bytes
}

/** @throws StartError disk-full if there is no room for a second cluster and a backup */
export async function requireRoomForUpgrade({ data, home }: Place, shownDir: string): Promise<void> {
  const needed = Math.ceil((await measure(data)) * 1.5) + 300 * 1024 * 1024
  if ((await readFreeBytes(home)) >= needed) return
  const megabytes = Math.ceil(needed / 1024 / 1024)
  throw new StartError(
    'disk-full',
    `To move the database in ${shownDir} to the new version of PostgreSQL, ${megabytes} MB have to be free on its disk. Nothing was changed.`,
  )
}
