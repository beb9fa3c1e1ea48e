import 'server-only'
import os from 'node:os'
import { resolveInProject } from '@/lib/db/project-root'
import { listSecrets, SettingsError, type Settings } from '@/lib/env'
import { createLog, registerSecret, type Log } from '@/lib/log'
import { parseArguments } from './arguments'
import { distDirOf, ensureBuild, explainBuild } from './build'
import { spawnConsole, waitUntilReady } from './console-process'
import { readEnvFiles } from './env-files'
import { prepareEnvironment, type Prepared } from './environment'
import { askFirstAdminState, greet } from './greeting'
import { explainBusyPort } from './port'

const root = resolveInProject()

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(sentences: string): number {
  process.stderr.write(`${sentences}\n`)
  return 1
}

/**
 * Checks everything that can be checked before anything listens, then runs the console until it ends.
 * @returns the exit code
 */
export async function launch(words: readonly string[], given: NodeJS.ProcessEnv): Promise<number> {
  const arguments_ = parseArguments(words)
  if (typeof arguments_ === 'string') return fail(arguments_)
  const { command } = arguments_

  let prepared: Prepared
  try {
    // The same files that Next reads, so that the launcher and the console see the same settings.
    const fromFiles = readEnvFiles(root, command === 'dev' ? 'development' : 'production', given)
    prepared = prepareEnvironment(arguments_, { ...fromFiles, ...given }, os.hostname())
  } catch (error) {
    if (error instanceof SettingsError) return fail(error.message)
    throw error
  }
  const { settings, env } = prepared
  const trouble = await explainBusyPort(settings.port, settings.hostname)
  if (trouble !== null) return fail(trouble)

  const { basePath } = settings
  const distDir = distDirOf(root, given)
  if (command === 'demo') {
    const code = await ensureBuild(root, { distDir, env: { ...given, BASE_PATH: basePath }, say })
    if (code !== 0) return fail('The build failed; what went wrong stands above.')
  }
  const problem = command === 'dev' ? null : explainBuild(root, distDir, basePath)
  if (problem !== null) return fail(problem)

  // A closed terminal, or a log reader that ends, must not crash the launcher.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const log = command === 'dev' ? null : createOutputLog(settings)
  const { ended, stopping } = spawnConsole({ command, root, env, heapMb: settings.heapMb, log })
  // Not greeted once it stops: that line would come after its last one.
  void greetWhenReady(prepared, command === 'start' && !process.stdout.isTTY ? log : null, stopping)
  const { code, sentence } = await ended
  return sentence === null ? code : fail(sentence)
}

/** For output of Next. The console's own lines are already formatted. */
function createOutputLog(settings: Settings): Log {
  for (const secret of listSecrets(settings)) registerSecret(secret)
  return createLog({ level: settings.logLevel, write: (line) => void process.stdout.write(line) })
}

/** @param log set when one line in the log is enough, because no person is watching */
async function greetWhenReady(prepared: Prepared, log: Log | null, signal: AbortSignal): Promise<void> {
  if (!(await waitUntilReady(prepared.env, signal))) return
  const state = await askFirstAdminState(prepared)
  if (signal.aborted) return
  if (log === null) say(greet(prepared, state))
  else log.info({ url: prepared.settings.publicUrl, firstAdmin: state }, 'Sightline is ready')
}
