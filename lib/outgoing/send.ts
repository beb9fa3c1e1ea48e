import 'server-only'
import { createHmac } from 'node:crypto'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { parseRetryAfter } from '@/lib/service/governor/rate-headers'
import { describeFailure, describeStatus, type PinnedTools, requestPinned } from './pinned'

const timeoutMs = 5_000
/** The longest time, in seconds, by which a target can postpone its deliveries. */
const retryAfterMax = 3_600

/** Names of the headers of a delivery. */
const deliveryHeader = 'x-sightline-delivery'
const timestampHeader = 'x-sightline-timestamp'
const signatureHeader = 'x-sightline-signature'

/** Hex HMAC-SHA256 of `timestamp.body`. The timestamp, in seconds, lets a receiver refuse replayed requests. */
export const sign = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** The outcome of a try. `problem` is a server text; null: the delivery succeeded. */
export interface SendResult {
  status: number | null
  problem: string | null
  /** Seconds that a target wants us to wait after a failed try, at most an hour; null when it does not specify this. */
  retryAfterSeconds: number | null
}

export interface SendTools extends PinnedTools {
  nowMs: number
}

export interface Outgoing {
  deliveryId: string
  url: string
  secret: string
  body: string
}

const failed = (problem: string): SendResult => ({ status: null, problem, retryAfterSeconds: null })

/**
 * Sends one delivery: one POST to the address that was checked, without following redirects, within five seconds in
 * total. Only the status and headers of the response are read. Never throws.
 */
export async function send(outgoing: Outgoing, { nowMs, ...tools }: SendTools): Promise<SendResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timestamp = Math.floor(nowMs / 1_000)
  try {
    const answer = await requestPinned(
      {
        url: outgoing.url,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(outgoing.body),
          [deliveryHeader]: outgoing.deliveryId,
          [timestampHeader]: timestamp,
          [signatureHeader]: sign(outgoing.secret, timestamp, outgoing.body),
        },
        body: outgoing.body,
        signal,
      },
      tools,
    )
    if (answer === null) return failed(serverText('outgoing.failed.private'))
    const problem = describeStatus(answer.status)
    const retryAfterSeconds = problem === null ? null : parseRetryAfter(answer.retryAfter, nowMs, retryAfterMax)
    return { status: answer.status, problem, retryAfterSeconds }
  } catch (error) {
    if (error instanceof AppError) return failed(error.text)
    return failed(describeFailure(error, signal.aborted ? timeoutMs / 1_000 : null))
  }
}
