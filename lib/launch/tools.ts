import process from 'node:process'
import { resolveInProject } from '@/lib/db/project-root'

type Environment = Readonly<Record<string, string | undefined>>
type Tool = (words: readonly string[], env: Environment) => Promise<number>

const root = resolveInProject()
const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** Commands beside those that start a console. Each loads its own modules only. */
const tools: Readonly<Record<string, Tool>> = {
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

/** The tool of that name, or null. */
export function findTool(name: string): Tool | null {
  return Object.hasOwn(tools, name) ? (tools[name] ?? null) : null
}
