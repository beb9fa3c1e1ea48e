import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { answerJson, type Answer } from './answers'
import type { FaultAction } from './faults'
import { familyOf, Refusal, refusalBody } from './refusals'

/** Applies the faults that come before the request takes effect. Returns false when no response will be sent. */
export async function passFaults(faults: readonly FaultAction[], response: ServerResponse): Promise<boolean> {
  for (const fault of faults) {
    if (fault.kind === 'delay') {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, fault.ms)
        response.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    if (fault.kind === 'hold' && !fault.cleared.aborted)
      await Promise.race([once(fault.cleared, 'abort'), once(response, 'close')])
    if (fault.kind === 'reset' && fault.when === 'before') {
      response.socket?.resetAndDestroy()
      return false
    }
    if (fault.kind === 'status' && fault.when === 'before') {
      throw refuseAs(fault)
    }
  }
  return true
}

/** The response for a fault that sets a status. */
export function refuseAs({ status, retryAfter }: Extract<FaultAction, { kind: 'status' }>): Refusal {
  const message = status === 429 ? 'Too Many Requests' : 'An internal server error occurred'
  return new Refusal(status, message, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

/** An error in the dialect of the path. */
export function toAnswer(error: unknown, rawPath: string): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'An internal server error occurred')
  const answer = answerJson(refusalBody(familyOf(rawPath), refusal.status, refusal.message), refusal.status)
  return { ...answer, headers: { ...answer.headers, ...refusal.headers } }
}
