import * as z from 'zod'

const lockedPackage = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
export type LockedPackage = z.infer<typeof lockedPackage>

/** package-lock.json, as far as the tests and the completing script read it. The rest is passed through. */
const lockFile = z.looseObject({ packages: z.record(z.string(), lockedPackage) })
export type LockFile = z.infer<typeof lockFile>

/** Parses a lock file. The value is the original JSON, because zod's copy has its keys in another order. */
export function readLockFile(text: string): LockFile {
  const value: unknown = JSON.parse(text)
  lockFile.parse(value)
  // It was just validated.
  return value as LockFile
}

export interface MissingPackage {
  /** Key in `packages` of the package that requires it. */
  parent: string
  name: string
  version: string
}

/** Where Node would search for `name` from the package at `parent`, nearest first. */
function placesFor(parent: string, name: string): string[] {
  const folders = parent.split(/\/?node_modules\//).slice(1)
  return Array.from({ length: folders.length + 1 }, (_, cut) =>
    [...folders.slice(0, folders.length - cut), name].map((folder) => `node_modules/${folder}`).join('/'),
  )
}

/**
 * Exact optional dependencies that the lock lacks. `npm ci` refuses such a lock where the registry has these packages.
 */
export function findMissingOptional(lock: LockFile): MissingPackage[] {
  const missing: MissingPackage[] = []
  for (const [parent, { optionalDependencies }] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(optionalDependencies ?? {}))
      if (!placesFor(parent, name).some((place) => place in lock.packages)) missing.push({ parent, name, version })
  return missing
}

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/(^|[-/])darwin\b/, 'darwin'],
  [/(^|[-/])(win32|windows)\b/, 'win32'],
  [/(^|[-/])android\b/, 'android'],
  [/(^|[-/])freebsd\b/, 'freebsd'],
  [/(^|[-/])openharmony\b/, 'openharmony'],
  [/(^|[-/])linux(musl)?\b/, 'linux'],
]
const processors = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 'riscv64', 's390x', 'wasm32'] as const

/** The platform of a package, read from its name, because the registry knows nothing about a package that it lacks. */
export function readPlatform(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const os = systems.find(([pattern]) => pattern.test(name))?.[1]
  const cpu = processors.find((word) => new RegExp(`-${word}(-|$)`).test(name))
  const libc = os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /-gnu/.test(name) ? 'glibc' : undefined
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  }
}

/** The lock with an entry for each missing platform package, and without the addresses of the registry it came from. */
export function completeLock(lock: LockFile): LockFile {
  const packages = { ...lock.packages }
  for (const { parent, name, version } of findMissingOptional(lock)) {
    const isDev = lock.packages[parent]?.dev === true
    packages[`node_modules/${name}`] = {
      version,
      ...readPlatform(name),
      ...(isDev ? { dev: true } : {}),
      optional: true,
    }
  }
  const sorted = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const portable = sorted.map(([key, entry]) => {
    const copy = { ...entry }
    delete copy.resolved
    return [key, copy] as const
  })
  return { ...lock, packages: Object.fromEntries(portable) }
}
