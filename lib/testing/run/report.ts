import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What our reporters of Vitest and Playwright leave behind for the runner. */
export interface RunReport extends Counts {
  /** "file: test: why", one line each. */
  failures: string[]
  files: FileTime[]
}

export interface FileTime {
  file: string
  ms: number
}

/** Names the file that a reporter writes its report to. */
export const reportVariable = 'SIGHTLINE_REPORT'

const failuresMax = 20
const messageMax = 300

/** One line without colors, as far as a reader of many failures needs it. */
export const inOneLine = (text: string) =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, messageMax)

/** Writes the report where the runner asked for it; does nothing when nobody asked. */
export function writeReport(report: RunReport): void {
  const file = process.env[reportVariable]
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ ...report, failures: report.failures.slice(0, failuresMax) }))
}

/** Reads what a reporter wrote; null when there is nothing, because its tool died before the end. */
export function readReport(file: string): RunReport | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : null
}

/** What a step adds to the sum. A tool that ends badly without a failed test of its own failed itself. */
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
