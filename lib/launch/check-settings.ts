import 'server-only'
import { statSync } from 'node:fs'
import os from 'node:os'
import { StartError } from '@/lib/db/embedded/start-error'
import { inspectMigrations } from '@/lib/db/migrate'
import { connectServer } from '@/lib/db/server-database'
import { parseSettings, SettingsError, type Settings } from '@/lib/env'
import { nameHosts } from '@/lib/env-database'
import { secretVariables } from '@/lib/env-secrets'
import { environment } from '@/lib/env-variables'
import { inspectDataDir } from './data-owner'
import { readEnvFiles, readSettingsFile } from './env-files'
import { chooseMode } from './environment'
import { explainBusyPort } from './port'

type Environment = Readonly<Record<string, string | undefined>>

interface Finding {
  /** `note`: worth knowing, but a start works. */
  kind: 'ok' | 'note' | 'error'
  text: string
}

/**
 * `npm run check-settings`: says what a start would refuse, without starting or writing anything.
 * @returns the exit code: 0 a start works, 1 it does not
 */
export async function checkSettings(given: Environment, root: string, say: (line: string) => void): Promise<number> {
  const findings = await listFindings(given, root)
  for (const { kind, text } of findings) say(`${kind.padEnd(5)}  ${text}`)
  const errors = findings.filter(({ kind }) => kind === 'error').length
  say(errors === 0 ? 'Sightline can start.' : `Sightline cannot start: ${errors} error${errors === 1 ? '' : 's'}.`)
  return errors === 0 ? 0 : 1
}

async function listFindings(given: Environment, root: string): Promise<Finding[]> {
  try {
    const env = { ...readEnvFiles(root, 'production', given), ...given }
    const settings = parseSettings(chooseMode({ command: 'start', port: null }, env, os.hostname()).env)
    return [
      { kind: 'ok', text: `Settings of ${settings.publicUrl}` },
      ...noteUnknownNames(given),
      ...noteOpenFiles(env),
      inspectFolder(settings),
      await inspectPort(settings),
      await inspectDatabase(settings),
    ]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems.map(({ name, problem }) => ({ kind: 'error', text: `${name} ${problem}` }))
  }
}

const known = new Set([...Object.keys(environment.shape), ...secretVariables.map((name) => `${name}_FILE`)])

/** Names of the settings file that nothing reads: most are misspelled. */
function noteUnknownNames(given: Environment): Finding[] {
  return [...readSettingsFile(given).keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: 'note', text: `SETTINGS_FILE names ${name}, which is not a setting of Sightline` }))
}

/** Files with secrets that every user of the machine can read. */
function noteOpenFiles(env: Environment): Finding[] {
  return [...secretVariables.map((name) => `${name}_FILE`), 'SETTINGS_FILE']
    .filter((name) => env[name] !== undefined && env[name] !== '' && (statSync(env[name]).mode & 0o004) !== 0)
    .map((name) => ({ kind: 'note', text: `${name} names a file that every user of this machine can read: chmod 600` }))
}

function inspectFolder({ dataDir, mode }: Settings): Finding {
  const problem = inspectDataDir(dataDir, mode)
  return problem === null
    ? { kind: 'ok', text: `DATA_DIR is ${dataDir}` }
    : { kind: 'error', text: `DATA_DIR ${problem}` }
}

async function inspectPort({ port, hostname }: Settings): Promise<Finding> {
  const problem = await explainBusyPort(port, hostname)
  return problem === null
    ? { kind: 'ok', text: `Port ${port} on ${hostname} is free` }
    : { kind: 'error', text: problem }
}

async function inspectDatabase({ databaseUrl }: Settings): Promise<Finding> {
  if (databaseUrl === null) return { kind: 'ok', text: 'The database is a private PostgreSQL in DATA_DIR' }
  const host = nameHosts(databaseUrl)
  try {
    const db = await connectServer(databaseUrl, { info: () => {}, warn: () => {}, error: () => {} })
    try {
      const due = await inspectMigrations(db)
      const text = due === 0 ? 'is up to date' : `needs ${due} migration${due === 1 ? '' : 's'}: a start applies them`
      return { kind: 'ok', text: `The database at ${host} ${text}` }
    } finally {
      await db.close()
    }
  } catch (error) {
    return {
      kind: 'error',
      text: error instanceof StartError ? error.message : `The database at ${host} cannot be used.`,
    }
  }
}
