import { fieldOf, foldText, type FieldKey } from './sheet/fields'
import type { KnownUsers, UserJobSummary } from './schema'
import { readChoice } from './sheet/validate-choices'
import { readZone } from './sheet/validate-zones'

/** What users who are there already are beside what a file says of them, and what may still be held back of a job. */

/**
 * Whether nothing of a job can be held back any more: the immediate way is one request, and out after it has waited for its
 * turn. Other jobs are cancelled until they have ended.
 */
export function isOut({ way, phase }: Pick<UserJobSummary, 'way' | 'phase'>): boolean {
  return way === 'immediate' && phase !== 'sending'
}

type KnownUser = KnownUsers['users'][number]
/** Fields that the service may tell of a user. */
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

/** A language as upserts spell it: `en-IE`, as lists do, is LANGUAGE_EN_IE. */
export function toLanguage(locale: string | null): string | null {
  if (locale === null || /^LANGUAGE_/iu.test(locale)) return locale
  return `LANGUAGE_${locale.toUpperCase().replaceAll('-', '_')}`
}

/** What is the same for the service has the same key: of its own words case does not count, of names it does. */
function keyOf(key: ComparableKey, text: string): string {
  if (key === 'email') return text.toLowerCase()
  if (key === 'timezone') return foldText(readZone(text) ?? text)
  const field = fieldOf(key)
  return field.kind === 'choice' ? foldText(readChoice(text, field) ?? text) : text
}

/** `untold`: the cell names what the service does not tell, so whether it is so already is not known. */
export type CellMatch = 'same' | 'other' | 'untold'

/** Says of cells that are not empty whether they are so already. It remembers spellings: make one for each sheet. */
export function createComparer(): (user: KnownUser, key: FieldKey | null, cell: string) => CellMatch {
  const keys = new Map<string, string>()
  const remember = (key: ComparableKey, text: string): string => {
    // Of names each is another; of the rest there are a few.
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
