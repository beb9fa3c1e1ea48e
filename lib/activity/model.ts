import type { ActivityEntry } from './schema'
import { knownActions, type KnownAction } from './sentence-table-model'

/** The actions to choose from, by what they are about. */
export const actionGroups: ReadonlyArray<{ label: string; actions: readonly KnownAction[] }> = [
  ['Sign-in', /^session\./],
  ['People', /^(account|invitation)\.(?!export)/],
  ['API tokens', /^(api-token|service-account)\./],
  ['Reviews', /^review(-comment)?\./],
  ['Status groups', /^(status-group|asset-type)\./],
  ['Assets', /^asset(-change)?\./],
  ['Users', /^user-job\.(?!export)/],
  ['Exports', /(^export\.|\.export$|\.zip$)/],
  ['Views', /^saved-view\./],
  ['Webhooks', /^webhook/],
  ['System', /^(sync|reconcile|connection)\./],
].map(([label, pattern]) => ({
  label: String(label),
  actions: knownActions.filter((action) => pattern instanceof RegExp && pattern.test(action)),
}))

export const kindWords: Readonly<Record<string, string>> = {
  session: 'Sign-in',
  account: 'Account',
  invitation: 'Invitation',
  'api-token': 'API token',
  'service-account': 'Service account',
  inspection: 'Inspection',
  'saved-view': 'Saved view',
  export: 'Export',
  'media-zip': 'Zip of files',
  'status-group': 'Status group',
  'asset-type': 'Asset type',
  asset: 'Asset',
  'asset-change': 'Bulk change',
  'user-job': 'Import',
  user: 'User',
  activity: 'Activity',
  system: 'System',
  service: 'API call',
  webhook: 'Webhook',
  'webhook-secret': 'Webhook secret',
  'webhook-delivery': 'Webhook delivery',
}

/** How long the console goes on looking at the service for what came of a write whose answer was lost. */
export const lookedAtHours = 24
/** Kinds of things that the service can be looked at for. */
const lookedUpKinds: ReadonlySet<string> = new Set([
  'status-group',
  'asset-type',
  'asset',
  'user-job',
  'webhook',
  'webhook-secret',
])

/** Whether a look at the service may tell what became of a write of such a thing. */
export function isLookedUpKind(objectKind: string): boolean {
  return lookedUpKinds.has(objectKind)
}

/** Whether the console still looks for the outcome of an entry that has none. */
export function isLookedUp({ objectKind, at }: Pick<ActivityEntry, 'objectKind' | 'at'>, nowMs: number): boolean {
  return lookedUpKinds.has(objectKind) && nowMs - Date.parse(at) < lookedAtHours * 3_600_000
}
