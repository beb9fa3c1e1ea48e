import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import {
  type ChainLink,
  type ChainStage,
  type ChainSums,
  type EntryParts,
  hashLink,
  makeSalt,
  noHash,
  partsColumn,
  sumParts,
} from './chain'

/** Advisory lock: only its holder adds to the chain. The number is arbitrary, but equal in every console. */
const lockKey = 7_882_410_337
const batch = 500

export interface ChainHead {
  seq: number
  hash: string
}

/** The newest link; `seq` is 0 while the chain is empty. */
export async function readChainHead(db: Queryable): Promise<ChainHead> {
  const { rows } = await db.query<ChainHead>('select seq, hash from activity_chain order by seq desc limit 1')
  return rows[0] ?? { seq: 0, hash: noHash }
}

interface Item {
  activityId: string
  stage: ChainStage
  /** Null when the entry was deleted. */
  parts: EntryParts | null
  hasEnded: boolean
}

/**
 * Adds queued entries to the chain, at most 500 links. Does nothing if another console is adding links, so nobody
 * waits.
 * @returns how many links were added
 */
export function chainQueued(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: locks } = await tx.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lockKey])
    if (locks[0]?.held !== true) return 0
    const { rows } = await tx.query<Item & { queued: number }>(
      `select queued, unchained.activity_id as "activityId", stage, outcome in ('done', 'failed') as "hasEnded", ${partsColumn}
       from (select * from activity_unchained order by queued limit ${batch}) unchained
       left join activity on activity.activity_id = unchained.activity_id order by queued`,
    )
    if (rows.length === 0) return 0
    await append(tx, rows)
    await tx.query('delete from activity_unchained where queued = any($1)', [rows.map(({ queued }) => queued)])
    return rows.length
  })
}

async function append(tx: Queryable, items: readonly Item[]): Promise<void> {
  const { rows } = await tx.query<{ at: string }>('select clock_timestamp() as at')
  const at = rows[0]?.at ?? ''
  const head = await readChainHead(tx)
  let { seq, hash } = head
  const links = items.map(({ activityId, stage, parts, hasEnded }) => {
    seq += 1
    const salt = makeSalt()
    const sums: ChainSums = parts === null ? {} : sumParts(stage, salt, parts, hasEnded)
    const link: ChainLink = { seq, activityId, stage, at, sums }
    hash = hashLink(hash, link)
    return { ...link, salt, hash }
  })
  await tx.query(
    `insert into activity_chain (seq, activity_id, stage, at, salt, sums, hash)
     select * from json_to_recordset($1::json)
       as links (seq bigint, "activityId" uuid, stage text, at timestamptz, salt text, sums json, hash text)`,
    [JSON.stringify(links)],
  )
}

/**
 * Removes personal data from entries and records the removal in the chain. New links replace the sums of earlier links.
 * Their salts are deleted, so that nobody can guess a removed text from its sum.
 * @param assignments the part after `update activity set`; its parameters are `values`, from $2 on
 */
export async function redactEntries(
  tx: Queryable,
  ids: readonly string[],
  assignments: string,
  values: readonly unknown[] = [],
): Promise<void> {
  if (ids.length === 0) return
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  await tx.query(`set local sightline.redacting = 'on'`)
  await tx.query(`update activity set ${assignments} where activity_id = any($1::uuid[])`, [ids, ...values])
  await tx.query(`set local sightline.redacting = 'off'`)
  await tx.query('update activity_chain set salt = null where activity_id = any($1::uuid[]) and salt is not null', [
    ids,
  ])
  // Entries that are not in the chain yet need no such link: they will be chained in their redacted form.
  const { rows } = await tx.query<Item>(
    `select activity.activity_id as "activityId", 'redacted' as stage, ${partsColumn},
       outcome in ('done', 'failed') as "hasEnded"
     from activity where activity_id = any($1::uuid[])
       and exists (select from activity_chain link where link.activity_id = activity.activity_id)
     order by activity_id`,
    [ids],
  )
  await append(tx, rows)
}
