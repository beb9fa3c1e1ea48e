import 'server-only'
import os from 'node:os'
import { resolveInProject } from '@/lib/db/project-root'
import { listSecrets, SettingsError } from '@/lib/env'
import { createLog, registerSecret } from '@/lib/log'
import { parseArguments } from './arguments'
import { ensureBuild, explainBuild } from './build'
import { distDirOf } from './dist-dir'
import { orderConsole, waitUntilReady } from './console-process'
import { readEnvFiles } from './env-files'
import { prepareEnvironment, type Prepared } from './environment'
import { askFirstAdminState, greet } from './greeting'
import { explainBusyPort } from './port'
import type { ConsoleOrder } from './waiter/waiter.mjs'

const root = resolveInProject()

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(sentences: string): number {
  process.stderr.write(`${sentences}\n`)
  return 1
}

const send = (order: ConsoleOrder) => new Promise((resolve) => process.send?.(order, resolve))

/**
 * Checks everything that can be checked before anything listens, makes the waiter start the console, and greets once
 * the console is ready. The waiter kills this process when the console stops earlier.
 * @returns the exit code
 */
export async function launch(
  words: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  // The waiter has already ended.
  if (!process.connected) return 1
  process.on('disconnect', () => process.exit(1))
  // The channel must not keep this process alive.
  process.channel?.unref()
  // A hang-up reaches all processes of a group. The waiter decides what to do.
  process.on('SIGHUP', () => {})
  const arguments_ = parseArguments(words)
  if (typeof arguments_ === 'string') return fail(arguments_)
  const { command } = arguments_

  let prepared: Prepared
  try {
    // These are the files that Next reads, so that the launcher and the console see the same settings.
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

  // A closed terminal or a log reader that ends must not crash this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const secrets = listSecrets(settings)
  await send(orderConsole({ command, root, env, settings, secrets }))
  await waitUntilReady(env)
  const state = await askFirstAdminState(prepared)
  if (command === 'start' && !process.stdout.isTTY) {
    // One line in the log is enough, because no person is watching.
    for (const secret of secrets) registerSecret(secret)
    createLog({ level: settings.logLevel }).info({ url: settings.publicUrl, firstAdmin: state }, 'Sightline is ready')
  } else say(greet(prepared, state))
  return 0
}
