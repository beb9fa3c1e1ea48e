// Apart from the schemas, so that a page has them without loading zod.

export const eventsPath = '/api/events'

/** The `event` field of a message without an event: the first message, and the one after a quiet period. */
export const streamWords = { hello: 'hello', beat: 'beat' } as const

export const streamTimes = {
  /** The interval between two heartbeats. */
  beatMs: 15_000,
  /** A page is rendered some time before it connects. A listener without an id gets the events of this period first. */
  recentMs: 15_000,
  retryMs: 3_000,
} as const

export const eventKinds = [
  'inspections',
  'reviews',
  'review-claims',
  /** Comments on an inspection. */
  'review-comments',
  'saved-views',
  /** The meaning of a template's scores. */
  'templates',
  'exports',
  /** Scheduled exports and their runs. */
  'export-schedules',
  'status-groups',
  'assets',
  'asset-changes',
  'user-jobs',
  /** The index of the organization's users. */
  'users',
  'activity',
  'rules',
  /** Targets of outgoing webhooks, and deliveries to them. */
  'outgoing',
  /** Notices. The ids are those of the people whose inbox changed. */
  'inbox',
  'webhooks',
  /** Accounts and invitations. */
  'people',
  /** Checkpoint, rate, full reconciliation, budget, breaker. */
  'system',
  /** Events may have been missed: load everything again. */
  'reset',
] as const
