import { accessSync, constants, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** File systems that show the kernel's state and store nothing (statfs(2)), by their type. */
const pseudoTypes: ReadonlyMap<number, string> = new Map([
  [0x9f_a0, 'proc'],
  [0x62_65_65_72, 'sysfs'],
  [0x27_e0_eb, 'cgroup'],
  [0x63_67_72_70, 'cgroup2'],
  [0x1c_d1, 'devpts'],
  [0x64_62_67_72, 'debugfs'],
])

const isAFile = 'is a file: it must be a folder'

/**
 * Assigns a directory permanently to the demo or to a real service. Otherwise the demo's generated inspections and its
 * printed password would remain together with real data.
 * @returns what is wrong with DATA_DIR, or null
 */
export function claimDataDir(dataDir: string, mode: 'demo' | 'service'): string | null {
  const file = path.join(dataDir, 'mode')
  try {
    const pseudo = makeDirectory(dataDir)
    if (pseudo !== null) return `lies in a file system that keeps nothing (${pseudo}): choose another folder`
    writeFileSync(file, `${mode}\n`, { flag: 'wx' })
    return null
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return isAFile
    if (codeOf(error) !== 'EEXIST') return `cannot be written (${codeOf(error)})`
  }
  let owner: string
  try {
    owner = readFileSync(file, 'utf8').trim()
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? isAFile : `cannot be read (${codeOf(error)})`
  }
  return owner === mode ? null : explainOwner(mode)
}

const explainOwner = (mode: 'demo' | 'service') =>
  mode === 'demo'
    ? 'holds the data of a real service: give the demo a directory of its own'
    : 'holds data of the demo: give the real service a directory of its own'

/** Returns the same as `claimDataDir`, without creating anything. */
export function inspectDataDir(dataDir: string, mode: 'demo' | 'service'): string | null {
  const { existing } = splitPath(dataDir)
  const pseudo = pseudoTypes.get(statfsSync(existing).type)
  if (pseudo !== undefined) return `lies in a file system that keeps nothing (${pseudo}): choose another folder`
  if (!statSync(existing).isDirectory()) return isAFile
  try {
    accessSync(existing, constants.W_OK)
    const owner = readFileSync(path.join(dataDir, 'mode'), 'utf8').trim()
    return owner === mode ? null : explainOwner(mode)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : `cannot be written (${codeOf(error)})`
  }
}

/** The nearest folder that exists, and the folders below it that are missing, deepest first. */
function splitPath(dir: string): { existing: string; missing: string[] } {
  const missing: string[] = []
  let existing = dir
  while (statSync(existing, { throwIfNoEntry: false }) === undefined && existing !== path.dirname(existing)) {
    missing.push(existing)
    existing = path.dirname(existing)
  }
  return { existing, missing }
}

/**
 * Creates a folder and its parents, one by one. Node's `mkdir` with `recursive` never returns when the kernel reports
 * that an existing folder does not exist, as /proc does.
 * @returns the name of the pseudo file system that would contain it, or null
 */
function makeDirectory(dir: string): string | null {
  const { existing, missing } = splitPath(dir)
  const pseudo = pseudoTypes.get(statfsSync(existing).type)
  if (pseudo !== undefined) return pseudo
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder)
    } catch (error) {
      // Another console has just created the folder.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  return null
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
