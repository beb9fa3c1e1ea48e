import type { DeliveryState, ReceiverVerdict } from './schema'

/** Event kinds of the service (service.md 8) in words. Others may come: what is not known is spelled out. */

export const kindPrefix = 'TRIGGER_EVENT_'

/** Groups of kinds, by what they begin with. What they concern, and whether anything here follows it. */
export const kindFamilies = [
  { family: 'INSPECTION', label: 'Inspections', isUsed: true },
  { family: 'ACTION', label: 'Actions', isUsed: false },
  { family: 'INCIDENT', label: 'Incidents', isUsed: false },
  { family: 'TRAINING', label: 'Training', isUsed: false },
  { family: 'MEDIA', label: 'Media', isUsed: false },
  { family: 'ATTENDANCE', label: 'Attendance', isUsed: false },
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

/** What can be chosen for a subscription: what this console follows. The service knows more. */
export const offeredKinds: readonly string[] = inspectionKinds.map((kind) => kindPrefix + kind)

/** What a new subscription asks for, unless somebody chooses. */
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

const words: Readonly<Record<string, string>> = {
  INSPECTION: 'Any change of an inspection',
  INSPECTION_METADATA: 'Title or details changed',
  INSPECTION_HAS_STARTED: 'Started',
  INSPECTION_STARTED: 'Started',
  INSPECTION_CLONED: 'Copied',
  INSPECTION_COMPLETED_STATUS: 'Completed or reopened',
  INSPECTION_COMPLETED: 'Completed',
  INSPECTION_UPDATED: 'Changed',
  INSPECTION_LOCATION: 'Location changed',
  INSPECTION_DURATION: 'Duration changed',
  INSPECTION_ARCHIVED_STATUS: 'Archived or restored',
  INSPECTION_ARCHIVED: 'Archived',
  INSPECTION_UNARCHIVED: 'Restored',
  INSPECTION_DELETED_STATUS: 'Deleted or restored',
  INSPECTION_OWNER: 'Owner changed',
  INSPECTION_ACCESS: 'Access changed',
  INSPECTION_ORGANISATION: 'Organization changed',
  INSPECTION_ITEM_UPDATED: 'Answer changed',
}

/** An event kind in words: of an inspection what happened, of others its name spelled out. */
export function describeKind(kind: string): string {
  const bare = bareKind(kind)
  const known = words[bare]
  if (known !== undefined) return known
  const plain = bare.toLowerCase().replaceAll('_', ' ').trim()
  return plain === '' ? kind : plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Without the prefix that they all have. */
export function bareKind(kind: string): string {
  return kind.startsWith(kindPrefix) ? kind.slice(kindPrefix.length) : kind
}

/** What a delivery is about in one line: its most special kind, which the service names last. */
export function describeKinds(kinds: readonly string[]): string {
  const last = kinds.at(-1)
  return last === undefined ? 'No event kind' : describeKind(last)
}

export const stateWords: Readonly<Record<DeliveryState, string>> = {
  waiting: 'Waiting',
  done: 'Done',
  ignored: 'Ignored',
  failed: 'Failed',
  unreadable: 'Unreadable',
}

export const verdictWords: Readonly<Record<ReceiverVerdict, string>> = {
  accepted: 'Accepted',
  repeated: 'Repeated',
  unreadable: 'Signed, not understood',
  'bad-signature': 'Wrong signature',
  'no-signature': 'No signature',
  'not-configured': 'No secret here',
  throttled: 'Too many from one address',
  'too-large': 'Too large',
}

/** The verdicts by which nothing was kept. */
export const refusingVerdicts: ReadonlySet<ReceiverVerdict> = new Set([
  'bad-signature',
  'no-signature',
  'not-configured',
  'throttled',
  'too-large',
])
