import { foldText } from '@/lib/user-jobs/sheet/fields'
import { nearest } from './validate-near'

/** Reads time zones in the ways that people write them. */

let zones: { spelled: Map<string, string>; cities: Map<string, string> } | null = null

/** Zones that the engine lists, and others that it accepts, with UTC first. */
function knownZones() {
  if (zones !== null) return zones
  const spelled = new Map<string, string>()
  const cities = new Map<string, string>()
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC']) {
    spelled.set(foldText(zone), zone)
    cities.set(foldText(zone.split('/').at(-1) ?? zone), zone)
  }
  zones = { spelled, cities }
  return zones
}

const takenZones = new Map<string, string | null>()

/** The zone as IANA spells it, also for old names; null when there is no such zone. */
export function readZone(value: string): string | null {
  const listed = knownZones().spelled.get(foldText(value))
  if (listed !== undefined) return listed
  // The engine accepts offsets (+01:00), but they are not zones.
  if (!/^[a-z]+(?:\/[a-z0-9_+-]+){1,2}$/iu.test(value)) return null
  const cached = takenZones.get(value)
  if (cached !== undefined) return cached
  let taken: string | null
  try {
    taken = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === '' ? null : value
  } catch {
    taken = null
  }
  if (takenZones.size < 2_000) takenZones.set(value, taken)
  return taken
}

const zoneWords: Readonly<Record<string, string>> = {
  gmt: 'Europe/London',
  bst: 'Europe/London',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  nzst: 'Pacific/Auckland',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  z: 'UTC',
  zulu: 'UTC',
}

const suggestedZones = new Map<string, readonly string[]>()

/** The zones that were probably meant. */
export function suggestZones(value: string): readonly string[] {
  const folded = foldText(value)
  const cached = suggestedZones.get(folded)
  if (cached !== undefined) return cached
  const { spelled, cities } = knownZones()
  const exact = zoneWords[folded] ?? cities.get(folded)
  const entries = [...spelled, ...cities].map(([spelling, zone]) => ({ spelling, zone }))
  const suggested =
    exact === undefined ? [...new Set(nearest(value, entries).map(({ zone }) => zone))].slice(0, 3) : [exact]
  if (suggestedZones.size < 2_000) suggestedZones.set(folded, suggested)
  return suggested
}

/** All zones that the engine lists. */
export const listZones = (): readonly string[] => [...new Set(knownZones().spelled.values())]
