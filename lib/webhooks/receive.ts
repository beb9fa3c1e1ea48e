import 'server-only'
import { createHash } from 'node:crypto'
import { clientAddress } from '@/lib/access/client-address'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { readBytes } from '@/lib/http/body'
import { createGroupCommit } from '@/lib/background/group-commit'
import { problemResponse } from '@/lib/web/problem'
import { Throttle } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'
import { readPayload, readText, startDelayMs } from './payload'
import type { ReceiverVerdict } from './schema'
import type { SecretSource } from './secrets'
import type { Verdicts } from './verdicts'
import { couldBeGenuine, headerOf, isGenuine, type Verification } from './verify'

/**
 * Invariant: only bodies signed with one of our secrets are stored or processed, and each body is stored once, however
 * often it arrives. The worker of the inbox processes it afterwards.
 */

export interface ReceiverOptions {
  database: () => Promise<Database>
  secrets: SecretSource
  verification: Verification
  verdicts: Verdicts
  clock: Clock
  /** Called after a new delivery was stored. */
  onKept: () => void
}

export interface Receiver {
  /**
   * Answers one delivery: 202 if it is stored, 200 if it is already known, otherwise a problem. Never throws because of
   * what the sender did.
   */
  receive(request: Request, requestId: string): Promise<Response>
}

/** Many times the size of real deliveries, which only reference objects and say little about them. */
export const bodyBytesMax = 256 * 1024

/**
 * Limit of refused requests for one address. A genuine request returns the token that it took, and needs none if its
 * header can be recognized. Behind a proxy on another machine all senders have the proxy's address, and a flood must
 * not shut the service out.
 */
const refusalLimit = { burst: 100, perSecond: 10 }

/** The responses to refused requests. Their texts are for people who set up the webhook and read the service's log. */
const refusals = {
  'not-configured': {
    code: 'unavailable',
    text: serverText('webhooks.notConfigured'),
  },
  'no-signature': { code: 'unauthenticated', text: serverText('webhooks.noSignature') },
  'bad-signature': { code: 'unauthenticated', text: serverText('webhooks.badSignature') },
  'too-large': { code: 'too_large', text: serverText('webhooks.tooLarge', { max: bodyBytesMax }) },
  throttled: { code: 'throttled', text: serverText('webhooks.throttled') },
} as const

interface Delivery {
  digest: string
  /** The columns after the digest, except the last one. */
  values: readonly unknown[]
  isReadable: boolean
  /** Known after the store. */
  isNew: boolean
}

/**
 * Stores deliveries, and notes which of them are new. One statement for new and known bodies, so that the time does not
 * reveal whether the digest existed.
 */
async function insertDeliveries(db: Database, group: readonly Delivery[]): Promise<void> {
  let last = 0
  const next = () => `$${(last += 1)}`
  const rows = group.map(({ values }) => {
    const places = [next(), ...values.map(next)]
    return `(${places.join(', ')}, case when ${next()}::boolean then clock_timestamp() end)`
  })
  const { rows: stored } = await db.query<{ body_digest: string }>(
    `insert into webhook_deliveries
       (body_digest, webhook_id, event_types, triggered_at, triggered_by, resource_type, resource_id, resource_version,
        body, state, due_at, note, handled_at)
     values ${rows.join(', ')} on conflict (body_digest) do nothing returning body_digest`,
    group.flatMap(({ digest, values, isReadable }) => [digest, ...values, !isReadable]),
  )
  const fresh = new Set(stored.map((row) => row.body_digest))
  // Of equal bodies in one group, the first is new.
  for (const delivery of group) delivery.isNew = fresh.delete(delivery.digest)
}

const unreadableNote = serverText('webhooks.unreadableBody')

export function createReceiver(options: ReceiverOptions): Receiver {
  const { secrets, verification, verdicts, clock } = options
  const throttle = new Throttle(clock)
  const header = headerOf(verification)

  /** Deliveries that arrive during a store share the next one, because each store waits for the disk. */
  const commit = createGroupCommit<Delivery>({
    store: async (group) => insertDeliveries(await options.database(), group),
    sizeOf: () => 1,
  })

  /** Stores a genuine body. */
  const keep = async (body: Uint8Array): Promise<ReceiverVerdict> => {
    const read = readPayload(body)
    const delivery: Delivery = {
      digest: createHash('sha256').update(body).digest('hex'),
      values: [
        read?.webhookId ?? null,
        read?.eventTypes ?? [],
        read?.triggeredAt ?? null,
        read?.triggeredBy ?? null,
        read?.resourceType ?? null,
        read?.resourceId ?? null,
        read?.resourceVersion ?? null,
        readText(body),
        read === null ? 'unreadable' : 'waiting',
        new Date(clock.now() + (read === null ? 0 : startDelayMs(read))),
        read === null ? unreadableNote : null,
      ],
      isReadable: read !== null,
      isNew: false,
    }
    await commit.add(delivery)
    if (!delivery.isNew) return 'repeated'
    return read === null ? 'unreadable' : 'accepted'
  }

  const verify = async (value: string, body: Uint8Array): Promise<boolean> => {
    const known = await secrets.read()
    if (isGenuine(verification, { value, body }, known.accepted)) return true
    const newest = await secrets.readAgain()
    return newest !== known && isGenuine(verification, { value, body }, newest.accepted)
  }

  /** Returns the verdict of a request, and its body when it is genuine. */
  const judge = async (request: Request): Promise<Uint8Array | keyof typeof refusals> => {
    const { accepted } = await secrets.read()
    // Without a known secret nothing is accepted.
    if (accepted.length === 0) return 'not-configured'
    const value = request.headers.get(header)
    if (value === null || value === '') return 'no-signature'
    try {
      const body = await readBytes(request, bodyBytesMax)
      return (await verify(value, body)) ? body : 'bad-signature'
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_large') return 'too-large'
      throw error
    }
  }

  return {
    receive: async (request, requestId) => {
      const address = clientAddress(request.headers)
      // The response is created directly, because one log line for each refusal would let a flood fill the log.
      const refuse = (verdict: keyof typeof refusals, retryAfterSeconds?: number): Response => {
        verdicts.refuse(verdict, address)
        // Cancels the unread rest of the body instead of waiting for it.
        if (!request.bodyUsed) request.body?.cancel().catch(() => undefined)
        const { code, text } = refusals[verdict]
        const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
        return problemResponse(new AppError(code, text, { details }), requestId)
      }
      const waitSeconds = throttle.take(address, refusalLimit)
      const mayBeGenuine = couldBeGenuine(verification, request.headers.get(header))
      const judged = waitSeconds > 0 && !mayBeGenuine ? 'throttled' : await judge(request)
      if (typeof judged === 'string')
        return waitSeconds > 0 ? refuse('throttled', Math.max(1, Math.ceil(waitSeconds))) : refuse(judged)
      if (waitSeconds === 0) throttle.giveBack(address, refusalLimit)
      const verdict = await keep(judged)
      verdicts.count(verdict)
      if (verdict !== 'repeated') options.onKept()
      return Response.json({ verdict }, { status: verdict === 'repeated' ? 200 : 202 })
    },
  }
}
