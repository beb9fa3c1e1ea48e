import { formatCount } from '@/lib/browser/numbers'
import type { BoardRow, BoardSummary, Cleared } from './type-board-stage'

export const noGroup = 'No group'

/** "1 type", "1,204 types" */
export function countTypeWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'type' : 'types'}`
}

/** "clears 12 In service, 3 Out of service"; what cannot be counted is said to be so. */
export function describeCleared(cleared: readonly Cleared[] | null): string {
  if (cleared === null) return 'clears statuses nobody can count'
  if (cleared.length === 0) return 'clears nothing'
  return `clears ${cleared.map(({ option, count }) => `${formatCount(count)} ${option.name}`).join(', ')}`
}

/** "was: Operational, clears 12 In service" of a row with something staged. */
export function describeStaged({ now, cleared }: BoardRow): string {
  return now === null ? 'was: no group, clears nothing' : `was: ${now.name}, ${describeCleared(cleared)}`
}

/** "3 types change group, 15 asset statuses would be cleared" */
export function describeSummary({ changed, cleared, uncounted }: BoardSummary): string {
  const head = changed === 1 ? '1 type changes group' : `${formatCount(changed)} types change group`
  const parts = [head]
  if (cleared > 0 || uncounted === 0)
    parts.push(
      cleared === 0
        ? 'no asset status would be cleared'
        : `${formatCount(cleared)} asset ${cleared === 1 ? 'status' : 'statuses'} would be cleared`,
    )
  if (uncounted > 0) parts.push(`of ${countTypeWords(uncounted)} nobody can count what is cleared`)
  return parts.join(', ')
}

/** What the button does that applies it: "Assign 3 types". */
export function applyLabel({ changed, removed }: Pick<BoardSummary, 'changed' | 'removed'>): string {
  if (removed === 0) return `Assign ${countTypeWords(changed)}`
  return removed === changed ? `Remove the group of ${countTypeWords(changed)}` : `Change ${countTypeWords(changed)}`
}
