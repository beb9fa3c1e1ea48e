import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import { type ChainLink, type EntryParts, hashLink, noHash, partsColumn, sumPart } from './chain'
import type { ChainHead } from './chain-store'

/** What is wrong with the log. */
export interface LogFinding {
  kind: 'changed' | 'missing' | 'inserted' | 'broken'
  text: string
}

export interface VerifiedLog {
  links: number
  /** Entries that were written in the last moments and are not chained yet. */
  waiting: number
  head: ChainHead
  findings: LogFinding[]
}

const batch = 1_000
const findingsMax = 100

interface StoredLink extends ChainLink {
  hash: string
  salt: string | null
  parts: EntryParts | null
  isReplaced: boolean
}

/**
 * Reads the whole chain and every entry, and reports the differences.
 * @param known a head from outside the database, such as from the process log; it reveals a truncated or recreated log
 */
export function verifyLog(db: Database, known: ChainHead | null = null): Promise<VerifiedLog> {
  return db.transaction(
    async (tx) => {
      const findings: LogFinding[] = []
      const find = (kind: LogFinding['kind'], text: string) => {
        if (findings.length < findingsMax) findings.push({ kind, text })
      }
      let head: ChainHead = { seq: 0, hash: noHash }
      let knownHash: string | null = null
      let last = -1
      for (;;) {
        const links = await readLinks(tx, last)
        for (const link of links) {
          checkLink(link, head, find)
          checkEntry(link, find)
          if (link.seq === known?.seq) knownHash = link.hash
          head = { seq: link.seq, hash: link.hash }
          last = link.seq
        }
        if (links.length < batch) break
      }
      if (known !== null && known.seq > 0 && knownHash !== known.hash)
        find(
          'broken',
          `The chain does not contain the head ${known.seq}:${known.hash}: it was truncated or created again.`,
        )
      await findUnchained(tx, find)
      const { rows } = await tx.query<{ count: number }>('select count(*)::int as count from activity_unchained')
      return { links: head.seq, waiting: rows[0]?.count ?? 0, head, findings }
    },
    { setup: 'set transaction isolation level repeatable read, read only' },
  )
}

type Find = (kind: LogFinding['kind'], text: string) => void

async function readLinks(tx: Queryable, after: number): Promise<StoredLink[]> {
  const { rows } = await tx.query<StoredLink>(
    `select link.seq, link.activity_id as "activityId", link.stage, link.at, link.sums, link.hash, link.salt, ${partsColumn},
       exists (select from activity_chain later where later.activity_id = link.activity_id and later.seq > link.seq
         and later.stage = 'redacted') as "isReplaced"
     from (select * from activity_chain where seq > $1 order by seq limit ${batch}) link
     left join activity on activity.activity_id = link.activity_id order by link.seq`,
    [after],
  )
  return rows
}

function checkLink(link: StoredLink, previous: ChainHead, find: Find): void {
  if (link.seq !== previous.seq + 1) find('missing', `Links ${previous.seq + 1} to ${link.seq - 1} are missing.`)
  else if (hashLink(previous.hash, link) !== link.hash)
    find('broken', `Link ${link.seq} (entry ${link.activityId}) does not follow from the one before it.`)
}

function checkEntry({ seq, activityId, salt, parts, sums, isReplaced }: StoredLink, find: Find): void {
  if (parts === null) return find('missing', `Entry ${activityId} (link ${seq}) is missing.`)
  if (salt === null) {
    if (!isReplaced) find('changed', `Entry ${activityId} (link ${seq}) cannot be checked: its salt is missing.`)
    return
  }
  const changed = Object.entries(sums)
    .filter(([name, sum]) => sumPart(salt, name, parts[name as keyof EntryParts] ?? '') !== sum)
    .map(([name]) => name)
  if (changed.length > 0) find('changed', `Entry ${activityId} (link ${seq}) was changed: ${changed.join(', ')}.`)
}

/** Finds entries and outcomes that are neither in the chain nor queued for it. */
async function findUnchained(tx: Queryable, find: Find): Promise<void> {
  const { rows } = await tx.query<{ activity_id: string; stage: 'begun' | 'ended' }>(
    `select activity.activity_id, wanted.stage
     from activity cross join (values ('begun'), ('ended')) wanted (stage)
     where (wanted.stage = 'begun' or activity.outcome in ('done', 'failed'))
       and not exists (select from activity_chain link where link.activity_id = activity.activity_id
         and link.stage = wanted.stage)
       and not exists (select from activity_unchained queued where queued.activity_id = activity.activity_id
         and queued.stage = wanted.stage)
     limit ${findingsMax}`,
  )
  for (const { activity_id: id, stage } of rows)
    if (stage === 'begun') find('inserted', `Entry ${id} was inserted: no link has it.`)
    else find('changed', `Entry ${id} was changed: no link has its outcome.`)
}
