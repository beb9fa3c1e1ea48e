import { createInterface } from 'node:readline'
import { createDatabase } from './database'
import { startEmbedded } from './embedded/embedded'
import type { EmbeddedServer } from './embedded/embedded'
import { migrate } from './migrate'
import type { DatabaseLog } from './types'

/**
 * Test tool: a console without pages, for tests that kill it. It opens the private database of DATA_DIR (argument 1)
 * and writes rows one by one. Each line of stdout is a JSON object: {ready}, {stored: id}, {failed: message}. Argument
 * 2 may be `idle` (writes nothing), `race` (starts and stops on command from stdin) or `as-nobody` (becomes the user
 * nobody once all modules are loaded).
 */
function send(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const log: DatabaseLog = {
  info: (fields, message) => {
    send({ log: message, ...fields })
  },
  warn: (fields, message) => {
    send({ log: message, ...fields })
  },
  error: (fields, message) => {
    send({ log: message, ...fields })
  },
}

const [dataDir = '', mode = ''] = process.argv.slice(2)
// The folder from which the console reads migrations, watcher and binaries.
if (process.env['STAGE'] !== undefined) process.chdir(process.env['STAGE'])
if (mode === 'as-nobody') {
  process.setgroups?.([65_534])
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}

/** Starts a server on each directory that it reads from stdin, one per line. An empty line stops the server. */
async function race(): Promise<void> {
  let server: EmbeddedServer | null = null
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      if (line !== '') server = await startEmbedded({ dataDir: line, log })
      else await server?.stop()
      send(line === '' ? { stopped: true } : { won: line })
    } catch (error) {
      send({ failed: error instanceof Error ? error.message : String(error), dataDir: line })
    }
  }
}

/**
 * Opens the database and writes until it is killed. Each id is repeated until it is acknowledged, so there are no gaps.
 */
async function write(): Promise<void> {
  const server = await startEmbedded({ dataDir, log })
  const db = createDatabase({
    kind: 'embedded',
    connection: server.connection,
    log,
    healTimeoutMs: 20_000,
    onClose: () => server.stop(),
  })
  await migrate(db, { log })
  await db.query('create table if not exists kept (id bigint primary key)')
  const { rows } = await db.query<{ last: number; total: number }>(
    'select coalesce(max(id), 0) as last, count(*) as total from kept',
  )
  const over = new AbortController()
  if (mode !== '') over.abort()
  process.once('SIGTERM', () => {
    over.abort()
    void db.close().then(() => process.exit(0))
  })
  setInterval(() => {}, 1_000)
  // The test may kill this process as soon as it reads this line.
  send({ ready: true, ...server.processes(), total: rows[0]?.total ?? 0, home: server.home, uid: process.getuid?.() })
  for (let id = (rows[0]?.last ?? 0) + 1; ;) {
    if (over.signal.aborted) break
    try {
      await db.query('insert into kept values ($1) on conflict do nothing', [id])
      send({ stored: id, ...server.processes() })
      id += 1
    } catch (error) {
      send({ missed: id, reason: String(error) })
    }
  }
}

try {
  await (mode === 'race' ? race() : write())
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
