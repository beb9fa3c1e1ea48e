import { type Preferences, preferences } from './schema'

const names = preferences.keyof().options

/** Whether two sets of preferences are equal. */
export function isSamePreferences(one: Preferences, other: Preferences): boolean {
  return names.every((name) => one[name] === other[name])
}
