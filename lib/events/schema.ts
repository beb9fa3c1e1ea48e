import * as z from 'zod'
import type { Permission } from '@/lib/access/permissions'

/** What changed, told to every open screen. An event says where to look again, never what is there. */

export const eventKinds = [
  'inspections',
  'reviews',
  'review-claims',
  /** What people say of an inspection. */
  'review-comments',
  'saved-views',
  /** What the scores of a template mean. */
  'templates',
  'exports',
  'status-groups',
  'assets',
  'asset-changes',
  'user-jobs',
  /** The index of the organization's users. */
  'users',
  'activity',
  'webhooks',
  /** Accounts and invitations. */
  'people',
  /** Checkpoint, rate, full compare, budget, breaker. */
  'system',
  /** Events may have been missed: read everything again. */
  'reset',
] as const
export const eventKind = z.enum(eventKinds)
export type EventKind = z.infer<typeof eventKind>

export const liveEvent = z.object({
  kind: eventKind,
  /** Of the things that changed; null: many, or all. */
  ids: z.array(z.string()).nullable(),
})
export type LiveEvent = z.infer<typeof liveEvent>

/** What a person must be allowed to read to be told of a kind; null: everybody signed in. */
export const eventPermissions: Readonly<Record<EventKind, Permission | null>> = {
  inspections: 'inspections:read',
  reviews: 'reviews:read',
  'review-claims': 'reviews:read',
  'review-comments': 'reviews:read',
  'saved-views': 'inspections:read',
  templates: 'inspections:read',
  exports: 'inspections:read',
  'status-groups': 'status-groups:read',
  assets: 'assets:read',
  'asset-changes': 'assets:read',
  'user-jobs': 'user-jobs:read',
  users: 'user-jobs:read',
  activity: 'activity:read',
  webhooks: 'webhooks:read',
  people: 'people:read',
  system: 'system:read',
  reset: null,
}

export const eventsPath = '/api/events'

/** What stands in the `event` field of a message that is no event: the first one, and the one of a quiet while. */
export const streamWords = { hello: 'hello', beat: 'beat' } as const

export const streamTimes = {
  /** From one sign of life to the next. */
  beatMs: 15_000,
  /** A page was read some time before it listens: what happened that long before is told to whoever names no id. */
  recentMs: 15_000,
  retryMs: 3_000,
} as const
