import type { ChangedPart, DiffCounts, HeaderChange, ItemDiff } from '@/lib/compare/diff-schema'
import { groupOf } from '@/lib/compare/diff'

/** What two sides are called: two versions of one inspection, or two inspections. */
export interface SideNames {
  left: string
  right: string
}

export const versionNames: SideNames = { left: 'Before', right: 'After' }
export const apartNames: SideNames = { left: 'A', right: 'B' }

export const groups = ['new', 'fixed', 'changed', 'unchanged'] as const
export type Group = (typeof groups)[number]

export const groupTitles: Record<Exclude<Group, 'unchanged'>, string> = {
  new: 'New failures',
  fixed: 'Fixed',
  changed: 'Other changes',
}

const partWords: Record<ChangedPart, string> = {
  answer: 'answer',
  note: 'note',
  failed: 'result',
  score: 'score',
  media: 'files',
  hidden: 'shown or skipped',
  question: 'wording of the question',
}

/** "Answer, note": what of an item differs. Left out is what its badge says, and an answer that alone differs. */
export function describeParts({ changed, failure }: ItemDiff): string {
  const said = failure === 'new' || failure === 'fixed'
  const rest = changed.filter((part) => !(part === 'failed' && said))
  const words = rest.length === 1 && rest[0] === 'answer' ? [] : rest.map((part) => partWords[part])
  const text = words.join(', ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** "2 new failures, 1 fixed, 5 other changes"; "nothing differs" for none. */
export function describeCounts({ newFailures, fixed, changed }: DiffCounts): string {
  const parts = [
    newFailures === 0 ? null : plural(newFailures, 'new failure', 'new failures'),
    fixed === 0 ? null : `${fixed} fixed`,
    changed === 0 ? null : plural(changed, 'other change', 'other changes'),
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'No answer differs' : parts.join(', ')
}

/** "124 unchanged answers" */
export function describeUnchanged(count: number): string {
  return plural(count, 'unchanged answer', 'unchanged answers')
}

/** Answers that changed, whatever became of them. */
export function countChanged({ newFailures, fixed, changed }: DiffCounts): number {
  return newFailures + fixed + changed
}

/** Items of each group, in reading order; what neither side shows is in none, nor are unchanged headings. */
export function groupItems(items: readonly ItemDiff[]): Record<Group, ItemDiff[]> {
  const grouped: Record<Group, ItemDiff[]> = { new: [], fixed: [], changed: [], unchanged: [] }
  for (const item of items) {
    const group = groupOf(item)
    if (item.isShown && (group !== 'unchanged' || item.isAnswer)) grouped[group].push(item)
  }
  return grouped
}

export const headerWords: Record<HeaderChange['field'], string> = {
  title: 'Title',
  template: 'Template',
  site: 'Site',
  author: 'Author',
  owner: 'Owner',
  preparedBy: 'Prepared by',
  documentNo: 'Document no.',
  location: 'Location',
  startedAt: 'Started',
  completedAt: 'Completed',
  score: 'Score',
  archived: 'Archived',
}

/** The id of a difference's element. */
export function diffAnchor(key: string): string {
  return `diff=${encodeURIComponent(key)}`
}
