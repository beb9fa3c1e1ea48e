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
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') return `cannot be written (${code ?? 'unknown error'})`
  }
  const owner = readFileSync(file, 'utf8').trim()
  if (owner === mode) return null
  return mode === 'demo'
    ? 'holds the data of a real service: give the demo a directory of its own'
    : 'holds data of the demo: give the real service a directory of its own'
}
