import 'server-only'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncToDisk } from '@/lib/db/sync-to-disk'
import { StartError } from './start-error'

/**
 * How a new cluster replaces a cluster of an older major version. During an upgrade, the folder of the private
 * PostgreSQL contains:
 *
 * - `data`: the older cluster, until it is replaced
 * - `upgrade`: a separate DATA_DIR with the new cluster, and a file `complete` once the new cluster has all data
 * - `data-older`: the older cluster while the new one moves to `data`
 *
 * Invariant: at any time, `data`, `data-older` or a complete `upgrade` is a whole cluster, and `settleUpgrade` knows
 * which.
 */

/** The major version of a cluster; null if there is no cluster. */
export async function readMajor(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

export interface UpgradeFolders {
  /** A separate DATA_DIR with the new cluster. */
  draft: string
  complete: string
  aside: string
}

export function nameUpgradeFolders(home: string): UpgradeFolders {
  const draft = path.join(home, 'upgrade')
  return { draft, complete: path.join(draft, 'complete'), aside: path.join(home, 'data-older') }
}

const isThere = async (file: string) => (await stat(file).catch(() => null)) !== null

/** Marks the new cluster as complete, so that it will replace the older one. Its server must have stopped before. */
export async function completeUpgrade(home: string): Promise<void> {
  const { draft, complete } = nameUpgradeFolders(home)
  await writeFile(complete, '', { flush: true })
  await syncToDisk(draft)
}

/**
 * Finishes an upgrade: replaces the older cluster by a complete new one, or restores the older one. Does nothing if
 * there was no upgrade. If it is interrupted, the next call continues.
 * @param onStep tests only: called before each change
 * @throws StartError failed if another cluster was created in the meantime
 */
export async function settleUpgrade(home: string, onStep: () => void = () => {}): Promise<void> {
  const data = path.join(home, 'data')
  const { draft, complete, aside } = nameUpgradeFolders(home)
  const filled = path.join(draft, 'postgres', 'data')
  const isComplete = await isThere(complete)
  const move = async (from: string, to: string) => {
    onStep()
    await rename(from, to)
    await syncToDisk(home)
  }
  if (!isComplete) {
    if (!(await isThere(data)) && (await isThere(aside))) await move(aside, data)
    return
  }
  if (await isThere(filled)) {
    if (await isThere(data)) {
      if (await isThere(aside))
        throw new StartError(
          'failed',
          `The folders ${data} and ${aside} are both databases, and an upgrade was not finished. Move the one that is not needed away.`,
        )
      await move(data, aside)
    }
    await move(filled, data)
  }
  // The mark `complete` is removed last, because without it the next call would restore the older cluster.
  for (const folder of [aside, path.join(draft, 'postgres'), draft]) {
    onStep()
    await rm(folder, { recursive: true, force: true })
  }
}
