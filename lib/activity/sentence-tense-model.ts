/** How a sentence of the log is framed: its verb, and how what was done ended. */

/** Past, base form, and what follows "is". */
const verbs = {
  accept: ['accepted', 'accept', 'accepting'],
  add: ['added', 'add', 'adding'],
  assign: ['assigned', 'assign', 'assigning'],
  cancel: ['cancelled', 'cancel', 'cancelling'],
  change: ['changed', 'change', 'changing'],
  clear: ['cleared', 'clear', 'clearing'],
  comment: ['commented', 'comment', 'commenting'],
  confirm: ['confirmed', 'confirm', 'confirming'],
  create: ['created', 'create', 'creating'],
  delete: ['deleted', 'delete', 'deleting'],
  disable: ['disabled', 'disable', 'disabling'],
  download: ['downloaded', 'download', 'downloading'],
  edit: ['edited', 'edit', 'editing'],
  enable: ['enabled', 'enable', 'enabling'],
  end: ['ended', 'end', 'ending'],
  export: ['exported', 'export', 'exporting'],
  import: ['imported', 'import', 'importing'],
  invite: ['invited', 'invite', 'inviting'],
  link: ['linked', 'link', 'linking'],
  load: ['loaded', 'load', 'loading'],
  mark: ['marked', 'mark', 'marking'],
  perform: ['performed', 'perform', 'performing'],
  recreate: ['recreated', 'recreate', 'recreating'],
  register: ['registered', 'register', 'registering'],
  remove: ['removed', 'remove', 'removing'],
  rename: ['renamed', 'rename', 'renaming'],
  replace: ['replaced', 'replace', 'replacing'],
  reprocess: ['reprocessed', 'reprocess', 'reprocessing'],
  resend: ['resent', 'resend', 'resending'],
  reset: ['reset', 'reset', 'resetting'],
  restore: ['restored', 'restore', 'restoring'],
  retry: ['retried', 'retry', 'retrying'],
  revoke: ['revoked', 'revoke', 'revoking'],
  run: ['ran', 'run', 'running'],
  set: ['set', 'set', 'setting'],
  sign: ['signed', 'sign', 'signing'],
  start: ['started', 'start', 'starting'],
  test: ['tested', 'test', 'testing'],
  undo: ['undid', 'undo', 'undoing'],
  unlock: ['unlocked', 'unlock', 'unlocking'],
  use: ['used', 'use', 'using'],
} as const satisfies Record<string, readonly [past: string, base: string, going: string]>

export type Verb = keyof typeof verbs

/** Why something was not done. */
export const reasonWords = {
  refused: 'refused',
  service: 'SafetyCulture refused it',
  unsent: 'it was not sent',
  undone: 'SafetyCulture did not do it',
  late: 'it was too late',
  failed: 'it failed',
} as const
export type Reason = keyof typeof reasonWords

/** When: done, being done, or tried and then how that ended. */
export type Tense = 'done' | 'pending' | 'unknown' | 'partial' | Reason

/** The message of a verb and what follows it. */
export function frame(tense: Tense, verb: Verb, rest: string): string {
  const [past, base, going] = verbs[verb]
  switch (tense) {
    case 'done':
      return `{actor} ${past} ${rest}[: {progress}]`
    case 'pending':
      return `{actor} is ${going} ${rest}[: {progress}]`
    case 'unknown':
      return `{actor} tried to ${base} ${rest}: the result is unknown`
    case 'partial':
      return `{actor} tried to ${base} ${rest}[: {progress}]`
    default:
      return `{actor} tried to ${base} ${rest}: ${reasonWords[tense]}`
  }
}
