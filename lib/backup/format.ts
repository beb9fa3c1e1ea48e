import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'

/**
 * A backup is one file: a line that identifies the format, a line of JSON (the header), a gzip stream of frames, and a
 * line with the SHA-256 of everything before it. A frame has a letter, a length of four bytes and its content:
 *
 * - `t` JSON: the table and the columns of the rows that follow
 * - `d` rows as COPY writes them
 * - `e` JSON: the number of rows and the SHA-256 of the table that ends here
 * - `m` JSON: the manifest, the last frame
 */
export const magic = 'SIGHTLINE BACKUP 1\n'
const magicOfAny = /^SIGHTLINE BACKUP (\d+)\n/

export const backupHeader = z.object({
  createdAt: z.iso.datetime(),
  /** The version of Sightline. */
  version: z.string(),
  /** The version of PostgreSQL. */
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const tableStart = z.object({ table: z.string(), columns: z.array(z.string()) })
export const tableEnd = z.object({ rows: z.number().int(), sha256: z.string() })
export const backupManifest = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.number().int(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type BackupManifest = z.infer<typeof backupManifest>

export type FrameKind = 't' | 'd' | 'e' | 'm'
export interface Frame {
  kind: FrameKind
  content: Buffer
}

/** Why a backup cannot be written or used, as a sentence for the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** A newline, 64 hexadecimal digits and a newline. */
const trailerBytes = 66
const headBytesMax = 1024 * 1024
export const frameBytesMax = 16 * 1024 * 1024

export function encodeFrame(kind: FrameKind, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

export const encodeTrailer = (sha256: string) => `\n${sha256}\n`

/** A backup whose checksum is correct. */
export interface CheckedBackup {
  file: string
  header: BackupHeader
  /** Where the gzip stream begins and where it ends, in bytes. */
  from: number
  to: number
}

/**
 * Reads the header and compares the checksum of the whole file.
 * @throws BackupError with the reason
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) throw new BackupError(`There is no file ${file}.`)
  const { header, from } = await readHead(file)
  const trailer = await readBytes(file, Math.max(0, size - trailerBytes), trailerBytes)
  const [, promised] = /^\n([0-9a-f]{64})\n$/.exec(trailer.toString('latin1')) ?? []
  if (promised === undefined || size - trailerBytes < from)
    throw new BackupError(`${file} is incomplete: its end is missing.`)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: size - trailerBytes - 1 })) hash.update(chunk as Buffer)
  if (hash.digest('hex') !== promised) throw new BackupError(`${file} is damaged: its checksum does not match.`)
  return { file, header, from, to: size - trailerBytes }
}

async function readHead(file: string): Promise<{ header: BackupHeader; from: number }> {
  const head = await readBytes(file, 0, headBytesMax)
  const [first, format] = magicOfAny.exec(head.toString('latin1', 0, 64)) ?? []
  if (first === undefined) throw new BackupError(`${file} is not a backup of Sightline.`)
  if (first !== magic)
    throw new BackupError(`${file} has format ${format}, which this version of Sightline cannot read.`)
  const end = head.indexOf('\n', magic.length)
  const parsed = backupHeader.safeParse(readJson(head.subarray(magic.length, Math.max(end, 0))))
  if (!parsed.success) throw new BackupError(`${file} is damaged: its header cannot be read.`)
  return { header: parsed.data, from: end + 1 }
}

export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

async function readBytes(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The frames of a checked file in order. @throws BackupError when they are not valid frames of a backup */
export async function* readFrames({ file, from, to }: CheckedBackup): AsyncGenerator<Frame> {
  const damaged = () => new BackupError(`${file} is damaged: its content cannot be read.`)
  const stream = createReadStream(file, { start: from, end: to - 1 })
  const gunzip = stream.pipe(createGunzip())
  stream.once('error', (error) => gunzip.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of gunzip) {
      rest = Buffer.concat([rest, chunk as Buffer])
      for (;;) {
        const length = rest.length < 5 ? null : rest.readUInt32BE(1)
        if (length !== null && length > frameBytesMax) throw damaged()
        if (length === null || rest.length < 5 + length) break
        yield { kind: readKind(rest, damaged), content: rest.subarray(5, 5 + length) }
        rest = rest.subarray(5 + length)
      }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged()
  } finally {
    stream.destroy()
  }
  if (rest.length > 0) throw damaged()
}

function readKind(bytes: Buffer, damaged: () => BackupError): FrameKind {
  const kind = bytes.toString('latin1', 0, 1)
  if (kind === 't' || kind === 'd' || kind === 'e' || kind === 'm') return kind
  throw damaged()
}
