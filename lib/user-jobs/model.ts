import { fieldOf, foldText, type FieldKey } from './sheet/fields'
import type { KnownUsers } from './references-schema'
import type { UserJobSummary } from './schema'
import { readChoice } from './sheet/validate/validate-choices'
import { readZone } from './sheet/validate/validate-zones'

/** Compares existing users with a file, and says whether a job can still be stopped. */

/**
 * Whether nothing of a job can be stopped any more. The immediate way is one request, which cannot be stopped once it
 * was sent. Other jobs can be canceled until they have ended.
 */
export function isOut({ way, phase }: Pick<UserJobSummary, 'way' | 'phase'>): boolean {
  return way === 'immediate' && phase !== 'sending'
}

type KnownUser = KnownUsers['users'][number]
/** Fields that the service may report about a user. */
type ComparableKey = Extract<FieldKey, keyof KnownUser>
const comparableKeys: ReadonlySet<string> = new Set<ComparableKey>([
  'email',
  'userId',
  'firstName',
  'lastName',
  'seatType',
  'timezone',
  'status',
  'language',
])
const isComparable = (key: FieldKey): key is ComparableKey => comparableKeys.has(key)

/** The language code in the form that upserts use: `en-IE` of lists becomes LANGUAGE_EN_IE. */
export function toLanguage(locale: string | null): string | null {
  if (locale === null || /^LANGUAGE_/iu.test(locale)) return locale
  return `LANGUAGE_${locale.toUpperCase().replaceAll('-', '_')}`
}

/** Values that are equal for the service have the same key: case is ignored for its own terms, but not for names. */
function keyOf(key: ComparableKey, text: string): string {
  if (key === 'email') return text.toLowerCase()
  if (key === 'timezone') return foldText(readZone(text) ?? text)
  const field = fieldOf(key)
  return field.kind === 'choice' ? foldText(readChoice(text, field) ?? text) : text
}

/** `untold`: the service does not report this field, so the cell cannot be compared. */
export type CellMatch = 'same' | 'other' | 'untold'

/** Compares non-empty cells with the current values. It caches spellings: create one for each sheet. */
export function createComparer(): (user: KnownUser, key: FieldKey | null, cell: string) => CellMatch {
  const keys = new Map<string, string>()
  const remember = (key: ComparableKey, text: string): string => {
    // Only fields with few different values are cached, because names are nearly all different.
    if (key !== 'timezone' && fieldOf(key).kind !== 'choice') return keyOf(key, text)
    const place = `${key} ${text}`
    const known = keys.get(place) ?? keyOf(key, text)
    keys.set(place, known)
    return known
  }
  return (user, key, cell) => {
    const told = key !== null && isComparable(key) ? user[key] : null
    if (key === null || !isComparable(key) || told === null) return 'untold'
    return remember(key, cell) === remember(key, told) ? 'same' : 'other'
  }
}

/** The current value of a user's field as a file would contain it; null where SafetyCulture does not return it. */
export function toldValue(user: KnownUser, key: FieldKey | null): string | null {
  const told = key !== null && isComparable(key) ? user[key] : null
  if (key === null || told === null) return null
  return fieldOf(key).choices?.find(({ value }) => value === told)?.label ?? told
}
