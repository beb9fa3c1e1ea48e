import { z } from 'zod'
import { createDatabase } from '@/lib/db/database'
import { silentLog } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { runExport } from './steps'
import { takeNext, toolsOf } from './testing'

/** Test tool: a console without pages that executes the next run of a schedule, for tests that kill it. */
const asked = z
  .object({ connection: z.record(z.string(), z.unknown()), exportDir: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const db = createDatabase({ kind: 'embedded', connection: asked.connection, log: silentLog })
processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
const tools = toolsOf(db, { exportDir: asked.exportDir, bucket: null, spoolDir: asked.exportDir })
await runExport(tools, await takeNext(db), new AbortController().signal)
await db.close()
