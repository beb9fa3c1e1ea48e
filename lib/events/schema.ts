import * as z from 'zod'
import type { Permission } from '@/lib/access/permissions'
import { eventKinds } from './values-model'

/** What changed, sent to every open screen. An event says what to load again, never its content. */

export const eventKind = z.enum(eventKinds)
export type EventKind = z.infer<typeof eventKind>

export const liveEvent = z.object({
  kind: eventKind,
  /** Ids of the objects that changed; null: many or all. */
  ids: z.array(z.string()).nullable(),
})
export type LiveEvent = z.infer<typeof liveEvent>

/** The permission that a person needs to receive a kind; null: everybody who is signed in. */
export const eventPermissions: Readonly<Record<EventKind, Permission | null>> = {
  inspections: 'inspections:read',
  reviews: 'reviews:read',
  'review-claims': 'reviews:read',
  'review-comments': 'reviews:read',
  'saved-views': 'inspections:read',
  templates: 'inspections:read',
  exports: 'inspections:read',
  'export-schedules': 'schedules:read',
  'status-groups': 'status-groups:read',
  assets: 'assets:read',
  'asset-changes': 'assets:read',
  'user-jobs': 'user-jobs:read',
  users: 'user-jobs:read',
  activity: 'activity:read',
  inbox: null,
  // Editors see what rules propose.
  rules: 'assets:read',
  outgoing: 'rules:read',
  webhooks: 'webhooks:read',
  people: 'people:read',
  system: 'system:read',
  reset: null,
}
