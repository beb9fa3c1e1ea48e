import 'server-only'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncToDisk } from '@/lib/db/sync-to-disk'
import { StartError } from './start-error'

/**
 * A cluster of an older major version, and how the one that was filled from it takes its place. In the folder of the private
 * PostgreSQL are then:
 *
 * - `data` the cluster, until it is replaced
 * - `upgrade` a DATA_DIR of its own with the new cluster, and `complete` once that has everything
 * - `data-older` the older cluster, from then on until the new one is in its place
 *
 * Invariant: at every moment `data`, `data-older` or a complete `upgrade` is a whole cluster, and `settleUpgrade` knows which.
 */

/** The major version of a cluster; null when there is none. */
export async function readMajor(data: string): Promise<number | null> {
  const text = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

export interface UpgradeFolders {
  /** A DATA_DIR of its own. */
  draft: string
  complete: string
  aside: string
}

export function nameUpgradeFolders(home: string): UpgradeFolders {
  const draft = path.join(home, 'upgrade')
  return { draft, complete: path.join(draft, 'complete'), aside: path.join(home, 'data-older') }
}

const isThere = async (file: string) => (await stat(file).catch(() => null)) !== null

/** From now on the new cluster counts. It has to be stopped and on the disk. */
export async function completeUpgrade(home: string): Promise<void> {
  const { draft, complete } = nameUpgradeFolders(home)
  await writeFile(complete, '', { flush: true })
  await syncToDisk(draft)
}

/**
 * Brings what an upgrade left behind into order: puts a complete new cluster into its place and removes the older one, or
 * brings the older one back. Does nothing when there was no upgrade. An end at any point is continued by the next call.
 * @param onStep tests only: called before each change
 * @throws StartError failed when somebody made another cluster in between
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
  // The mark goes last: without it, the older cluster would be missed.
  for (const folder of [aside, path.join(draft, 'postgres'), draft]) {
    onStep()
    await rm(folder, { recursive: true, force: true })
  }
}
