import type { Answer } from './answer-handler'
import { ExchangeError, toFailureError, toStatusError } from './errors'
import type { Operation } from './operation'
import type { RawAnswer } from './types'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * A response's JSON by the operation's schema.
 * @throws AppError for every status but success, and for a response with another structure
 */
export function readAnswer(operation: Operation, { status, headers, bytes }: Answer, nowMs: number): unknown {
  if (status >= 300) throw toStatusError(status, headers, bytes, { repeatable: operation.repeatable, nowMs })
  const garbled = (message: string, cause?: unknown) =>
    toFailureError(new ExchangeError('garbled', message, status, { cause }), operation.repeatable)
  let value: unknown = {}
  // A write may have an empty response; an empty response to a read is a lost one.
  if (bytes !== null && bytes.length > 0) {
    try {
      value = JSON.parse(decoder.decode(bytes))
    } catch {
      // The parser's own message quotes the body, so it is dropped.
      throw garbled('The answer is not JSON')
    }
  } else if (operation.repeatable) throw garbled('The answer is empty')
  const parsed = operation.answer.safeParse(value)
  if (!parsed.success)
    throw garbled(
      `The answer has another shape: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    )
  return parsed.data
}

/** Ends the response's stream when the signal aborts. */
export function bindToSignal({ stream }: Pick<RawAnswer, 'stream'>, signal: AbortSignal | undefined): void {
  if (stream === null || signal === undefined) return
  const onAbort = () => stream.destroy(signal.reason instanceof Error ? signal.reason : new Error('The reader left'))
  if (signal.aborted) {
    onAbort()
    return
  }
  signal.addEventListener('abort', onAbort, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', onAbort))
}
