import { questionKey } from './questions-model'
import type { Report } from './schema'
import { findEntries } from './view'

/**
 * The keys of the answered questions, each once, in the same order for all inspections. A failed question counts as
 * answered. Hidden questions do not count.
 */
export function listAnsweredQuestions({ items }: Pick<Report, 'items'>): string[] {
  const entries = findEntries(items)
  const keys = new Set<string>()
  for (const item of items)
    if (item.hidden === null && (item.isAnswered || item.failed)) keys.add(questionKey(item, entries.has(item.key)))
  return [...keys].sort()
}
