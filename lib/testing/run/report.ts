import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What our reporters of Vitest and Playwright write for the runner. */
export interface RunReport extends Counts {
  /** "file: test: why", one line each. */
  failures: string[]
  files: FileTime[]
}

export interface FileTime {
  file: string
  ms: number
}

/** The variable with the path of a reporter's output file. */
export const reportVariable = 'SIGHTLINE_REPORT'

const failuresMax = 20
const messageMax = 300

/** One line without colors, cut to a length that is enough in a list of failures. */
export const inOneLine = (text: string) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, messageMax)

/** Writes the report to the file that the runner asked for; otherwise does nothing. */
export function writeReport(report: RunReport): void {
  const file = process.env[reportVariable]
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ ...report, failures: report.failures.slice(0, failuresMax) }))
}

/** Reads a reporter's output; null when there is none, because its tool crashed. */
export function readReport(file: string): RunReport | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : null
}

/** A step's numbers for the total. A tool that exits with an error but without a failed test counts as one failure. */
export function countStep(code: number, tests: Counts | null): Counts {
  if (tests === null) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const { passed, failed, skipped } = tests
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

const slowestCount = 10

/** The ten slowest test files of a run, one line each. */
export function listSlowest(files: readonly FileTime[]): string[] {
  return files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, slowestCount)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`)
}
