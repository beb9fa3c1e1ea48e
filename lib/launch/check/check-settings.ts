import 'server-only'
import { constants, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import os from 'node:os'
import { parseSettings, SettingsError, type Settings } from '@/lib/env'
import { secretVariables } from '@/lib/env-secrets'
import { environment } from '@/lib/env-variables'
import { explainBuild, readBuiltBasePath } from '../build'
import { distDirOf } from '../dist-dir'
import { inspectDataDir } from '../data-owner'
import { readEnvFiles, readSettingsFile } from '../env-files'
import { chooseMode } from '../environment'
import { explainBusyPort } from '../port'
import { inspectBuckets } from './buckets'
import { inspectDatabases } from './databases'
import type { Finding } from './finding'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `npm run check-settings`: says what a start would refuse, without starting anything. The only thing that it writes is
 * an object in each bucket, which it deletes again.
 * @returns the exit code: 0 a start works, 1 it does not
 */
export async function checkSettings(given: Environment, root: string, say: (line: string) => void): Promise<number> {
  const findings = await listFindings(given, root)
  for (const { kind, text } of findings) say(`${kind.padEnd(5)}  ${text}`)
  const errors = findings.filter(({ kind }) => kind === 'error').length
  const warnings = findings.filter(({ kind }) => kind === 'warn').length
  if (errors > 0) say(`Sightline cannot start: ${errors} error${errors === 1 ? '' : 's'}.`)
  else if (warnings > 0) say(`Sightline can start, but ${warnings} of its settings will not work.`)
  else say('Sightline can start.')
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
      ...inspectBuild(root, env, settings),
      inspectFolder(settings),
      await inspectPort(settings),
      ...(await inspectDatabases(settings)),
      ...(await inspectBuckets(settings)),
      ...(await inspectExportDir(settings)),
    ]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.problems.map(({ name, problem }) => ({ kind: 'error', text: `${name} ${problem}` }))
  }
}

const known = new Set([...Object.keys(environment.shape), ...secretVariables.map((name) => `${name}_FILE`)])

/** Notes names in the settings file that nothing reads, because most of them are misspelled. */
function noteUnknownNames(given: Environment): Finding[] {
  return [...readSettingsFile(given).keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: 'note', text: `SETTINGS_FILE names ${name}, which is not a setting of Sightline` }))
}

/** Notes files with secrets that every user of the machine can read. */
function noteOpenFiles(env: Environment): Finding[] {
  return [...secretVariables.map((name) => `${name}_FILE`), 'SETTINGS_FILE']
    .filter((name) => env[name] !== undefined && env[name] !== '' && (statSync(env[name]).mode & 0o004) !== 0)
    .map((name) => ({ kind: 'note', text: `${name} names a file that every user of this machine can read: chmod 600` }))
}

/** Checks the build. That a checkout is not built yet is not a problem of the settings. */
function inspectBuild(root: string, env: Environment, { basePath }: Settings): Finding[] {
  const distDir = distDirOf(root, env)
  const problem = readBuiltBasePath(root, distDir) === null ? null : explainBuild(root, distDir, basePath)
  return problem === null ? [] : [{ kind: 'error', text: problem }]
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

async function inspectExportDir({ exportDir }: Settings): Promise<Finding[]> {
  if (exportDir === null) return []
  const canWrite = await access(exportDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (canWrite) return [{ kind: 'ok', text: `EXPORT_DIR is ${exportDir}` }]
  const text = `EXPORT_DIR ${exportDir} does not exist or cannot be written. Scheduled exports to it fail until that works.`
  return [{ kind: 'warn', text }]
}
