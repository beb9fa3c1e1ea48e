import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import type { newClaim, ReviewClaim } from './schema'
import { claimSeconds } from './values-model'

/**
 * Invariant: at most one tab has the claim of an inspection, by the clock of the database. A claim is only a hint and
 * prevents nobody from marking. The revision of the review protects against conflicting marks.
 */

interface StoredClaim {
  audit_id: string
  user_id: string
  user_name: string
  tab_id: string
  expires_at: string
}

const claimColumns = 'audit_id, user_id, user_name, tab_id, expires_at'

function toClaim(row: StoredClaim, actor: Actor, tabId: string | undefined): ReviewClaim {
  const isMine = row.user_id === actor.userId
  return {
    auditId: auditIdShape.parse(row.audit_id),
    userName: row.user_name,
    isOwn: isMine && row.tab_id === tabId,
    isMine,
    expiresAt: row.expires_at,
  }
}

/** Current claims of some inspections, by inspection id. `tabId` tells which claims belong to the requesting tab. */
export async function readClaims(
  db: Queryable,
  actor: Actor,
  { auditIds, tabId }: { auditIds: readonly string[]; tabId: string | undefined },
): Promise<Map<string, ReviewClaim>> {
  const { rows } = await db.query<StoredClaim>(
    `select ${claimColumns} from review_claims where audit_id = any($1::text[]) and expires_at > clock_timestamp()`,
    [auditIds],
  )
  return new Map(rows.map((row) => [row.audit_id, toClaim(row, actor, tabId)]))
}

async function takeClaim(
  db: Queryable,
  actor: Actor,
  { auditId, tabId, ifFree }: z.output<typeof newClaim>,
): Promise<StoredClaim | undefined> {
  const { rows } = await db.query<StoredClaim>(
    `insert into review_claims as held (audit_id, user_id, user_name, tab_id, expires_at)
     select audit_id, $2, $3, $4, clock_timestamp() + make_interval(secs => ${claimSeconds})
     from inspections where audit_id = $1
     on conflict (audit_id) do update set
       user_id = excluded.user_id, user_name = excluded.user_name, tab_id = excluded.tab_id,
       expires_at = excluded.expires_at
     where not $5::boolean or held.expires_at <= clock_timestamp()
       or (held.user_id = excluded.user_id and held.tab_id = excluded.tab_id)
     returning ${claimColumns}`,
    [auditId, actor.userId, actor.name, tabId, ifFree],
  )
  return rows[0]
}

/** Deletes claims of tabs that closed without releasing them. Rows that are being taken over are skipped. */
async function sweepClaims(db: Queryable): Promise<void> {
  await db.query(
    `delete from review_claims where audit_id in (
       select audit_id from review_claims where expires_at < clock_timestamp() - interval '1 minute'
       limit 100 for update skip locked
     )`,
  )
}

const triesMax = 3

/**
 * Claims an inspection for a tab, or renews its claim, if the inspection is free, its claim has expired or the claim
 * belongs to the tab. With `ifFree` false, the claim is taken over from any owner.
 * @returns the owner afterwards
 * @throws AppError not_found when the index does not know the inspection
 */
export async function claimInspection(
  actor: Actor,
  claim: z.output<typeof newClaim>,
  given?: Queryable,
): Promise<ReviewClaim> {
  const db = given ?? (await database())
  // The other tab's claim may have been released between the two statements, so the claim is tried again.
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const taken = await takeClaim(db, actor, claim)
    if (taken !== undefined) {
      publishChange('review-claims', [claim.auditId])
      await sweepClaims(db)
      return toClaim(taken, actor, claim.tabId)
    }
    const held = await readClaims(db, actor, { auditIds: [claim.auditId], tabId: claim.tabId })
    const theirs = held.get(claim.auditId)
    if (theirs !== undefined) return theirs
    const { rows } = await db.query('select from inspections where audit_id = $1', [claim.auditId])
    if (rows.length === 0) throw new AppError('not_found', serverText('common.inspectionNotFound'))
  }
  throw new AppError('unavailable', serverText('review.claimBusy'))
}

/** Releases the claim of this tab only. */
export async function releaseClaim(
  actor: Actor,
  { auditId, tabId }: { auditId: AuditId; tabId: string },
  given?: Queryable,
): Promise<void> {
  const db = given ?? (await database())
  await db.query('delete from review_claims where audit_id = $1 and user_id = $2 and tab_id = $3', [
    auditId,
    actor.userId,
    tabId,
  ])
  publishChange('review-claims', [auditId])
}
