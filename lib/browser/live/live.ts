import * as z from 'zod'
import { liveEvent, streamTimes, type LiveEvent } from '@/lib/events/schema'
import { connect, type Connection } from './connection'
import type { LiveState } from './state'

/**
 * One stream of events for all tabs of a browser. The tab that has the lock holds the stream and hands on what comes; when
 * it goes, another one gets the lock and goes on after the id that it heard last. Nothing is stored. Where a browser has no
 * locks or no channel (an address without TLS), each tab has a stream of its own.
 */
export interface LiveOptions {
  /** Tabs of one name share: those of one person. */
  name: string
  onEvent: (event: LiveEvent) => void
  onState: (state: LiveState) => void
  /** The browser's own where left out. */
  tools?: Partial<LiveTools>
}

export interface LiveTools {
  fetch: typeof fetch
  locks: Pick<LockManager, 'request'> | undefined
  channel: ((name: string) => BroadcastChannel) | undefined
}

export interface Live {
  /** This tab goes. */
  stop(): void
  /** The person has signed out: the stream ends, whichever tab has it. */
  end(): void
  /** The network is back, or somebody looks: tries at once where it waits. */
  retry(): void
}

const told = z.object({ event: liveEvent, id: z.string() })
const message = z.discriminatedUnion('kind', [
  /** A tab has come. */
  z.object({ kind: z.literal('hello'), from: z.string() }),
  /** For that tab: what was told while it was loading, and where the stream is. */
  z.object({ kind: z.literal('recent'), to: z.string(), events: z.array(told), id: z.string().nullable() }),
  z.object({ kind: z.literal('event'), ...told.shape }),
  /** How the stream is; said again with each sign of life. */
  z.object({ kind: z.literal('state'), state: z.enum(['live', 'down']), id: z.string().nullable() }),
  z.object({ kind: z.literal('end') }),
])
type Message = z.infer<typeof message>

const recentMax = 200
/** Without a word for so long, the tab that has the stream is stuck. */
const silenceMs = 3 * streamTimes.beatMs

function readTools(): LiveTools {
  return {
    fetch: (...given) => fetch(...given),
    locks: typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
  }
}

/** Begins to listen. */
export function startLive({ name, onEvent, onState, tools: given }: LiveOptions): Live {
  const { fetch: ask, locks, channel: open } = { ...readTools(), ...given }
  const tabId = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const channel = locks === undefined ? undefined : open?.(`sightline-live-${name}`)
  const gone = new AbortController()
  let lastId: string | null = null
  let connection: Connection | null = null
  let leave: (() => void) | null = null
  let state: 'connecting' | 'live' | 'down' = 'connecting'
  let recent: Array<z.infer<typeof told> & { at: number }> = []
  let watch: ReturnType<typeof setTimeout> | undefined

  const post = (word: Message) => {
    // A stream that ends late finds the channel closed, which throws.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    if (!gone.signal.aborted) channel?.postMessage(word)
  }
  const setState = (next: typeof state) => {
    state = next
    if (!gone.signal.aborted) onState(next)
  }
  const sayState = () => {
    if (state !== 'connecting') post({ kind: 'state', state, id: lastId })
  }

  const stop = () => {
    if (gone.signal.aborted) return
    gone.abort()
    clearTimeout(watch)
    connection?.close()
    leave?.()
    channel?.close()
  }

  /** Holds the stream until it is over for good. */
  const hold = () =>
    new Promise<void>((resolve) => {
      leave = resolve
      clearTimeout(watch)
      connection = connect({
        fetch: ask,
        after: lastId,
        onEvent: (event, id) => {
          lastId = id
          const now = Date.now()
          recent = [...recent.filter(({ at }) => at > now - streamTimes.recentMs), { event, id, at: now }]
          post({ kind: 'event', event, id })
          onEvent(event)
        },
        onPlace: (id) => {
          lastId = id
          sayState()
        },
        onState: (next) => {
          // Polls find out by themselves that the session is over, and go to sign in.
          setState(next === 'ended' ? 'down' : next)
          sayState()
          if (next === 'ended') stop()
        },
      })
    })

  const hear = (word: Message) => {
    if (word.kind === 'end') {
      setState('down')
      stop()
      return
    }
    if (connection !== null) {
      if (word.kind !== 'hello') return
      const since = Date.now() - streamTimes.recentMs
      const events = recent.filter(({ at }) => at > since).map(({ event, id }) => ({ event, id }))
      // More than that is answered by reading everything again.
      const isMany = events.length > recentMax
      const all = { event: { kind: 'reset' as const, ids: null }, id: lastId ?? '' }
      post({ kind: 'recent', to: word.from, events: isMany ? [all] : events, id: lastId })
      sayState()
      return
    }
    if (word.kind === 'hello' || (word.kind === 'recent' && word.to !== tabId)) return
    clearTimeout(watch)
    watch = setTimeout(() => setState('down'), silenceMs)
    if (word.kind === 'state') {
      lastId = word.id ?? lastId
      setState(word.state)
      return
    }
    const events = word.kind === 'event' ? [word] : word.events
    for (const { event } of events) onEvent(event)
    lastId = word.id ?? lastId
  }

  onState('connecting')
  if (channel === undefined || locks === undefined) void hold()
  else {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const word = message.safeParse(data)
      if (word.success && !gone.signal.aborted) hear(word.data)
    })
    post({ kind: 'hello', from: tabId })
    locks.request(`sightline-live-${name}`, { signal: gone.signal }, hold).catch(() => {
      // Gone before its turn came. A browser that refuses locks leaves the tab to its polls.
      if (!gone.signal.aborted) setState('down')
    })
  }

  return {
    stop,
    end: () => {
      post({ kind: 'end' })
      stop()
    },
    retry: () => connection?.retry(),
  }
}
