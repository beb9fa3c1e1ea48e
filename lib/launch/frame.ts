/** Puts lines in a box, for the few things that a person must find in the log. */
export function frame(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const bar = '─'.repeat(width + 4)
  return ['', `┌${bar}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${bar}┘`, ''].join('\n')
}
