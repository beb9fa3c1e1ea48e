import * as z from 'zod'

/** What changed, told to every open screen. An event says where to look again, never what is there. */

export const eventKinds = [
  'inspections',
  'reviews',
  'review-claims',
  'saved-views',
  'exports',
  'status-groups',
  'assets',
  'asset-changes',
  'user-jobs',
  'activity',
  'webhooks',
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
