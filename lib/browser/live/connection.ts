import { eventsPath, liveEvent, streamTimes, streamWords, type LiveEvent } from '@/lib/events/schema'
import { readFeed } from './feed'

export interface ConnectionOptions {
  fetch: typeof fetch
  /** The id that was had last; null begins with what is new. */
  after: string | null
  onEvent: (event: LiveEvent, id: string) => void
  /** The stream said where it is, without an event. */
  onPlace: (id: string) => void
  /** `ended`: the console will not tell this person anything any more, and it is not asked again. */
  onState: (state: 'live' | 'down' | 'ended') => void
  /** Between 0 and 1. */
  random?: () => number
}

export interface Connection {
  close(): void
  /** Tries at once, where it waits for the next try. */
  retry(): void
}

/** The first word comes at once; a console that is starting, or a proxy that gathers, lets one wait longer. */
const firstWordMs = 10_000
const silenceMs = 2.7 * streamTimes.beatMs
const pauseMsMax = 60_000
const longLivedMs = 10_000

/** `told`: it worked, and ended. `mute`: nothing came. `ended`: not for this person (any more). */
type Outcome = 'told' | 'mute' | 'ended'

/** Keeps one stream of events open: again from where it broke off, sooner or later, until it is closed. */
export function connect(options: ConnectionOptions): Connection {
  const { onEvent, onPlace, onState, random = Math.random } = options
  const closed = new AbortController()
  let after = options.after
  let wake: (() => void) | null = null

  const take = (id: string, kind: string, data: string) => {
    if (id !== '') after = id
    if (kind !== 'message') {
      onPlace(id)
      return
    }
    const event = liveEvent.safeParse(readJson(data))
    // A newer console may tell what this page has no word for.
    if (event.success) onEvent(event.data, id)
  }

  const listen = async (): Promise<Outcome> => {
    const over = new AbortController()
    const signal = AbortSignal.any([closed.signal, over.signal])
    let timer = setTimeout(() => over.abort(), firstWordMs)
    let hasWord = false
    try {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
      const response = await options.fetch(`${eventsPath}${query}`, {
        // Nobody does this by hand: it must not keep the session alive.
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
        take(id, event, data)
      }
    } catch {
      // Broken off, silent, or no console there.
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
      // A stream that breaks off goes on within a second or so, and nobody needs to know.
      if (outcome === 'mute') onState('down')
      failures = outcome === 'told' && Date.now() - startedAt >= longLivedMs ? 0 : failures + 1
      // Not all at the same time, when a console comes back.
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
