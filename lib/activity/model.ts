import type { ActivityEntry } from './schema'

/** Actions of the log, as the field speaks of them, after the name of who did it. Others may come with other versions. */
export const actionWords: Readonly<Record<string, string>> = {
  'session.sign-in': 'signed in',
  'session.sign-out': 'signed out',
  'session.prove': 'tried to confirm who they are',
  'session.end': 'ended sessions of',
  'account.rename': 'changed the name of the account',
  'account.change-password': 'changed the password of',
  'account.add-authenticator': 'added an authenticator app to',
  'account.remove-authenticator': 'removed the authenticator app of',
  'account.make-recovery-codes': 'made new recovery codes for',
  'account.use-recovery-code': 'used a recovery code of',
  'account.add-passkey': 'added a passkey to',
  'account.rename-passkey': 'renamed a passkey of',
  'account.remove-passkey': 'removed a passkey of',
  'account.create': 'made the account of',
  'account.reset-password': 'set anew the password of',
  'account.export': 'exported as CSV',
  'invitation.create': 'invited',
  'invitation.resend': 'sent a new invitation to',
  'invitation.revoke': 'revoked the invitation of',
  'invitation.accept': 'accepted the invitation to',
  'account.link': 'linked single sign-on to the account of',
  'api-token.create': 'created the API token',
  'api-token.revoke': 'revoked the API token',
  'service-account.create': 'created the service account',
  'service-account.update': 'changed the service account',
  'account.unlock': 'forgot the wrong passwords of',
  'account.change-role': 'changed the role of',
  'account.disable': 'disabled the account of',
  'account.enable': 'enabled the account of',
  'account.sign-out': 'signed out everywhere',
  'account.end-session': 'ended a session of',
  'account.create-reset-link': 'created a password link for',
  'account.remove-second-factor': 'removed the second factor of',
  'review.mark': 'marked',
  'review.unmark': 'took the review back of',
  'review.undo': 'undid the marking of',
  'review-comment.add': 'commented on',
  'review-comment.edit': 'changed a comment on',
  'review-comment.delete': 'deleted a comment on',
  'saved-view.create': 'saved the view',
  'saved-view.update': 'changed the view',
  'saved-view.delete': 'deleted the view',
  'saved-view.restore': 'brought back the view',
  'saved-view.import': 'imported',
  'export.start': 'had documents made of',
  'export.cancel': 'cancelled the export of',
  'export.retry': 'tried again the export of',
  'export.remove': 'removed the export of',
  'inspection.export': 'exported as CSV',
  'follow-up.export': 'exported as CSV',
  'media.zip': 'downloaded as a zip',
  'user.export': 'exported as CSV',
  'user-job.export': 'exported the failed rows of',
  'activity.export': 'exported from this log',
  'sync.run': 'asked for a pass of',
  'reconcile.start': 'started',
  'reconcile.accept': 'accepted what was found missing by',
  'reconcile.cancel': 'cancelled',
  'connection.check': 'checked',
  'status-group.create': 'created the group',
  'status-group.update': 'changed the group',
  'status-group.delete': 'deleted the group',
  'status-group.recreate': 'created the group again',
  'asset-type.assign-group': 'assigned the group to the type',
  'asset-type.remove-group': 'removed the group from the type',
  'asset.set-status': 'set the status',
  'asset.clear-status': 'cleared the status',
  'asset.restore-status': 'restored the status',
  'asset-change.start': 'started the change',
  'asset-change.cancel': 'cancelled the change',
  'asset-change.retry': 'tried again the change',
  'user-job.check': 'had the users checked',
  'user-job.run': 'brought the users in',
  'user-job.cancel': 'asked to cancel the job',
  'webhook.create': 'had the service send to',
  'webhook.update': 'changed the subscription of',
  'webhook.delete': 'ended the subscription of',
  'webhook-secret.fetch': 'fetched from the service the',
  'webhook-secret.rotate': 'had the service make a new',
  'webhook-delivery.replay': 'had worked on again the delivery',
}

/** The actions to choose from, by what they are about. */
export const actionGroups: ReadonlyArray<{ label: string; actions: readonly string[] }> = [
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
  actions: Object.keys(actionWords).filter((action) => pattern instanceof RegExp && pattern.test(action)),
}))

const servicePrefix = 'service.'
const stateWords: Readonly<Record<string, string>> = { reviewed: 'as reviewed', 'follow-up': 'for follow-up' }

function readState(after: unknown): string | null {
  if (typeof after !== 'object' || after === null || !('state' in after)) return null
  return typeof after.state === 'string' ? (stateWords[after.state] ?? null) : null
}

/** What somebody did, in words that the name of the object follows; null where this version has none. */
export function findActionWords({
  action,
  outcome,
}: Pick<ActivityEntry, 'action'> & { outcome?: ActivityEntry['outcome'] }): string | null {
  if (action === 'session.sign-in' && outcome === 'failed') return 'tried to sign in'
  if (action.startsWith(servicePrefix)) return 'called the service:'
  return actionWords[action] ?? null
}

/** What follows the object: "marked Forklift 12 as reviewed". */
export function findActionEnd({ action, after }: Pick<ActivityEntry, 'action' | 'after'>): string | null {
  return action === 'review.mark' ? readState(after) : null
}

/** All of it in one line, for a file: "marked as reviewed". */
export function nameAction(entry: Pick<ActivityEntry, 'action' | 'after' | 'outcome'>): string {
  return [findActionWords(entry) ?? entry.action, findActionEnd(entry)].filter((words) => words !== null).join(' ')
}

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
  'asset-change': 'Change of assets',
  'user-job': 'User job',
  user: 'User',
  activity: 'Activity',
  system: 'System',
  service: 'Service',
  webhook: 'Webhook',
  'webhook-secret': 'Secret of notifications',
  'webhook-delivery': 'Delivery',
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
