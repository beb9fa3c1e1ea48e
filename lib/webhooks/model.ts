import type { Translator } from '@/lib/messages/translator'
import type { ReceiverVerdict } from './schema'

/** Events of SafetyCulture (service.md 8). It may send others, which are shown by their name in readable form. */

export const kindPrefix = 'TRIGGER_EVENT_'

/**
 * Families of events by the start of their name. Each has its key in `webhooks.families` and says whether Sightline
 * uses it.
 */
export const kindFamilies = [
  { family: 'INSPECTION', label: 'inspection', isUsed: true },
  { family: 'ACTION', label: 'action', isUsed: false },
  { family: 'INCIDENT', label: 'incident', isUsed: false },
  { family: 'TRAINING', label: 'training', isUsed: false },
  { family: 'MEDIA', label: 'media', isUsed: false },
  { family: 'ATTENDANCE', label: 'attendance', isUsed: false },
] as const

const inspectionKinds = [
  'INSPECTION',
  'INSPECTION_METADATA',
  'INSPECTION_HAS_STARTED',
  'INSPECTION_CLONED',
  'INSPECTION_COMPLETED_STATUS',
  'INSPECTION_LOCATION',
  'INSPECTION_DURATION',
  'INSPECTION_ARCHIVED_STATUS',
  'INSPECTION_DELETED_STATUS',
  'INSPECTION_OWNER',
  'INSPECTION_ACCESS',
  'INSPECTION_ORGANISATION',
  'INSPECTION_ITEM_UPDATED',
] as const

/** Events that a subscription can include: those that Sightline uses. SafetyCulture has more. */
export const offeredKinds: readonly string[] = inspectionKinds.map((kind) => kindPrefix + kind)

/** Events that are preselected for a new subscription. */
export const defaultKinds: readonly string[] = [
  'INSPECTION',
  'INSPECTION_METADATA',
  'INSPECTION_HAS_STARTED',
  'INSPECTION_COMPLETED_STATUS',
  'INSPECTION_ARCHIVED_STATUS',
  'INSPECTION_DELETED_STATUS',
  'INSPECTION_OWNER',
  'INSPECTION_ACCESS',
  'INSPECTION_ITEM_UPDATED',
].map((kind) => kindPrefix + kind)

/** Keys of `webhooks.events` in the message catalog. */
const eventKeys = {
  INSPECTION: 'inspection',
  INSPECTION_METADATA: 'metadata',
  INSPECTION_HAS_STARTED: 'started',
  INSPECTION_STARTED: 'started',
  INSPECTION_CLONED: 'cloned',
  INSPECTION_COMPLETED_STATUS: 'completedStatus',
  INSPECTION_COMPLETED: 'completed',
  INSPECTION_UPDATED: 'updated',
  INSPECTION_LOCATION: 'location',
  INSPECTION_DURATION: 'duration',
  INSPECTION_ARCHIVED_STATUS: 'archivedStatus',
  INSPECTION_ARCHIVED: 'archived',
  INSPECTION_UNARCHIVED: 'unarchived',
  INSPECTION_DELETED_STATUS: 'deletedStatus',
  INSPECTION_OWNER: 'owner',
  INSPECTION_ACCESS: 'access',
  INSPECTION_ORGANISATION: 'organization',
  INSPECTION_ITEM_UPDATED: 'itemUpdated',
} as const

const isKnown = (bare: string): bare is keyof typeof eventKeys => Object.hasOwn(eventKeys, bare)

/** An event for people: what happened to an inspection, or the name of any other event in readable form. */
export function describeKind(t: Translator<'webhooks'>, kind: string): string {
  const bare = bareKind(kind)
  if (isKnown(bare)) return t(`events.${eventKeys[bare]}`)
  const plain = bare.toLowerCase().replaceAll('_', ' ').trim()
  return plain === '' ? kind : plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** An event without the prefix that all events have. */
export function bareKind(kind: string): string {
  return kind.startsWith(kindPrefix) ? kind.slice(kindPrefix.length) : kind
}

/** What a delivery is about in one line: its most specific event, which is named last. */
export function describeKinds(t: Translator<'webhooks'>, kinds: readonly string[]): string {
  const last = kinds.at(-1)
  return last === undefined ? t('events.unnamed') : describeKind(t, last)
}

/** Keys of `webhooks.verdicts` in the message catalog. */
export const verdictKeys = {
  accepted: 'accepted',
  repeated: 'repeated',
  unreadable: 'unreadable',
  'bad-signature': 'badSignature',
  'no-signature': 'noSignature',
  'not-configured': 'notConfigured',
  throttled: 'throttled',
  'too-large': 'tooLarge',
} as const satisfies Record<ReceiverVerdict, string>

/** Verdicts on requests that were refused and not stored. */
export const refusingVerdicts: ReadonlySet<ReceiverVerdict> = new Set([
  'bad-signature',
  'no-signature',
  'not-configured',
  'throttled',
  'too-large',
])
