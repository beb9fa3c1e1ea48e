import { cleanLabel, questionKey } from './questions-model'
import type { EarlierFailures, Report, ReportItem } from './schema'
import { findEntries } from './view'

/** The most failed questions of one inspection that the index stores. */
const questionsMax = 1_000

function listFailures(report: Report): ReportItem[] {
  return report.items.filter((item) => item.failed && item.hidden === null)
}

/** A question with a failed answer in an inspection, as table `inspection_failures` stores it. */
export interface FailedQuestion {
  /** The key of the question, which is the value of the filter `failedQuestion`. */
  question: string
  /** The text of the question, at most 500 characters; null if it has none. */
  label: string | null
}

/** The questions with failed answers, each once, in reading order. */
export function listFailedQuestions(report: Report): FailedQuestion[] {
  const failures = listFailures(report)
  if (failures.length === 0) return []
  const entries = findEntries(report.items)
  const found = new Map<string, string | null>()
  for (const item of failures) {
    const key = questionKey(item, entries.has(item.key))
    if (found.size >= questionsMax) break
    if ((found.get(key) ?? null) === null) found.set(key, cleanLabel(item.label))
  }
  return Array.from(found, ([question, label]) => ({ question, label }))
}

/** In which of the earlier inspections a question failed too. */
export interface Recurrence {
  /** Ids of the inspections in which it failed. */
  failedIn: string[]
  /** How many earlier inspections were compared. */
  of: number
}

/** The recurrences of each failed item of a report, by the item's key. Empty when there was no earlier inspection. */
export function findRecurrences(report: Report, { earlier }: EarlierFailures): Map<string, Recurrence> {
  const found = new Map<string, Recurrence>()
  if (earlier.length === 0) return found
  const entries = findEntries(report.items)
  const failed = earlier.map(({ auditId, failedQuestions }) => ({ auditId, keys: new Set(failedQuestions) }))
  for (const item of listFailures(report)) {
    const key = questionKey(item, entries.has(item.key))
    const failedIn = failed.flatMap(({ auditId, keys }) => (keys.has(key) ? auditId : []))
    found.set(item.key, { failedIn, of: earlier.length })
  }
  return found
}
