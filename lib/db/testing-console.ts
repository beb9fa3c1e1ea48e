import { createDatabase } from './database'
import { startEmbedded } from './embedded'
import { migrate } from './migrate'
import type { DatabaseLog } from './types'

/**
 * Test tool: a console without pages, for tests that kill it. Opens the private database of DATA_DIR (argument 1) and
 * writes rows one after the other; each line of stdout is a JSON object: {ready}, {stored: id}, {failed: sentence}.
 * `idle` as argument 2 writes nothing; `as-nobody` gives up root first, when everything is loaded.
 */
function tell(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const log: DatabaseLog = {
  info: (fields, message) => {
    tell({ log: message, ...fields })
  },
  warn: (fields, message) => {
    tell({ log: message, ...fields })
  },
  error: (fields, message) => {
    tell({ log: message, ...fields })
  },
}

const [dataDir = '', mode = ''] = process.argv.slice(2)
// The project as the code sees it: where migrations, watcher and binaries are read from.
if (process.env['STAGE'] !== undefined) process.chdir(process.env['STAGE'])
if (mode === 'as-nobody') {
  process.setgroups?.([65_534])
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}

try {
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
  tell({ ready: true, ...server.processes(), total: rows[0]?.total ?? 0, home: server.home, uid: process.getuid?.() })
  const isWriting = mode === ''
  process.once('SIGTERM', () => {
    void db.close().then(() => process.exit(0))
  })
  for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
    if (!isWriting) break
    try {
      await db.query('insert into kept values ($1) on conflict do nothing', [id])
      tell({ stored: id, ...server.processes() })
    } catch (error) {
      tell({ missed: id, reason: String(error) })
    }
  }
  setInterval(() => {}, 1_000)
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
