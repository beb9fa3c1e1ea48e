import 'server-only'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { syncToDisk } from '@/lib/db/sync-to-disk'
import type { Database } from '@/lib/db/types'
import packageFile from '@/package.json' with { type: 'json' }
import {
  BackupError,
  encodeFrame,
  encodeTrailer,
  magic,
  type BackupHeader,
  type BackupManifest,
  type FrameKind,
} from './format'
import { copyTable, createTableSum, listTables } from './tables'

/** The maximum size of a frame of rows, so that a reader needs little memory. */
const sliceBytes = 1024 * 1024

export interface WrittenBackup {
  file: string
  bytes: number
  tables: number
  rows: number
}

/**
 * Writes a consistent backup while the console runs: all tables are read in one transaction. The file appears once it
 * is complete and on disk. Only its owner can read it.
 * @throws BackupError, AppError unavailable
 */
export async function writeBackup(
  db: Pick<Database, 'openSession'>,
  { to, signal }: { to: string; signal?: AbortSignal },
): Promise<WrittenBackup> {
  if (await stat(to).catch(() => null)) throw new BackupError(`${to} exists already: choose another name.`)
  const draft = `${to}.${process.pid}.partial`
  const client = await db.openSession()
  try {
    await client.query('begin isolation level repeatable read read only')
    const sums = await writeFile(draft, await readHeader(client), (write) => writeTables(client, write), signal)
    await client.query('commit')
    await placeFile(draft, to)
    return { file: to, bytes: (await stat(to)).size, ...sums }
  } catch (error) {
    throw explain(error, to)
  } finally {
    await rm(draft, { force: true })
    await client.end()
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

/** How file systems without hard links, such as SMB and exFAT, refuse one. */
const noLinkCodes: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'])

/**
 * Gives the complete file its name. A file that already has the name stays, and EEXIST is thrown.
 * @param makeLink for tests: how a hard link is made
 */
export async function placeFile(draft: string, to: string, makeLink: typeof link = link): Promise<void> {
  try {
    // Unlike a rename, a link never replaces a file.
    await makeLink(draft, to)
    return
  } catch (error) {
    if (!noLinkCodes.has(codeOf(error))) throw error
  }
  // A rename may only replace the empty file that takes the name here, and `wx` never opens an existing file.
  const reserved = await open(to, 'wx', 0o600)
  await reserved.close()
  try {
    await rename(draft, to)
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

function explain(error: unknown, to: string): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC') return new BackupError(`The disk of ${to} is full.`, { cause: error })
  if (code === 'EEXIST') return new BackupError(`${to} exists already: choose another name.`)
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BackupError(`The folder of ${to} does not exist.`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new BackupError(`${to} cannot be written (${code}).`, { cause: error })
  return error
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const about = await client.query<{ at: Date; server: string }>(
    `select now() as at, current_setting('server_version') as server`,
  )
  const [row] = about.rows
  if (row === undefined) throw new Error('a select without from gives one row')
  return { createdAt: row.at.toISOString(), version: packageFile.version, server: row.server, migrations: rows }
}

type Write = (kind: FrameKind, content: Buffer) => Promise<void>
type Counts = Pick<WrittenBackup, 'tables' | 'rows'>

async function writeFile(
  file: string,
  header: BackupHeader,
  content: (write: Write) => Promise<Counts>,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const hash = createHash('sha256')
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const head = `${magic}${JSON.stringify(header)}\n`
  hash.update(head)
  output.write(head)
  const gzip = createGzip({ level: 4 })
  const summed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      this.push(encodeTrailer(hash.digest('hex')))
      done()
    },
  })
  const writing = pipeline(gzip, summed, output, signal === undefined ? {} : { signal })
  // The error is ignored here, because `content` fails with the same error.
  writing.catch(() => {})
  try {
    const counts = await content(async (kind, bytes) => {
      if (gzip.destroyed) await writing
      if (!gzip.write(encodeFrame(kind, bytes))) await Promise.race([once(gzip, 'drain'), writing])
    })
    gzip.end()
    await writing
    await syncToDisk(file)
    return counts
  } catch (error) {
    gzip.destroy()
    throw error
  }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

async function writeTables(client: Client, write: Write): Promise<Counts> {
  const manifest: BackupManifest = { tables: [], sequences: [] }
  for (const table of await listTables(client)) {
    await write('t', json({ table: table.name, columns: table.columns }))
    const sum = createTableSum()
    for await (const bytes of copyTable(client, table)) {
      sum.add(bytes)
      for (let at = 0; at < bytes.length; at += sliceBytes) await write('d', bytes.subarray(at, at + sliceBytes))
    }
    const ended = sum.end()
    await write('e', json(ended))
    manifest.tables.push({ table: table.name, ...ended })
  }
  // Sequences do not belong to the snapshot. They are read after the rows, so that they are never behind the rows.
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  )
  manifest.sequences = rows
  await write('m', json(manifest))
  return { tables: manifest.tables.length, rows: manifest.tables.reduce((sum, { rows: count }) => sum + count, 0) }
}
