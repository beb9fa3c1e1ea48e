import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/errors'
import { describeFailure, describeStatus, type PinnedTools, requestPinned } from '@/lib/outgoing/pinned'
import { serverText } from '@/lib/server-text'
import { openBucket, RefusedByBucket } from '@/lib/storage/bucket'
import type { Bucket } from '@/lib/env-bucket'
import type { OpenedContent } from './content'

/**
 * Delivers a file completely or not at all. The file is first written under another name, and renamed or sent once it
 * is complete.
 */

export interface DeliverTools extends PinnedTools {
  /** The directory that contains all allowed folders; null: no directory is allowed. */
  exportDir: string | null
  bucket: Bucket | null
  /** The directory for files that are sent once they are complete. */
  spoolDir: string
}

/** Where a file goes. */
export type Place =
  | { kind: 'directory'; folder: string }
  | { kind: 's3'; folder: string }
  | { kind: 'put'; url: string; authorization: string | null }

/** Identifies a run in the names of its unfinished files. */
export interface Draft {
  scheduleId: string
  number: number
  /** Grows with each try, so that two tries never write to one file. */
  fence: number
}

interface Written {
  file: string
  bytes: number
  sha256: string
}

/**
 * The time limit of the whole request, which is long enough for a large file. A request without a response then ends.
 */
const sendTimeoutMs = 30 * 60_000

const failed = (text: string, cause?: unknown) => new AppError('unavailable', text, { cause })

/** The meaning of an error of the file system, without paths. */
function readFileError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof AppError) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') return failed(serverText('exportSchedules.failed.full'), error)
  return failed(serverText('exportSchedules.failed.directory'), error)
}

/**
 * Opens a folder below the directory, and creates it if it is missing. The real path of each part is checked, so that a
 * symbolic link cannot lead outside.
 */
async function openFolder(exportDir: string, folder: string): Promise<string> {
  const base = await realpath(exportDir)
  let at = base
  for (const name of folder.split('/').filter((part) => part !== '')) {
    const next = path.join(at, name)
    await mkdir(next).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    at = await realpath(next)
    if (!at.startsWith(base + path.sep)) throw failed(serverText('exportSchedules.failed.outside'))
  }
  return at
}

/**
 * Removes files that earlier tries and runs of the schedule left behind. This is safe, because a schedule has one run
 * at a time.
 */
async function removeDrafts(dir: string, { scheduleId }: Draft): Promise<void> {
  const start = `.${scheduleId}-`
  for (const name of await readdir(dir))
    if (name.startsWith(start) && name.endsWith('.partial')) await rm(path.join(dir, name), { force: true })
}

/** Writes all rows to a file of the run, and makes sure that the disk has them. */
async function writeDraft(dir: string, draft: Draft, content: OpenedContent, signal: AbortSignal): Promise<Written> {
  await removeDrafts(dir, draft)
  const file = path.join(dir, `.${draft.scheduleId}-${draft.number}-${draft.fence}.partial`)
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of content.body) {
      signal.throwIfAborted()
      hash.update(piece)
      bytes += piece.byteLength
      await handle.writeFile(piece)
    }
    await handle.chmod(0o640)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { file, bytes, sha256: hash.digest('hex') }
}

/** Ensures that a rename survives a power failure. */
async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync().catch(() => {
    // Some systems cannot sync a directory.
  })
  await handle.close()
}

/** The address of a file. The name of the file is added to an address that ends with a slash. */
export function writeFileUrl(address: string, fileName: string): string {
  const url = new URL(address)
  if (url.pathname.endsWith('/')) url.pathname += encodeURIComponent(fileName)
  return url.href
}

async function sendToBucket(
  bucket: Bucket,
  name: string,
  { file, bytes, sha256 }: Written,
  { type, signal }: { type: string; signal: AbortSignal },
): Promise<void> {
  const upload = { body: createReadStream(file), bytes, type, sha256 }
  try {
    await openBucket(bucket).put(name, upload, AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]))
  } catch (error) {
    if (error instanceof RefusedByBucket)
      throw failed(serverText('exportSchedules.failed.bucket', { status: error.status }), error)
    throw failed(serverText('exportSchedules.failed.bucketAway'), error)
  } finally {
    upload.body.destroy()
  }
}

async function sendToAddress(
  { url, authorization }: Extract<Place, { kind: 'put' }>,
  fileName: string,
  { file, bytes }: Written,
  { type, signal, tools }: { type: string; signal: AbortSignal; tools: DeliverTools },
): Promise<void> {
  const late = AbortSignal.timeout(sendTimeoutMs)
  const answer = await requestPinned(
    {
      url: writeFileUrl(url, fileName),
      method: 'PUT',
      headers: {
        'content-type': type,
        'content-length': bytes,
        ...(authorization === null ? {} : { authorization }),
      },
      body: createReadStream(file),
      signal: AbortSignal.any([signal, late]),
    },
    tools,
  ).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    throw failed(describeFailure(error, late.aborted ? sendTimeoutMs / 1_000 : null), error)
  })
  if (answer === null) throw failed(serverText('outgoing.failed.private'))
  const problem = describeStatus(answer.status)
  if (problem !== null) throw failed(problem)
}

/**
 * Writes the rows, and puts the file in its place.
 * @param confirm is called when the file is complete, before it gets its name; rejects when another console has taken
 * over the run
 * @returns the size of the file
 * @throws AppError with what happened, without paths and addresses; also the errors of the rows
 */
export async function deliver(
  content: OpenedContent,
  { place, fileName, draft, confirm }: { place: Place; fileName: string; draft: Draft; confirm: () => Promise<void> },
  { tools, signal }: { tools: DeliverTools; signal: AbortSignal },
): Promise<number> {
  const { exportDir, bucket, spoolDir } = tools
  if (place.kind === 'directory' && exportDir === null) throw failed(serverText('exportSchedules.failed.noDirectory'))
  if (place.kind === 's3' && bucket === null) throw failed(serverText('exportSchedules.failed.noBucket'))
  const dir = await openDraftDir(place, { exportDir, spoolDir }).catch((error: unknown) => {
    throw readFileError(error)
  })
  let written: Written | null = null
  try {
    written = await writeDraft(dir, draft, content, signal)
    await confirm()
    const name = place.kind === 's3' && place.folder !== '' ? `${place.folder}/${fileName}` : fileName
    if (place.kind === 'directory') {
      await rename(written.file, path.join(dir, fileName))
      await syncDirectory(dir)
    } else if (place.kind === 's3' && bucket !== null)
      await sendToBucket(bucket, name, written, { type: content.type, signal })
    else if (place.kind === 'put') await sendToAddress(place, fileName, written, { type: content.type, signal, tools })
    return written.bytes
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw readFileError(error)
    throw error
  } finally {
    await removeDrafts(dir, draft).catch(() => {
      // The next try removes them.
    })
  }
}

async function openDraftDir(
  place: Place,
  { exportDir, spoolDir }: Pick<DeliverTools, 'exportDir' | 'spoolDir'>,
): Promise<string> {
  if (place.kind === 'directory') return openFolder(exportDir ?? '', place.folder)
  await mkdir(spoolDir, { recursive: true, mode: 0o700 })
  return spoolDir
}
