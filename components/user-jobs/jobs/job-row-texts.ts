import type { Tone } from '@/components/ui/badge'
import { fields } from '@/lib/user-jobs/sheet/fields'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { RowIssue, UserJobKind, UserJobRow, UserRowState } from '@/lib/user-jobs/schema'
import { userRowStates } from '@/lib/user-jobs/values-model'
import { type JobTexts, knownOutcomes, nameOutcome } from './job-texts'

const tones: Record<UserRowState, Tone> = {
  waiting: 'neutral',
  sent: 'accent',
  ok: 'good',
  warned: 'attention',
  failed: 'bad',
  cancelled: 'neutral',
  unknown: 'unknown',
}

/** The outcome of a row if known, otherwise its state. */
export function labelRow(
  t: UserJobTexts,
  states: JobTexts,
  { state, outcome }: Pick<UserJobRow, 'state' | 'outcome'>,
): { label: string; tone: Tone } {
  const tone = tones[state]
  if (outcome === null || (state !== 'ok' && state !== 'warned')) return { label: t(`rows.states.${state}`), tone }
  const label = nameOutcome(states, outcome)
  return state === 'warned'
    ? { label: t('rows.warnedOutcome', { outcome: label }), tone }
    : { label, tone: outcome === 'unchanged' ? 'neutral' : 'good' }
}

/** All labels that `labelRow` returns for known outcomes. */
export const listRowLabels = (t: UserJobTexts, states: JobTexts): string[] => [
  ...userRowStates.map((state) => labelRow(t, states, { state, outcome: null }).label),
  ...knownOutcomes.map((outcome) => labelRow(t, states, { state: 'warned', outcome }).label),
]

/** The filters of the rows. */
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

/** The label of a filter with its number of rows. */
export function labelGroup(t: UserJobTexts, group: RowGroup, kind: UserJobKind, count: number): string {
  const isCheck = kind === 'check'
  const name = isCheck && group === 'failed' ? 'wouldFail' : isCheck && group === 'ok' ? 'fit' : group
  return t(`rows.groups.${name}`, { count })
}

const knownReasons = [
  'REASON_USER_EXISTS',
  'REASON_USER_NOT_FOUND',
  'REASON_GROUP_REFERENCE_AMBIGUOUS',
  'REASON_SITE_REFERENCE_AMBIGUOUS',
  'REASON_PERMISSION_SET_REFERENCE_AMBIGUOUS',
] as const

/**
 * A reason as readable text. SafetyCulture's list of reasons is not public, so an unknown code is turned into a
 * sentence.
 */
export function describeReason(t: UserJobTexts, reason: string): string {
  const known = knownReasons.find((one) => one === reason)
  if (known !== undefined) return t(`row.reasons.${known}`)
  return reason === '' || reason === 'REASON_UNSPECIFIED' ? t('row.noReason') : readWord(reason, 'REASON_')
}

const knownFields = ['FIELD_USERNAME', 'FIELD_USER_ID', 'FIELD_TIMEZONE'] as const

/** The field of an error; null if it has none. */
function describeField(t: UserJobTexts, field: string | null): string | null {
  if (field === null || field === '' || field === 'FIELD_UNSPECIFIED') return null
  const known = knownFields.find((one) => one === field)
  return known === undefined ? readWord(field, 'FIELD_') : t(`row.fields.${known}`)
}

/** `REASON_SEAT_LIMIT_REACHED` as "Seat limit reached". Other texts stay unchanged. */
function readWord(word: string, prefix: string): string {
  if (!/^[A-Z][A-Z0-9_]*$/.test(word)) return word
  const text = word.replace(prefix, '').replaceAll('_', ' ').trim().toLowerCase()
  return text === '' ? word : text.charAt(0).toUpperCase() + text.slice(1)
}

const choiceLabels = new Map(
  fields.flatMap(({ choices = [] }) => choices.map(({ value, label }) => [value, label] as const)),
)

/** A value as a file would contain it: "Full" for the API's word for a seat type. Null if there is no value. */
const labelValue = (value: string | null): string | null =>
  value === null || value === '' ? null : (choiceLabels.get(value) ?? value)

/** An error in one line: "Groups “Drivers”: Several groups have this name". */
export function describeRowIssue(t: UserJobTexts, { reason: word, field: fieldWord, value: raw }: RowIssue): string {
  const reason = describeReason(t, word)
  const field = describeField(t, fieldWord)
  const value = labelValue(raw)
  if (field === null) return value === null ? reason : t('row.issue.value', { value, reason })
  return value === null ? t('row.issue.field', { field, reason }) : t('row.issue.both', { field, value, reason })
}

/** The field and value of an error: "Groups “Drivers”". Null if it has neither. */
export function describeSubject(t: UserJobTexts, { field: word, value: raw }: RowIssue): string | null {
  const field = describeField(t, word)
  const value = labelValue(raw)
  if (value === null) return field
  return field === null ? t('row.about.value', { value }) : t('row.about.both', { field, value })
}

export const levelTones: Record<RowIssue['level'], Tone> = {
  info: 'neutral',
  warning: 'attention',
  error: 'bad',
  fatal: 'bad',
}
