import * as z from 'zod'
import { activityEntry } from '@/lib/activity/schema'
import { assetStatus } from './schema'

/**
 * Everything that changed the status of one asset: changes of the asset, changes of its type or group, and changes that
 * a listing noticed.
 */

const instant = z.iso.datetime({ offset: true })

export const assetHistoryItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entry'),
    entry: activityEntry,
    /** The effect of a change of a group or type on this asset. Null: the change was made to the asset itself. */
    effect: z.object({ before: assetStatus, after: assetStatus.nullable() }).nullable(),
  }),
  z.object({
    kind: z.literal('noticed'),
    noticeId: z.uuid(),
    /** When a listing found the changed status, and when the status before was last read. */
    noticedAt: instant,
    knownAt: instant,
    before: assetStatus.nullable(),
    after: assetStatus.nullable(),
    /** False: a raw call through Sightline may have made the change, so its origin is unknown. */
    isOutside: z.boolean(),
  }),
])
export type AssetHistoryItem = z.infer<typeof assetHistoryItem>

/** Query of GET /api/assets/[assetId]/history. */
export const assetHistoryQuery = z.object({
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
  /** Number of items per page. */
  limit: z.coerce.number().int().min(1).max(100).default(30),
})

/** The response, newest first. */
export const assetHistory = z.object({ items: z.array(assetHistoryItem), after: z.string().nullable() })
export type AssetHistory = z.infer<typeof assetHistory>
