import type { ActivityBulk, ActivityEntry } from './schema'
import type { SentenceKey } from './sentence-table-model'

/** What sentences of the log are made of. */

/** What an entry must tell for its sentence. */
export type SentenceEntry = Pick<
  ActivityEntry,
  | 'action'
  | 'actorId'
  | 'actorName'
  | 'objectKind'
  | 'objectId'
  | 'objectName'
  | 'outcome'
  | 'before'
  | 'after'
  | 'isWithheld'
> &
  Partial<Pick<ActivityEntry, 'outcomeNote' | 'relatedCount' | 'relatedTo' | 'bulk'>>

export type SentenceValue =
  | { kind: 'person'; name: string }
  /** Something with a name, and perhaps with a page. */
  | { kind: 'thing'; name: string; objectKind: string; objectId: string | null }
  /** Color null: no status. */
  | { kind: 'status'; name: string; color: string | null }
  | { kind: 'text'; text: string }
  | { kind: 'progress'; bulk: ActivityBulk }

export type SentenceSlot = 'actor' | 'object' | 'from' | 'to' | 'extra' | 'progress'
export type SentenceValues = Partial<Record<SentenceSlot | 'own', SentenceValue>>

/** The row of the table that an entry is, where it is another one than its action's, and what it fills in. */
export interface Closer {
  key?: SentenceKey
  values: SentenceValues
}

export const text = (value: string): SentenceValue => ({ kind: 'text', text: value })
export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
export const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export const status = (given: { name: string; color: string } | null): SentenceValue =>
  given === null
    ? { kind: 'status', name: 'No status', color: null }
    : { kind: 'status', name: given.name, color: given.color }

/** Of what bulk changes act on: one, and several. */
export const nouns = {
  asset: ['asset', 'assets'],
  'asset-type': ['asset type', 'asset types'],
  user: ['user', 'users'],
  document: ['document', 'documents'],
} as const satisfies Record<ActivityBulk['things'], readonly [string, string]>
