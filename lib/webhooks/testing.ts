import { createHmac } from 'node:crypto'
import { createLocker } from '@/lib/auth/locker'
import { systemClock, type Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { createReceiver, type Receiver } from './receive'
import type { ReceiverVerdict } from './schema'
import { createSecretSource, type SecretSource } from './secrets'
import { createVerdicts, type Verdicts } from './verdicts'
import type { Verification } from './verify'

/** Deliveries as the service creates them, and a receiver for them, for tests. */

export const testSecret = 'a-secret-of-webhooks-for-tests'
export const testLocker = createLocker('a secret that is only in tests, of 32 bytes', 'webhooks in tests')

export interface TestDelivery {
  id: string
  /** Names of events without prefix, from general to specific. */
  kinds?: readonly string[]
  modifyTime?: string | null
  triggeredAt?: string
  type?: string
}

/** A body of version 3.0.0 (service.md 8). */
export function makeBody({
  id,
  kinds = ['INSPECTION', 'INSPECTION_METADATA'],
  modifyTime = null,
  triggeredAt = '2026-06-01T00:00:00Z',
  type = 'INSPECTION',
}: TestDelivery): string {
  return JSON.stringify({
    webhook_id: 'webhook_1',
    version: '3.0.0',
    event: {
      date_triggered: triggeredAt,
      event_types: kinds.map((kind) => `TRIGGER_EVENT_${kind}`),
      triggered_by: { user: 'user_1', organization: 'org_1' },
    },
    resource: { id, type },
    data: { event: {}, details: { inspection_id: id, ...(modifyTime === null ? {} : { modify_time: modifyTime }) } },
  })
}

export function sign(body: string | Uint8Array, secret = testSecret): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** A request as it arrives; signed with `testSecret` unless other headers are given. */
export function makeRequest(body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>): Request {
  return new Request('http://127.0.0.1:3000/api/webhooks/service', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers ?? { 'x-safetyculture-signature': sign(body) }) },
    body,
  })
}

export interface TestDoor {
  receiver: Receiver
  secrets: SecretSource
  verdicts: Verdicts
  /** Sends a request to the receiver and returns its response. */
  send(request: Request): Promise<{ status: number; verdict: ReceiverVerdict | null }>
}

export function openDoor(
  db: Database,
  options: {
    secret?: string | null
    previousSecret?: string | null
    verification?: Verification
    clock?: Clock
    onKept?: () => void
  } = {},
): TestDoor {
  const { secret = testSecret, previousSecret = null, clock = systemClock } = options
  const database = () => Promise.resolve(db)
  const secrets = createSecretSource({ database, locker: testLocker, clock, settings: { secret, previousSecret } })
  const verdicts = createVerdicts(clock)
  const receiver = createReceiver({
    database,
    secrets,
    verification: options.verification ?? { scheme: 'hmac-sha256', header: 'x-webhook-secret' },
    verdicts,
    clock,
    onKept: options.onKept ?? (() => undefined),
  })
  return {
    receiver,
    secrets,
    verdicts,
    send: async (request) => {
      const response = await receiver.receive(request, 'request-1')
      const answer = (await response.json()) as { verdict?: ReceiverVerdict }
      return { status: response.status, verdict: answer.verdict ?? null }
    },
  }
}
