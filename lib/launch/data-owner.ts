import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A directory belongs to the demo or to a real service, for good. Otherwise the demo's made-up inspections and its
 * printed password would live on beside real data.
 * @returns what is wrong with DATA_DIR, or null.
 */
export function claimDataDir(dataDir: string, mode: 'demo' | 'service'): string | null {
  const file = path.join(dataDir, 'mode')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${mode}\n`, { flag: 'wx' })
    return null
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return `cannot be written (${codeOf(error)})`
  }
  let owner: string
  try {
    owner = readFileSync(file, 'utf8').trim()
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' ? 'is a file: it must be a folder' : `cannot be read (${codeOf(error)})`
  }
  if (owner === mode) return null
  return mode === 'demo'
    ? 'holds the data of a real service: give the demo a directory of its own'
    : 'holds data of the demo: give the real service a directory of its own'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
