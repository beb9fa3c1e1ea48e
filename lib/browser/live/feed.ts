/** One message of a stream of server-sent events. */
export interface FeedMessage {
  /** The last id that the stream gave; empty before the first. */
  id: string
  /** `message` when the stream gives no name. */
  event: string
  data: string
}

const lineCharsMax = 1_000_000

/**
 * Reads text/event-stream as browsers do: chunks split anywhere, any line ending, comments ignored. EventSource itself
 * reports neither why a stream failed nor that it is silent, and it cannot mark a request as automatic.
 */
export async function* readFeed(body: ReadableStream<Uint8Array>): AsyncGenerator<FeedMessage, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let [id, event, data] = ['', '', '']
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line ending.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      if (rest.length > lineCharsMax) throw new Error('the stream has a line without end')
      for (const line of lines) {
        if (line === '') {
          if (data !== '') yield { id, event: event === '' ? 'message' : event, data: data.slice(0, -1) }
          event = ''
          data = ''
          continue
        }
        const [, name, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
        if (name === 'data') data += `${text}\n`
        else if (name === 'event') event = text
        else if (name === 'id' && !text.includes('\0')) id = text
      }
    }
  } finally {
    await reader.cancel().catch(() => null)
  }
}
