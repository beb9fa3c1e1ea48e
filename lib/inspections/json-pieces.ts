import 'server-only'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Slices } from '@/lib/report/slices-model'
import { renderJson } from '@/lib/server-text'

/** Characters of JSON per chunk. Small responses have a single chunk. */
const pieceChars = 64 * 1024

/**
 * The JSON of an object without its closing brace, so that members can be appended. Its server texts are written in the
 * reader's language.
 */
export const openObject = (value: object, language: PageLanguage) => renderJson(value, language).slice(0, -1)

/** Writes `head` (an object without its closing brace), lists of JSON texts as its members, and `tail` in chunks. */
export function* joinPieces(
  head: string,
  lists: Readonly<Record<string, readonly string[]>>,
  tail: string,
): Slices<string[]> {
  const pieces: string[] = []
  let piece = head
  for (const [name, values] of Object.entries(lists)) {
    piece += `,"${name}":[`
    for (const [at, value] of values.entries()) {
      piece += at === 0 ? value : `,${value}`
      if (piece.length < pieceChars) continue
      pieces.push(piece)
      piece = ''
      yield
    }
    piece += ']'
  }
  return [...pieces, `${piece}${tail}`]
}

/** A JSON response that is sent in chunks. */
export function answerPieces(pieces: readonly string[]): Response {
  const encoder = new TextEncoder()
  let next = 0
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[next]
      next += 1
      if (piece === undefined) controller.close()
      else controller.enqueue(encoder.encode(piece))
    },
  })
  return new Response(stream, { headers: { 'content-type': 'application/json; charset=utf-8' } })
}
