import type { Tone } from '@/components/ui/badge'
import { fields } from '@/lib/user-jobs/sheet/fields'
import type { RowFault, UserJobKind, UserJobRow, UserRowState } from '@/lib/user-jobs/schema'
import { nameOutcome } from './job-words'

const rowStates: Record<UserRowState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'accent' },
  ok: { label: 'Done', tone: 'good' },
  warned: { label: 'Done, with warnings', tone: 'attention' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  unknown: { label: 'Not known', tone: 'unknown' },
}

/** The outcome of a row where it is known, otherwise its state. */
export function lookOfRow({ state, outcome }: Pick<UserJobRow, 'state' | 'outcome'>): { label: string; tone: Tone } {
  const look = rowStates[state]
  if (outcome === null || (state !== 'ok' && state !== 'warned')) return look
  const label = nameOutcome(outcome)
  return state === 'warned'
    ? { ...look, label: `${label}, with warnings` }
    : { label, tone: outcome === 'unchanged' ? 'neutral' : 'good' }
}

/** Rows as they are looked through. */
export const rowGroups = ['all', 'failed', 'warned', 'ok', 'unknown', 'cancelled', 'open'] as const
export type RowGroup = (typeof rowGroups)[number]
export const statesOfGroup: Record<RowGroup, readonly UserRowState[]> = {
  all: [],
  failed: ['failed'],
  warned: ['warned'],
  ok: ['ok'],
  unknown: ['unknown'],
  cancelled: ['cancelled'],
  open: ['waiting', 'sent'],
}

/** Label of a group in a check or a run. */
export function nameGroup(group: RowGroup, kind: UserJobKind): string {
  if (group === 'all') return 'All'
  if (group === 'open') return 'To go'
  if (kind === 'check' && group === 'failed') return 'Would fail'
  if (kind === 'check' && group === 'ok') return 'Fit'
  return rowStates[group].label
}

const reasonWords: Record<string, string> = {
  REASON_USER_EXISTS: 'The user exists already',
  REASON_USER_NOT_FOUND: 'There is no such user',
  REASON_GROUP_REFERENCE_AMBIGUOUS: 'Several groups have this name',
  REASON_SITE_REFERENCE_AMBIGUOUS: 'Several sites have this name',
  REASON_PERMISSION_SET_REFERENCE_AMBIGUOUS: 'Several permission sets have this name',
  REASON_UNSPECIFIED: 'No reason told',
}

/** A reason of the service in words. Its list of them is not public, so one that is not known is read as a sentence. */
export function tellReason(reason: string): string {
  return reasonWords[reason] ?? readWord(reason, 'REASON_')
}

const fieldWords: Record<string, string> = {
  FIELD_USERNAME: 'E-mail',
  FIELD_USER_ID: 'User ID',
  FIELD_TIMEZONE: 'Time zone',
}

/** The field that a fault is about; null where the service names none. */
export function tellField(field: string | null): string | null {
  if (field === null || field === '' || field === 'FIELD_UNSPECIFIED') return null
  return fieldWords[field] ?? readWord(field, 'FIELD_')
}

/** `REASON_SEAT_LIMIT_REACHED` as "Seat limit reached". Other texts stay unchanged. */
function readWord(word: string, prefix: string): string {
  if (!/^[A-Z][A-Z0-9_]*$/.test(word)) return word === '' ? 'No reason told' : word
  const text = word.replace(prefix, '').replaceAll('_', ' ').trim().toLowerCase()
  return text === '' ? word : text.charAt(0).toUpperCase() + text.slice(1)
}

const choiceWords = new Map(
  fields.flatMap(({ choices = [] }) => choices.map(({ value, label }) => [value, label] as const)),
)

/** A value as the file would have it: "Full" for the service's own word of a seat type. Null where there is none. */
export function tellValue(value: string | null): string | null {
  return value === null || value === '' ? null : (choiceWords.get(value) ?? value)
}

/** A fault in one line: "Groups “Drivers”: Several groups have this name". */
export function tellFault({ reason, field, value }: RowFault): string {
  const shown = tellValue(value)
  const about = [tellField(field), shown === null ? null : `“${shown}”`].filter((part) => part !== null).join(' ')
  return about === '' ? tellReason(reason) : `${about}: ${tellReason(reason)}`
}

export const levelWords: Record<RowFault['level'], { label: string; tone: Tone; means: string }> = {
  info: { label: 'Remark', tone: 'neutral', means: 'Nothing was held back by it.' },
  warning: { label: 'Warning', tone: 'attention', means: 'The user was brought in; look at this.' },
  error: { label: 'Field left out', tone: 'bad', means: 'This field of the user was not set.' },
  fatal: { label: 'User left out', tone: 'bad', means: 'The user was not created or updated.' },
}
