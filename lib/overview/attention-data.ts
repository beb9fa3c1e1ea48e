import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { can } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import { isNotArchived } from '@/lib/inspections/filter/filter-sql'
import { formatDay } from '@/lib/time/time-format'
import { needsFix } from '@/lib/user-jobs/needs-fix'
import type { Attention } from './schema'

/**
 * What needs attention, for the badges of the navigation and Overview. Null: the role of `actor` may not see it. Days
 * end in the time zone `zone`.
 */
export async function readAttention(
  actor: Pick<Actor, 'userId' | 'role'>,
  { zone }: { zone: string },
  given?: { db: Queryable; now: Date },
): Promise<Attention> {
  const db = given?.db ?? (await database())
  const today = formatDay((given?.now ?? new Date()).getTime(), zone)
  const [overdue, importsWithErrors, webhooksFailed] = await Promise.all([
    can(actor.role, 'reviews:read') ? countOverdue(db, actor.userId, today) : null,
    can(actor.role, 'user-jobs:read') ? countImports(db) : null,
    can(actor.role, 'webhooks:read') ? countDeliveries(db) : null,
  ])
  return {
    followUpsOverdue: overdue?.all ?? null,
    myFollowUpsOverdue: overdue?.mine ?? null,
    importsWithErrors,
    webhooksFailed,
  }
}

function countOverdue(db: Queryable, userId: string, today: string): Promise<{ all: number; mine: number }> {
  return keepShortly(db, `overdue of ${userId} on ${today}`, async () => {
    const { rows } = await db.query<{ all: number; mine: number }>(
      `select count(*)::int as "all", (count(*) filter (where reviews.assignee_id = $1))::int as mine
       from inspection_reviews as reviews join inspections using (audit_id)
       where reviews.state = 'follow-up' and reviews.due_on < $2::date and missing_at is null and ${isNotArchived}`,
      [userId, today],
    )
    return rows[0] ?? { all: 0, mine: 0 }
  })
}

function countImports(db: Queryable): Promise<number> {
  return keepShortly(db, 'imports to fix', async () => {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from user_jobs where ${needsFix}`)
    return rows[0]?.n ?? 0
  })
}

function countDeliveries(db: Queryable): Promise<number> {
  return keepShortly(db, 'failed deliveries', async () => {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from webhook_deliveries where state = 'failed'`,
    )
    return rows[0]?.n ?? 0
  })
}
