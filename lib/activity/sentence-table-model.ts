import { frame, type Tense, type Verb } from './sentence-tense-model'

/**
 * What each action of the log says, as data: one row per action, one template per thing that may be known. Nothing else puts
 * words of a sentence together, so that a catalog of messages can take this file's place.
 *
 * In a template `{slot}` is a value of the entry, `[...]` is left out when a value in it is unknown, and `<object>words</object>`
 * is an object without a name of its own.
 */

/** A verb and what follows it. */
type Template = readonly [verb: Verb, rest: string]

interface Row {
  /** What to choose in the filter of actions. */
  label: string
  /** The first one whose values are all known is said; the last one needs none but the object. */
  says: readonly Template[]
}

const status = (rest: string, shorter: string): readonly Template[] => [
  ['set', rest],
  ['set', shorter],
]

/** Each action of the log. */
export const actionTable = {
  'session.sign-in': { label: 'Sign in', says: [['sign', 'in to <object>Sightline</object>']] },
  'session.sign-out': { label: 'Sign out', says: [['sign', 'out of <object>Sightline</object>']] },
  'session.prove': { label: 'Confirm identity', says: [['confirm', 'their identity in <object>Sightline</object>']] },
  'session.end': { label: 'End sessions', says: [['end', 'sessions of {object}']] },
  'account.rename': {
    label: 'Rename an account',
    says: [
      ['rename', '{object} to {to}[ (was {from})]'],
      ['rename', '{object}'],
    ],
  },
  'account.change-password': { label: 'Change a password', says: [['change', 'the password of {object}']] },
  'account.add-authenticator': {
    label: 'Add an authenticator app',
    says: [['add', 'an authenticator app to {object}']],
  },
  'account.remove-authenticator': {
    label: 'Remove an authenticator app',
    says: [['remove', 'the authenticator app of {object}']],
  },
  'account.make-recovery-codes': {
    label: 'Create recovery codes',
    says: [['create', 'new recovery codes for {object}']],
  },
  'account.use-recovery-code': { label: 'Use a recovery code', says: [['use', 'a recovery code of {object}']] },
  'account.add-passkey': {
    label: 'Add a passkey',
    says: [
      ['add', 'the passkey {to} to {object}'],
      ['add', 'a passkey to {object}'],
    ],
  },
  'account.rename-passkey': {
    label: 'Rename a passkey',
    says: [
      ['rename', 'a passkey of {object} to {to}[ (was {from})]'],
      ['rename', 'a passkey of {object}'],
    ],
  },
  'account.remove-passkey': {
    label: 'Remove a passkey',
    says: [
      ['remove', 'the passkey {from} of {object}'],
      ['remove', 'a passkey of {object}'],
    ],
  },
  'account.create': {
    label: 'Create an account',
    says: [
      ['create', '{own}'],
      ['create', 'the account of {object}[ with the role {to}]'],
    ],
  },
  'account.reset-password': { label: 'Reset a password', says: [['reset', 'the password of {object}']] },
  'account.export': { label: 'Export people', says: [['export', 'the list of <object>people</object> as CSV']] },
  'account.link': { label: 'Link single sign-on', says: [['link', 'single sign-on to {object}']] },
  'account.unlock': { label: 'Unlock an account', says: [['unlock', 'the sign-in of {object}']] },
  'account.change-role': {
    label: 'Change a role',
    says: [
      ['change', 'the role of {object} to {to}[ (was {from})]'],
      ['change', 'the role of {object}'],
    ],
  },
  'account.disable': {
    label: 'Disable an account',
    says: [
      ['disable', '{own}'],
      ['disable', 'the account of {object}'],
    ],
  },
  'account.enable': {
    label: 'Enable an account',
    says: [
      ['enable', '{own}'],
      ['enable', 'the account of {object}'],
    ],
  },
  'account.sign-out': { label: 'End all sessions', says: [['end', 'all sessions of {object}']] },
  'account.end-session': { label: 'End a session', says: [['end', 'a session of {object}']] },
  'account.create-reset-link': {
    label: 'Create a password link',
    says: [['create', 'a password link for {object}']],
  },
  'account.remove-second-factor': {
    label: 'Remove second factors',
    says: [['remove', 'the second factor of {object}']],
  },
  'invitation.create': { label: 'Invite a person', says: [['invite', '{object}[ with the role {to}]']] },
  'invitation.resend': { label: 'Resend an invitation', says: [['resend', 'the invitation of {object}']] },
  'invitation.revoke': { label: 'Revoke an invitation', says: [['revoke', 'the invitation of {object}']] },
  'invitation.accept': {
    label: 'Accept an invitation',
    says: [['accept', 'the invitation sent to {object}[ with the role {to}]']],
  },
  'api-token.create': {
    label: 'Create an API token',
    says: [['create', 'the API token {object}[ with the role {to}]']],
  },
  'api-token.revoke': { label: 'Revoke an API token', says: [['revoke', 'the API token {object}']] },
  'service-account.create': {
    label: 'Create a service account',
    says: [['create', 'the service account {object}[ with the role {to}]']],
  },
  'service-account.update': { label: 'Change a service account', says: [['change', 'the service account {object}']] },
  'review.mark': {
    label: 'Mark inspections',
    says: [
      ['mark', '{object} as {to}[ (was {from})]'],
      ['change', 'the review of {object}'],
    ],
  },
  'review.unmark': {
    label: 'Mark inspections as unreviewed',
    says: [['mark', '{object} as unreviewed[ (was {from})]']],
  },
  'review.undo': { label: 'Undo a review', says: [['undo', 'the last review of {object}']] },
  'review-comment.add': { label: 'Add a comment', says: [['comment', 'on {object}']] },
  'review-comment.edit': { label: 'Edit a comment', says: [['edit', 'a comment on {object}']] },
  'review-comment.delete': { label: 'Delete a comment', says: [['delete', 'a comment on {object}']] },
  'saved-view.create': { label: 'Create a view', says: [['create', 'the view {object}']] },
  'saved-view.update': { label: 'Change a view', says: [['change', 'the view {object}']] },
  'saved-view.delete': { label: 'Delete a view', says: [['delete', 'the view {object}']] },
  'saved-view.restore': { label: 'Restore a view', says: [['restore', 'the view {object}']] },
  'saved-view.import': { label: 'Import views', says: [['import', '{object}']] },
  'export.start': {
    label: 'Export documents',
    says: [
      ['export', '{object} as {to}'],
      ['export', 'documents of {object}'],
    ],
  },
  'export.cancel': { label: 'Cancel an export', says: [['cancel', 'the export of {object}']] },
  'export.retry': { label: 'Retry an export', says: [['retry', 'the export of {object}']] },
  'export.remove': { label: 'Remove an export', says: [['remove', 'the export of {object}']] },
  'inspection.export': { label: 'Export inspections', says: [['export', '{object} as CSV']] },
  'follow-up.export': {
    label: 'Export follow-ups',
    says: [['export', 'the list of <object>follow-ups</object> as CSV']],
  },
  'media.zip': {
    label: 'Download files',
    says: [
      ['download', '{extra} as {object}'],
      ['download', '{object}'],
    ],
  },
  'user.export': { label: 'Export users', says: [['export', '{object} as CSV']] },
  'user-job.export': { label: 'Export failed rows', says: [['export', 'failed rows of an import as CSV: {object}']] },
  'activity.export': { label: 'Export the activity log', says: [['export', '{object} of the activity log[ as {to}]']] },
  'sync.run': { label: 'Start a sync', says: [['start', 'a <object>sync</object>']] },
  'reconcile.start': {
    label: 'Start a full reconciliation',
    says: [['start', 'a <object>full reconciliation</object>']],
  },
  'reconcile.accept': {
    label: 'Confirm missing inspections',
    says: [['confirm', 'the missing inspections of a <object>full reconciliation</object>']],
  },
  'reconcile.cancel': {
    label: 'Cancel a full reconciliation',
    says: [['cancel', 'a <object>full reconciliation</object>']],
  },
  'connection.check': {
    label: 'Test the connection',
    says: [['test', '<object>the connection to SafetyCulture</object>']],
  },
  'status-group.create': { label: 'Create a status group', says: [['create', 'the status group {object}']] },
  'status-group.update': { label: 'Change a status group', says: [['change', 'the status group {object}']] },
  'status-group.delete': { label: 'Delete a status group', says: [['delete', 'the status group {object}']] },
  'status-group.recreate': { label: 'Recreate a status group', says: [['recreate', 'the status group {object}']] },
  'asset-type.assign-group': {
    label: 'Assign a group to a type',
    says: [
      ['assign', '{to} to the type {object}[ (was {from})]'],
      ['assign', 'a status group to the type {object}'],
    ],
  },
  'asset-type.remove-group': {
    label: 'Remove a group from a type',
    says: [
      ['remove', '{from} from the type {object}'],
      ['remove', 'the status group from the type {object}'],
    ],
  },
  'asset.set-status': {
    label: 'Set a status',
    says: status('{object} to {to}[ (was {from})]', 'the status of {object}'),
  },
  'asset.clear-status': { label: 'Clear a status', says: [['clear', 'the status of {object}[ (was {from})]']] },
  'asset.restore-status': {
    label: 'Restore a status',
    says: [
      ['restore', '{object} to {to}[ (was {from})]'],
      ['restore', 'the status of {object}'],
    ],
  },
  'asset-change.start': { label: 'Start a bulk change', says: [['start', 'the bulk change {object}']] },
  'asset-change.cancel': { label: 'Cancel a bulk change', says: [['cancel', 'the bulk change {object}']] },
  'asset-change.retry': { label: 'Retry a bulk change', says: [['retry', 'the bulk change {object}']] },
  'user-job.check': {
    label: 'Run a dry run',
    says: [
      ['run', 'a dry run of {extra} from {object}'],
      ['run', 'a dry run of {object}'],
    ],
  },
  'user-job.run': {
    label: 'Import users',
    says: [
      ['import', '{extra} from {object}'],
      ['import', 'users from {object}'],
    ],
  },
  'user-job.cancel': { label: 'Cancel an import', says: [['cancel', 'the import {object}']] },
  'webhook.create': { label: 'Register a webhook', says: [['register', 'the webhook {object}']] },
  'webhook.update': { label: 'Change a webhook', says: [['change', 'the webhook {object}']] },
  'webhook.delete': { label: 'Delete a webhook', says: [['delete', 'the webhook {object}']] },
  'webhook-secret.fetch': { label: 'Load the webhook secret', says: [['load', '<object>the webhook secret</object>']] },
  'webhook-secret.rotate': {
    label: 'Replace the webhook secret',
    says: [['replace', '<object>the webhook secret</object>']],
  },
  'webhook-delivery.replay': { label: 'Reprocess a delivery', says: [['reprocess', 'the webhook delivery {object}']] },
} as const satisfies Record<string, Row>

export type KnownAction = keyof typeof actionTable
/** The cast is safe: these are the keys. */
export const knownActions = Object.keys(actionTable) as KnownAction[]

/** What an entry says when it is known more closely what was done than its action tells. */
const closerTable = {
  'status-group.rename': [['rename', 'the status group {from} to {object}']],
  'status-group.describe': [['change', 'the description of the status group {object}']],
  'status-group.add-status': [['add', '{to} to the status group {object}']],
  'status-group.remove-status': [['remove', '{from} from the status group {object}']],
  'status-group.rename-status': [['rename', 'the status {from} to {to} in the status group {object}']],
  'status-group.recolour-status': [['change', 'the colour of {to} in the status group {object}']],
  'status-group.order': [['change', 'the order of the statuses in {object}']],
  'service-account.rename': [['rename', 'the service account {from} to {object}']],
  'service-account.change-role': [['change', 'the role of the service account {object} to {to}[ (was {from})]']],
  'service-account.disable': [['disable', 'the service account {object}']],
  'service-account.enable': [['enable', 'the service account {object}']],
  'saved-view.rename': [['rename', 'the view {from} to {object}']],
  'saved-view.share': [['change', 'who can see the view {object}[ to {to}][ (was {from})]']],
  'assets.set-status': [
    ['set', '{object} to {to}'],
    ['set', 'the status of {object}'],
  ],
  'assets.clear-status': [['clear', 'the status of {object}']],
  'assets.restore-status': [['restore', 'the status of {object}']],
  'types.assign-group': [['assign', '{to} to {object}']],
  'types.remove-group': [['remove', 'the status group from {object}']],
  'types.change-group': [['change', 'the status group of {object}']],
  'types.undo': [['undo', 'the bulk change {object}']],
  /** A write that was sent as it is, from the explorer or by the API. */
  'service.call': [['run', 'the API operation {object}[ on {extra}]']],
  /** Of another version, or written by hand. */
  unknown: [['perform', 'the action {extra} on {object}']],
} as const satisfies Record<string, readonly Template[]>

export type SentenceKey = KnownAction | keyof typeof closerTable

const isKnown = (key: SentenceKey): key is KnownAction => Object.hasOwn(actionTable, key)

/** The messages of a key in that tense, the most telling first. */
export function messagesOf(key: SentenceKey, tense: Tense): string[] {
  const says: readonly Template[] = isKnown(key) ? actionTable[key].says : closerTable[key]
  return says.map(([verb, rest]) => frame(tense, verb, rest))
}

/** All keys that a sentence can have. The cast is safe: these are the keys. */
export const sentenceKeys: readonly SentenceKey[] = [
  ...knownActions,
  ...(Object.keys(closerTable) as Array<keyof typeof closerTable>),
]
