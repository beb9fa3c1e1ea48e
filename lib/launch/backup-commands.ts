import 'server-only'
import { parseArgs } from 'node:util'
import { checkBackup } from '@/lib/backup/format'
import { restoreBackup } from '@/lib/backup/restore'
import { writeBackup } from '@/lib/backup/write'
import { createDatabase } from '@/lib/db/database'
import { startEmbedded } from '@/lib/db/embedded/embedded'
import { connectServer } from '@/lib/db/server-database'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { openBeside } from './admin/database'
import type { AdminSettings } from './admin/settings'
import { attempt, type CommandAround } from './attempt'

const silent: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }
const backupUsage = 'Usage: npm run backup -- --to FILE'
const restoreUsage = 'Usage: npm run restore -- FILE [--check]'
const count = (rows: number) => new Intl.NumberFormat('en').format(rows)

/**
 * `npm run backup -- --to FILE`.
 * @returns the exit code: 0 done, 1 refused, 2 wrong command
 */
export async function runBackup(words: readonly string[], around: CommandAround): Promise<number> {
  const to = readWords(words)?.to
  if (to === undefined) {
    around.complain(backupUsage)
    return 2
  }
  return await attempt(around, async (settings) => {
    const db = await openBeside(settings, { isAnyVersion: true, directUrl: settings.databaseDirectUrl })
    try {
      const { bytes, tables, rows } = await writeBackup(db, { to })
      around.say(`Wrote ${to}: ${count(rows)} rows of ${tables} tables, ${count(bytes)} bytes.`)
      return 0
    } finally {
      await db.close()
    }
  })
}

function readWords(words: readonly string[]): { to?: string; check?: boolean; file: string | undefined } | null {
  try {
    const options = { to: { type: 'string' }, check: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...words], strict: true, allowPositionals: true, options })
    return { ...values, file: positionals[0] }
  } catch {
    return null
  }
}

/**
 * `npm run restore -- FILE`.
 * @returns the exit code: 0 done, 1 refused, 2 wrong command
 */
export async function runRestore(words: readonly string[], around: CommandAround): Promise<number> {
  const read = readWords(words)
  const file = read?.file
  if (file === undefined || read?.to !== undefined) {
    around.complain(restoreUsage)
    return 2
  }
  return await attempt(around, async (settings) => {
    const { header } = await checkBackup(file)
    around.say(`${file} is a whole backup of Sightline ${header.version}, made at ${header.createdAt}.`)
    if (read?.check === true) return 0
    const db = await openTarget(settings)
    try {
      const { tables, rows, migrations } = await restoreBackup(db, file, { log: silent })
      around.say(`Restored ${count(rows)} rows of ${tables} tables and compared each of them.`)
      if (migrations.length > 0) around.say(`Then applied ${migrations.length} newer migrations.`)
      around.say(
        'Accounts, sessions and API tokens are those of that time. Start Sightline with the same NEXTAUTH_SECRET.',
      )
      return 0
    } finally {
      await db.close()
    }
  })
}

/**
 * Opens the database of the settings without migrating it.
 * @throws StartError in-use while a console uses it
 */
async function openTarget({ databaseUrl, databaseDirectUrl: directUrl, dataDir }: AdminSettings): Promise<Database> {
  if (databaseUrl !== null) return await connectServer(databaseUrl, silent, { directUrl })
  const server = await startEmbedded({ dataDir, log: silent })
  const { connection } = server
  return createDatabase({ kind: 'embedded', connection, log: silent, onClose: () => server.stop() })
}
