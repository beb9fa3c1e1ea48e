import { defaultTimeStyle } from '@/lib/time/time-format'
import type { Preferences, PreferencesChange } from './schema'

export const defaultPreferences: Preferences = {
  ...defaultTimeStyle,
  language: 'browser',
  theme: 'system',
  zone: 'browser',
  density: 'comfortable',
  startPage: '/',
  singleKeys: true,
  files: 'english',
}

/** Merges `change` into `current`. Names without a value in `change` keep theirs. */
export function mergePreferences(current: Preferences, change: PreferencesChange): Preferences {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(given) }
}

// The cast is safe: the object has exactly the names of its type.
const names = Object.keys(defaultPreferences) as Array<keyof Preferences>

/** Whether two sets of preferences are equal. */
export function isSamePreferences(one: Preferences, other: Preferences): boolean {
  return names.every((name) => one[name] === other[name])
}
