import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { assets } from './catalog'

/** The folder of the committed media. Found by the working directory, because a bundler moves this module. */
function mediaDirectory(): string {
  return path.join(process.cwd(), 'lib', 'standin', 'media', 'files')
}

const loaded = new Map<string, Buffer>()

/** @throws one sentence that names the folder when media files are missing */
export function checkMediaFiles(): void {
  const missing = assets.filter(({ file }) => file !== null && !existsSync(path.join(mediaDirectory(), file)))
  if (missing.length === 0) return
  throw new Error(
    `the stand-in misses ${missing.length} media files in ${mediaDirectory()} (first: ${missing[0]?.file}): start it from the root of the project`,
  )
}

/** A committed media file, cached after the first read. */
export function readMediaFile(name: string): Buffer {
  const known = loaded.get(name)
  if (known) return known
  const bytes = readFileSync(path.join(mediaDirectory(), name))
  loaded.set(name, bytes)
  return bytes
}
