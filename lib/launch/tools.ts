import process from 'node:process'
import { resolveInProject } from '@/lib/db/project-root'
import { usage } from './arguments'

type Environment = Readonly<Record<string, string | undefined>>
type Tool = (words: readonly string[], env: Environment) => Promise<number>

const root = resolveInProject()
const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** Commands of main.mjs that do not keep running with a console. Each loads only its own modules. */
const tools: Readonly<Record<string, Tool>> = {
  // The waiter runs it, never a person.
  prepare: async (words, env) => (await import('./launch')).launch(words, env),
  'check-settings': async (_, env) => (await import('./check/check-settings')).checkSettings(env, root, say),
  backup: async (words, env) => (await import('./backup-commands')).runBackup(words, { env, root, say, complain }),
  'verify-log': async (words, env) => (await import('./verify-log')).runVerifyLog(words, { env, root, say, complain }),
  'bi-access': async (words, env) => {
    const [{ attempt }, { runBiAccess }] = await Promise.all([import('./attempt'), import('./admin/bi-access')])
    const around = { env, root, say, complain }
    return await attempt(around, (settings) => runBiAccess(words, around, settings))
  },
  restore: async (words, env) => (await import('./backup-commands')).runRestore(words, { env, root, say, complain }),
}

/**
 * Runs the tool with this name.
 * @returns the exit code
 */
export async function runTool(name: string, words: readonly string[], env: Environment): Promise<number> {
  if (Object.hasOwn(tools, name)) return (await tools[name]?.(words, env)) ?? 1
  complain(
    `${usage}\nOther commands: ${Object.keys(tools)
      .filter((one) => one !== 'prepare')
      .join(', ')}, admin`,
  )
  return 1
}
