import type { ListParams } from '@/lib/inspections/params-model'

// Apart from the schemas, so that a page has them without loading zod.

/** `failures-first`: inspections with most failed answers first, then newest. `newest`, `oldest`: by the last change. */
export const queueOrders = ['failures-first', 'newest', 'oldest'] as const

/** The most inspections in a queue. The others come in the next batch. */
export const queueMax = 1_000

/** Inspections that need a review: the queue's default for `review`. The values are alternatives. */
export const needsReview = ['unreviewed', 'changed'] as const

/** How long a claim lasts without being renewed. Tabs renew it after half of that. */
export const claimSeconds = 60

/** The list behind each of the counts of `reviewCounts`, with the same filter. */
export const countedLists = {
  failedUnreviewed: { result: ['failed'], archived: ['false'], review: needsReview },
  unreviewed: { completed: ['true'], archived: ['false'], review: needsReview },
  followUps: { archived: ['false'], review: ['follow-up'] },
  changedSince: { archived: ['false'], review: ['changed'] },
} as const satisfies Record<string, ListParams>

export const commentCharsMax = 4_000
/** The most people that one comment can mention. */
export const mentionsMax = 20

export const followUpSortNames = [
  'title',
  'template',
  'site',
  'author',
  'failed',
  'score',
  'completed',
  'assignee',
  'due',
  'marker',
  'marked',
  'note',
  'changed',
  'id',
] as const

export const followUpSorts = followUpSortNames.flatMap((name) => [name, `-${name}` as const])

/** The values by which follow-ups can be grouped. */
export const followUpGroupings = ['assignee', 'due', 'template', 'site'] as const

/**
 * The groups of due dates, in their order; `3-week` is the next seven days. Rows without a due date come after them.
 */
export const dueGroups = ['1-overdue', '2-today', '3-week', '4-later'] as const

/** The states of a review; `unreviewed` removes it. */
export const reviewStates = ['unreviewed', 'reviewed', 'follow-up'] as const

/** The most inspections that one bulk mark can change. */
export const bulkMarkMax = 10_000
