import { readFileSync, writeFileSync } from 'node:fs'
import { describeMachine } from './tools'

const document = 'docs/benchmarks.md'

/** A ratio beside its goal. Null: measured without a goal. */
export interface Judged {
  ratio: number
  goal: Goal | null
  ok: boolean
}
export type Goal = { least: number } | { most: number }

/** Judges a value; one that could not be measured misses its goal. */
export function judgeRatio(ratio: number, goal: Goal | null): Judged {
  const ok = goal === null || ('least' in goal ? ratio >= goal.least : ratio <= goal.most)
  return { ratio, goal, ok }
}

const formatGoal = (goal: Goal | null) => (goal === null ? '' : 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`)

/** "3.42, goal ≥ 3: met" */
export function formatRatio({ ratio, goal, ok }: Judged): string {
  return goal === null ? ratio.toFixed(2) : `${ratio.toFixed(2)}, goal ${formatGoal(goal)}: ${ok ? 'met' : 'MISSED'}`
}

/** The two last cells of a row: the ratio and its goal. */
export function ratioCells({ ratio, goal, ok }: Judged): [ratio: string, goal: string] {
  return [ratio.toFixed(2), goal === null ? '' : `${formatGoal(goal)}${ok ? '' : ' (missed)'}`]
}

/** A Markdown table with columns of even width, as the formatter writes it. */
export function writeTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}

/**
 * Replaces the text between the marks of `name` in a document.
 * @throws when the document does not have both marks
 */
export function replaceBetweenMarks(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- /bench: ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the document has no marks for ${name}`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}

/** Writes what a bench measured into the document, with how (`what`), when and where it was measured. */
export function writeMeasured(name: string, content: string, what: string): void {
  const { node, cpus, loadAverage } = describeMachine()
  const day = new Date().toISOString().slice(0, 10)
  const measured = `${what}. ${day}, Node ${node.slice(1)}, ${cpus} cores, load average ${loadAverage[0]?.toFixed(1)}.`
  writeFileSync(document, replaceBetweenMarks(readFileSync(document, 'utf8'), name, `${content}\n\n${measured}`))
}
