import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import { readFilter } from '@/lib/inspections/filter/filter'
import { Values } from '@/lib/db/values'
import { isNotArchived, listConditions, writeWhere } from '@/lib/inspections/filter/filter-sql'
import { cacheOf } from '@/lib/inspections/list/counts'
import { countNewMentionsShortly } from './comments-data'
import type { ReviewCounts, ReviewsToday } from './schema'
import { countedLists } from './values-model'

type SharedCounts = Omit<ReviewCounts, 'myFollowUps' | 'newMentions'>

/** Counts inspections that need a review, and follow-ups. */
export async function countReviews(actor: Pick<Actor, 'userId'>, given?: Queryable): Promise<ReviewCounts> {
  const db = given ?? (await database())
  const [shared, myFollowUps, newMentions] = await Promise.all([
    countAll(db),
    countMine(db, actor.userId),
    countNewMentionsShortly(db, actor.userId),
  ])
  return { ...shared, myFollowUps, newMentions }
}

/** Uses the index on assignees, because each person has few rows. */
function countMine(db: Queryable, userId: string): Promise<number> {
  return keepShortly(db, `reviews of ${userId}`, async () => {
    const { rows } = await db.query<{ n: number }>(
      `select count(*) as n from inspection_reviews as reviews join inspections using (audit_id)
       where reviews.assignee_id = $1 and reviews.state = 'follow-up' and missing_at is null and ${isNotArchived}`,
      [userId],
    )
    return rows[0]?.n ?? 0
  })
}

/**
 * Counts inspections that a person marked since midnight in `zone` (an IANA name). A mark that was undone does not
 * count.
 */
export async function countToday(actor: Pick<Actor, 'userId'>, zone: string, given?: Queryable): Promise<ReviewsToday> {
  const db = given ?? (await database())
  const { rows } = await db.query<ReviewsToday>(
    `select count(*) filter (where state = 'reviewed') as reviewed,
            count(*) filter (where state = 'follow-up') as "followUps"
       from inspection_reviews
      where reviewer_id = $1 and state <> 'unreviewed'
        and reviewed_at >= date_trunc('day', now() at time zone $2) at time zone $2`,
    [actor.userId, zone],
  )
  return rows[0] ?? { reviewed: 0, followUps: 0 }
}

/** Counts what is the same for everybody. */
function countAll(db: Queryable): Promise<SharedCounts> {
  return cacheOf(db).get('reviews', async () => {
    const values = new Values()
    const counted = Object.entries(countedLists).map(([name, params]) => {
      const { filter } = readFilter(params, 0)
      return `count(*) filter (where ${writeWhere(listConditions(filter, new Map()), values)}) as "${name}"`
    })
    // All counts come from one scan of one index that has all the columns. Separate counts would each scan it.
    const { rows } = await db.query<SharedCounts>(
      `select ${counted.join(', ')} from inspections where missing_at is null`,
      values.list,
    )
    return rows[0] ?? { failedUnreviewed: 0, unreviewed: 0, followUps: 0, changedSince: 0 }
  })
}
