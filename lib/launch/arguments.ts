const commands = ['demo', 'start', 'dev'] as const
export type Command = (typeof commands)[number]

export interface LaunchArguments {
  command: Command
  /** The port as text. It is checked with the settings, so that a wrong value is reported like a wrong PORT. */
  port: string | null
}

export const usage = `Usage: ${commands.join(' | ')} [--port N]`

/** Reads `<demo|start|dev> [--port N]`. A string as the result says what is wrong. */
export function parseArguments(words: readonly string[]): LaunchArguments | string {
  const [first, ...rest] = words
  const command = commands.find((name) => name === first)
  if (command === undefined) return usage
  let port: string | null = null
  for (let at = 0; at < rest.length; at += 1) {
    const [name, inline] = (rest[at] ?? '').split('=', 2)
    if (name !== '--port' && name !== '-p') return `Unknown option ${name}. ${usage}`
    const value = inline ?? rest[(at += 1)]
    if (value === undefined || value === '') return `${name} needs a number. ${usage}`
    port = value
  }
  return { command, port }
}
