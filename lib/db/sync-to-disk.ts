import 'server-only'
import { open } from 'node:fs/promises'

/**
 * Makes a file, or the renames and new files of a directory, survive a power failure.
 * @throws the same errors as `open`
 */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
