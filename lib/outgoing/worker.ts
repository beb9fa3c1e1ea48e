import 'server-only'
import type { Locker } from '@/lib/auth/locker'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { publishChange } from '@/lib/events/publish'
import { addNotices, readAdminIds } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'
import type { Lookup } from './address'
import { writeMessage } from './message-model'
import { outgoingEvent } from './schema'
import { send, type SendResult } from './send'
import { claimDue, finishTry, type Claimed } from './store'

const pauseMs = 2_000

export interface Sender {
  db: Database
  allow: OutgoingAllow
  lookup: Lookup
  locker: Locker
  publicUrl: string
  nowMs: number
  ca?: string
}

async function sendClaimed(claimed: Claimed, { locker, publicUrl, ...tools }: Sender): Promise<SendResult> {
  const url = locker.unlock(claimed.locked_url)
  const secret = locker.unlock(claimed.locked_secret)
  // Address or secret was encrypted with an earlier NEXTAUTH_SECRET.
  if (url === null || secret === null)
    return { status: null, problem: serverText('outgoing.failed.unreadable'), retryAfterSeconds: null }
  const body = writeMessage(claimed.format, {
    deliveryId: claimed.delivery_id,
    createdAt: claimed.created_at,
    event: outgoingEvent.parse(claimed.event),
    publicUrl,
  })
  return send({ deliveryId: claimed.delivery_id, url, secret, body }, tools)
}

/** Notifies admins once a day for each target whose deliveries fail. */
async function noteFailure(db: Database, claimed: Claimed, problem: string | null): Promise<void> {
  const { rows } = await db.query<{ day: string }>(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`)
  await addNotices(db, [
    {
      userIds: await readAdminIds(db),
      kind: 'trouble',
      cause: `outgoing ${claimed.target_id} ${rows[0]?.day ?? ''}`,
      text: serverText('inbox.notices.outgoingFailed', { target: claimed.target_name }),
      detail: problem,
      target: { kind: 'outgoing', id: null },
    },
  ])
}

/**
 * Sends due deliveries, several at once. If the console is killed between the receiver's response and the commit, the
 * delivery is sent twice, with the same id.
 * @returns how many were tried
 */
export async function sendDue(sender: Sender): Promise<number> {
  const claimed = await claimDue(sender.db)
  await Promise.all(
    claimed.map(async (one) => {
      const result = await sendClaimed(one, sender)
      if ((await finishTry(sender.db, one, result)) === 'failed') await noteFailure(sender.db, one, result.problem)
    }),
  )
  if (claimed.length > 0) publishChange('outgoing', [...new Set(claimed.map((one) => one.target_id))])
  return claimed.length
}

/** Sends deliveries. Several consoles may run this worker, and each may die at any moment. */
export function createOutgoingWorker({
  database,
  clock,
  log,
  ...tools
}: Omit<Sender, 'db' | 'nowMs'> & { database: () => Promise<Database>; clock: Clock; log: DatabaseLog }): Worker {
  return createTurnLoop({
    clock,
    log,
    failed: { turn: 'outgoing webhooks could not be sent', task: 'an outgoing webhook failed' },
    turn: async (signal) => {
      const db = await database()
      while (!signal.aborted && (await sendDue({ ...tools, db, nowMs: clock.now() })) > 0) {
        // Continue until nothing is due.
      }
      return pauseMs
    },
  })
}
