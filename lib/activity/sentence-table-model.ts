import { messageKey } from './message-key-model'

/**
 * The messages for sentences of entries. Each has three forms in `activity.sentences`: `done`, `pending` and `tried`. A
 * message of `activity.endings` adds the outcome of a try.
 */

/** Each action of the log. Its name for people is in `activity.actionNames`. */
export const knownActions = [
  'session.sign-in',
  'session.sign-out',
  'session.prove',
  'session.end',
  'account.rename',
  'account.change-password',
  'account.add-authenticator',
  'account.remove-authenticator',
  'account.make-recovery-codes',
  'account.use-recovery-code',
  'account.add-passkey',
  'account.rename-passkey',
  'account.remove-passkey',
  'account.create',
  'account.reset-password',
  'account.export',
  'account.link',
  'account.unlock',
  'account.erase',
  'account.change-role',
  'account.disable',
  'account.enable',
  'account.sign-out',
  'account.end-session',
  'account.create-reset-link',
  'account.remove-second-factor',
  'invitation.create',
  'invitation.resend',
  'invitation.revoke',
  'invitation.accept',
  'api-token.create',
  'api-token.revoke',
  'service-account.create',
  'service-account.update',
  'review.mark',
  'review.unmark',
  'review.undo',
  'review-comment.add',
  'review-comment.edit',
  'review-comment.delete',
  'saved-view.create',
  'saved-view.update',
  'saved-view.delete',
  'saved-view.restore',
  'saved-view.import',
  'template.set-thresholds',
  'rule.create',
  'rule.update',
  'rule.delete',
  'rule.pause',
  'rule.act',
  'rule-status.confirm',
  'rule-status.dismiss',
  'rule-status.undo',
  'outgoing.create',
  'outgoing.update',
  'outgoing.rotate',
  'outgoing.delete',
  'outgoing.test',
  'outgoing.replay',
  'open-data.export',
  'export-schedule.create',
  'export-schedule.update',
  'export-schedule.pause',
  'export-schedule.resume',
  'export-schedule.start',
  'export-schedule.run',
  'export-schedule.delete',
  'export-schedule.restore',
  'export.start',
  'export.cancel',
  'export.retry',
  'export.remove',
  'inspection.export',
  'follow-up.export',
  'media.zip',
  'user.export',
  'asset.export',
  'user-job.export',
  'activity.export',
  'sync.run',
  'reconcile.start',
  'reconcile.accept',
  'reconcile.cancel',
  'connection.check',
  'status-group.create',
  'status-group.update',
  'status-group.delete',
  'status-group.recreate',
  'asset-type.assign-group',
  'asset-type.remove-group',
  'asset.set-status',
  'asset.clear-status',
  'asset.restore-status',
  'asset-change.start',
  'asset-change.cancel',
  'asset-change.retry',
  'user-job.check',
  'user-job.run',
  'user-job.cancel',
  'webhook.create',
  'webhook.update',
  'webhook.delete',
  'webhook-secret.fetch',
  'webhook-secret.rotate',
  'webhook-delivery.replay',
] as const
export type KnownAction = (typeof knownActions)[number]

/** Keys for entries whose values are more specific than their action. */
const closerKeys = [
  'status-group.rename',
  'status-group.describe',
  'status-group.add-status',
  'status-group.remove-status',
  'status-group.rename-status',
  'status-group.recolor-status',
  'status-group.order',
  'service-account.rename',
  'service-account.change-role',
  'service-account.disable',
  'service-account.enable',
  'saved-view.rename',
  'saved-view.share',
  'assets.set-status',
  'assets.clear-status',
  'assets.restore-status',
  'types.assign-group',
  'types.remove-group',
  'types.change-group',
  'types.undo',
  // A raw write from the explorer or the API.
  'service.call',
  // An action of another version, or one that was inserted by hand.
  'unknown',
] as const

export type SentenceKey = KnownAction | (typeof closerKeys)[number]

/** All keys that a sentence can have. */
export const sentenceKeys: readonly SentenceKey[] = [...knownActions, ...closerKeys]

/** The places in a sentence where values go. */
export type SentenceSlot = 'actor' | 'object' | 'from' | 'to' | 'extra' | 'progress'

type Needed = SentenceSlot | 'own'

/** More detailed messages, with the value that each one requires. */
const fullerMessages: Partial<Record<SentenceKey, readonly [message: string, needed: Needed]>> = {
  'account.rename': ['account.renameTo', 'to'],
  'account.add-passkey': ['account.addNamedPasskey', 'to'],
  'account.rename-passkey': ['account.renamePasskeyTo', 'to'],
  'account.remove-passkey': ['account.removeNamedPasskey', 'from'],
  'account.create': ['account.createOwn', 'own'],
  'account.disable': ['account.disableOwn', 'own'],
  'account.enable': ['account.enableOwn', 'own'],
  'account.change-role': ['account.changeRoleTo', 'to'],
  'review.mark': ['review.markAs', 'to'],
  'export.start': ['export.startAs', 'to'],
  'media.zip': ['media.zipOf', 'extra'],
  'asset-type.assign-group': ['assetType.assignNamedGroup', 'to'],
  'asset-type.remove-group': ['assetType.removeNamedGroup', 'from'],
  'asset.set-status': ['asset.setStatusTo', 'to'],
  'asset.restore-status': ['asset.restoreStatusTo', 'to'],
  'user-job.check': ['userJob.checkOf', 'extra'],
  'user-job.run': ['userJob.runOf', 'extra'],
  'assets.set-status': ['assets.setStatusTo', 'to'],
  'types.assign-group': ['types.assignNamedGroup', 'to'],
}

/** The messages of a key, the most detailed first. The last one only needs an actor and an object. */
export function messagesOf(key: SentenceKey): ReadonlyArray<{ message: string; needed: Needed | null }> {
  const fuller = fullerMessages[key]
  const plain = { message: messageKey(key), needed: null }
  return fuller === undefined ? [plain] : [{ message: fuller[0], needed: fuller[1] }, plain]
}
