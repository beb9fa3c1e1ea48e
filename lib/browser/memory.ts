import { ownName } from '@/lib/base-path'

/**
 * What this browser remembers for the person who uses it. Layouts of columns and recent ranges of time are not listed:
 * they say nothing about anyone, and stay.
 */
const kept = {
  'recent-pages': 'local',
  'last-visit': 'local',
  'turned-photos': 'local',
  'system-notices': 'local',
  'user-columns': 'local',
  'list-address': 'session',
  'list-place': 'session',
  'open-user-jobs': 'session',
} as const
type Kept = keyof typeof kept

const names = Object.keys(kept) as Kept[]
/** Traces of what a person looked at, which are removed at sign-out already. */
const trail: readonly Kept[] = ['recent-pages', 'list-address', 'list-place']
const ownerKey = ownName('sightline.owner')

/** The key in localStorage or sessionStorage. */
export const memoryKey = (name: Kept): string => ownName(`sightline.${name}`)

function forget(which: readonly Kept[]): void {
  for (const name of which) (kept[name] === 'local' ? localStorage : sessionStorage).removeItem(memoryKey(name))
}

/** Removes what another person left in this browser, however their session ended. Runs before anything is read. */
export function claimMemory(userId: string): void {
  if (typeof window === 'undefined') return
  try {
    if (localStorage.getItem(ownerKey) === userId) return
    forget(names)
    localStorage.setItem(ownerKey, userId)
  } catch {
    // Storage can be switched off. Then nothing is remembered.
  }
}

/** Removes the pages and lists that a person looked at. */
export function forgetTrail(): void {
  try {
    forget(trail)
  } catch {
    // Storage can be switched off. Then nothing was remembered.
  }
}
