import type { Translator } from '@/lib/messages/translator'
import { messageKey } from './message-key-model'
import type { ActivityBulk, ActivityEntry } from '@/lib/activity/schema'
import type { SentenceKey, SentenceSlot } from './sentence-table-model'

/** The parts of sentences of the log. */

/** The fields of an entry that its sentence needs. */
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
  Partial<Pick<ActivityEntry, 'outcomeReason' | 'relatedCount' | 'relatedTo' | 'bulk'>>

export type SentenceValue =
  | { kind: 'person'; name: string }
  /** An object with a name. It may have a page. */
  | { kind: 'thing'; name: string; objectKind: string; objectId: string | null }
  /** Color null: no status. */
  | { kind: 'status'; name: string; color: string | null }
  | { kind: 'text'; text: string }

export type SentenceValues = Partial<Record<SentenceSlot | 'own', SentenceValue>>

/** Values that are more specific than the action of an entry, and a key if it differs from the action. */
export interface Closer {
  key?: SentenceKey
  values: SentenceValues
}

/** Returns the messages for values. */
export type Say = Translator<'activity'>

export const text = (value: string): SentenceValue => ({ kind: 'text', text: value })

export const status = (t: Say, given: { name: string; color: string } | null): SentenceValue =>
  given === null
    ? { kind: 'status', name: t('values.noStatus'), color: null }
    : { kind: 'status', name: given.name, color: given.color }

const roleNames = ['viewer', 'editor', 'admin'] as const

/** The name of a role; an unknown one is shown as stored. */
export const roleName = (t: Say, role: string): SentenceValue => {
  const known = roleNames.find((name) => name === role)
  return text(known === undefined ? role : t(`values.roles.${known}`))
}

const counted = [
  'asset',
  'asset-type',
  'user',
  'document',
  'inspection',
  'status-group',
  'user-job',
  'webhook',
  'file',
] as const

/** Writes "12 assets", or "12 objects" for an unknown kind. */
export function writeCount(t: Say, noun: string, count: number): string {
  const known = counted.find((name) => name === noun)
  return t(`values.count.${known === undefined ? 'object' : messageKey(known)}`, { count })
}

const progressStates = ['done', 'failed', 'unknown', 'unchanged', 'cancelled', 'open'] as const

/** The progress of a bulk change: "20 done, 1 failed". */
export function writeProgress(t: Say, bulk: ActivityBulk): string {
  const known = progressStates.flatMap((state) =>
    bulk[state] === 0 ? [] : [t(`values.progress.${state}`, { count: bulk[state] })],
  )
  if (known.length === 0) return t('values.progress.nothing')
  return known.reduce((some, more) => t('values.progress.and', { some, more }))
}
