import 'server-only'
import { createHmac } from 'node:crypto'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { describeFailure, describeStatus, type PinnedTools, requestPinned } from './pinned'

const timeoutMs = 5_000

/** Headers of a delivery. */
const deliveryHeader = 'x-sightline-delivery'
const timestampHeader = 'x-sightline-timestamp'
const signatureHeader = 'x-sightline-signature'

/** Hex HMAC-SHA256 of `timestamp.body`. The timestamp, in seconds, lets a receiver refuse what was recorded and sent again. */
export const sign = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** How a try ended. `problem` is a server text; null: it was delivered. */
export interface SendResult {
  status: number | null
  problem: string | null
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

/**
 * Sends one delivery: one POST, to the address that was checked, without following redirects, within five seconds for all of
 * it. The answer is not read beyond its status. Never throws.
 */
export async function send(outgoing: Outgoing, { nowMs, ...tools }: SendTools): Promise<SendResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  const timestamp = Math.floor(nowMs / 1_000)
  try {
    const status = await requestPinned(
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
    if (status === null) return { status, problem: serverText('outgoing.failed.private') }
    return { status, problem: describeStatus(status) }
  } catch (error) {
    if (error instanceof AppError) return { status: null, problem: error.message }
    return { status: null, problem: describeFailure(error, signal.aborted ? timeoutMs / 1_000 : null) }
  }
}
