import { addressOf } from '@/lib/base-path'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import type { LiveEvent } from '@/lib/events/schema'
import { eventsPath, streamTimes, streamWords } from '@/lib/events/values-model'
import { readFeed } from './feed'

const loadEventSchema = lateSchemas(() => import('@/lib/events/schema'))('liveEvent')

export interface ConnectionOptions {
  fetch: typeof fetch
  /** The last received id. With null, only new events are received. */
  after: string | null
  onEvent: (event: LiveEvent, id: string) => void
  /** Called when the stream reports its position without an event. */
  onPlace: (id: string) => void
  /** `ended`: the console will not send this person events any more, and no request follows. */
  onState: (state: 'live' | 'down' | 'ended') => void
  /** Returns a number between 0 and 1. */
  random?: () => number
}

export interface Connection {
  close(): void
  /** Ends the wait for the next try. */
  retry(): void
}

/** The first data normally arrives at once. A console that is starting, or a buffering proxy, takes longer. */
const firstWordMs = 10_000
const silenceMs = 2.7 * streamTimes.beatMs
const pauseMsMax = 60_000
const longLivedMs = 10_000

/**
 * `told`: the stream worked and then ended. `mute`: no data arrived. `ended`: this person may not receive the stream,
 * or not any longer.
 */
type Outcome = 'told' | 'mute' | 'ended'

/**
 * Keeps one event stream open until it is closed. After an interruption it continues where it stopped, with growing
 * delays.
 */
export function connect(options: ConnectionOptions): Connection {
  const { onEvent, onPlace, onState, random = Math.random } = options
  const closed = new AbortController()
  let after = options.after
  let wake: (() => void) | null = null

  /** False when the schema of events could not be loaded. */
  const take = async (id: string, kind: string, data: string): Promise<boolean> => {
    const schema = kind === 'message' ? await loadEventSchema().catch(() => null) : undefined
    if (schema === null) return false
    if (closed.signal.aborted) return true
    // An event that was not read is requested again.
    if (id !== '') after = id
    if (schema === undefined) {
      onPlace(id)
      return true
    }
    const event = schema.safeParse(readJson(data))
    // A newer console may send an event that this page does not know.
    if (event.success) onEvent(event.data, id)
    return true
  }

  const listen = async (): Promise<Outcome> => {
    const over = new AbortController()
    const signal = AbortSignal.any([closed.signal, over.signal])
    let timer = setTimeout(() => over.abort(), firstWordMs)
    let hasWord = false
    try {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
      const response = await options.fetch(addressOf(`${eventsPath}${query}`), {
        // No person causes this request, so it must not keep the session alive.
        headers: { accept: 'text/event-stream', 'x-sightline-activity': 'none' },
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal,
      })
      if (response.status === 401 || response.status === 403) return 'ended'
      if (!response.ok || response.body === null) return 'mute'
      for await (const { id, event, data } of readFeed(response.body)) {
        clearTimeout(timer)
        timer = setTimeout(() => over.abort(), silenceMs)
        if (!hasWord && event !== streamWords.hello) return 'mute'
        if (!hasWord) onState('live')
        hasWord = true
        if (!(await take(id, event, data))) return 'mute'
      }
    } catch {
      // The stream was interrupted or silent, or the console is not reachable.
    } finally {
      clearTimeout(timer)
    }
    return hasWord ? 'told' : 'mute'
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    let failures = 0
    while (!closed.signal.aborted) {
      const startedAt = Date.now()
      const outcome = await listen()
      if (closed.signal.aborted) return
      if (outcome === 'ended') {
        onState('ended')
        return
      }
      // An interrupted stream is usually back within about a second, so it is not reported.
      if (outcome === 'mute') onState('down')
      failures = outcome === 'told' && Date.now() - startedAt >= longLivedMs ? 0 : failures + 1
      // The delay is random, so that pages do not all reconnect at the same time when a console is available again.
      await pause(Math.min(pauseMsMax, 500 * 2 ** failures) * (0.5 + random() / 2))
    }
  }
  void run()

  return {
    close: () => {
      closed.abort()
      wake?.()
    },
    retry: () => wake?.(),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
