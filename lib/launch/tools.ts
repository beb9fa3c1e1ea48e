import process from 'node:process'
import { fileURLToPath } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>
type Tool = (words: readonly string[], env: Environment) => Promise<number>

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Commands beside those that start a console. Each loads its own modules only. */
const tools: Readonly<Record<string, Tool>> = {
  'check-settings': async (_, env) => (await import('./check-settings')).checkSettings(env, root, say),
}

/** The tool of that name, or null. */
export function findTool(name: string): Tool | null {
  return Object.hasOwn(tools, name) ? (tools[name] ?? null) : null
}
