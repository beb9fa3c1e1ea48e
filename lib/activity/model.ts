import type { Translator } from '@/lib/messages/translator'
import { messageKey } from './message-key-model'
import type { ActivityEntry, ActivityOutcome } from './schema'
import { knownActions, type KnownAction } from './sentence-table-model'

/** The actions of the filter, by group. The message catalog has the names of both. */
export const actionGroups = (
  [
    ['signIn', /^session\./],
    ['people', /^(account|invitation)\.(?!export)/],
    ['apiTokens', /^(api-token|service-account)\./],
    ['reviews', /^review(-comment)?\./],
    ['statusGroups', /^(status-group|asset-type)\./],
    ['assets', /^asset(-change)?\.(?!export)/],
    ['users', /^user-job\.(?!export)/],
    ['exports', /(^export(-schedule)?\.|\.export$|\.zip$)/],
    ['views', /^saved-view\./],
    ['templates', /^template\./],
    ['rules', /^rule(-status)?\./],
    ['webhooks', /^(webhook|outgoing\.)/],
    ['system', /^(sync|reconcile|connection)\./],
  ] as const
).map(([group, pattern]): { group: typeof group; actions: readonly KnownAction[] } => ({
  group,
  actions: knownActions.filter((action) => pattern.test(action)),
}))

/** The name of an action; an unknown one is shown unchanged. */
export function nameAction(t: Translator<'activity'>, action: string): string {
  const known = knownActions.find((one) => one === action)
  return known === undefined ? action : t(`actionNames.${messageKey(known)}`)
}

export const objectKinds = [
  'session',
  'account',
  'invitation',
  'api-token',
  'service-account',
  'inspection',
  'saved-view',
  'template',
  'rule',
  'export',
  'media-zip',
  'status-group',
  'asset-type',
  'asset',
  'asset-change',
  'user-job',
  'user',
  'activity',
  'system',
  'service',
  'webhook',
  'webhook-secret',
  'webhook-delivery',
  'outgoing',
  'open-data',
  'export-schedule',
] as const

/** The name of a kind of object; an unknown one is shown unchanged. */
export function nameObjectKind(t: Translator<'activity'>, kind: string): string {
  const known = objectKinds.find((one) => one === kind)
  return known === undefined ? kind : t(`objectKinds.${messageKey(known)}`)
}

/** How an entry ended. A refused sign-in is not a failure of Sightline. */
export function nameOutcome({
  outcome,
  action,
}: Pick<ActivityEntry, 'outcome' | 'action'>): ActivityOutcome | 'refused' {
  const isRefusal = (action === 'session.sign-in' || action === 'session.prove') && outcome === 'failed'
  return isRefusal ? 'refused' : outcome
}

/** How long Sightline keeps asking SafetyCulture for the outcome of a write whose response was lost. */
export const recheckedHours = 24
/** Kinds of objects whose state can be read from SafetyCulture. */
const recheckedKinds: ReadonlySet<string> = new Set([
  'status-group',
  'asset-type',
  'asset',
  'user-job',
  'webhook',
  'webhook-secret',
])

/** Whether the outcome of a write to this kind of object can be found out from SafetyCulture. */
export function isRecheckedKind(objectKind: string): boolean {
  return recheckedKinds.has(objectKind)
}

/** Whether Sightline still rechecks an entry without an outcome. */
export function isRechecked({ objectKind, at }: Pick<ActivityEntry, 'objectKind' | 'at'>, nowMs: number): boolean {
  return recheckedKinds.has(objectKind) && nowMs - Date.parse(at) < recheckedHours * 3_600_000
}
