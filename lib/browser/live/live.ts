import { streamTimes, type LiveEvent } from '@/lib/events/schema'
import { connect, type Connection } from './connection'
import { createRecentEvents } from './recent-events'
import type { LiveState } from './state'
import { openTabChannel, type TabMessage } from './tab-channel'

/**
 * One stream of events for all tabs of a browser. The tab that has the lock holds the stream and hands on what comes; when
 * it closes, another one gets the lock and continues after the id that it saw last. Nothing is stored. Where a browser has no
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

/** A tab that holds the stream and is silent for so long is stuck. */
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
  const channelName = `sightline-live-${name}`
  const channel = locks === undefined || open === undefined ? undefined : openTabChannel(open, channelName)
  const gone = new AbortController()
  const recent = createRecentEvents()
  let lastId: string | null = null
  let connection: Connection | null = null
  let leave: (() => void) | null = null
  let state: 'connecting' | 'live' | 'down' = 'connecting'
  let watch: ReturnType<typeof setTimeout> | undefined

  const setState = (next: typeof state) => {
    state = next
    if (!gone.signal.aborted) onState(next)
  }
  const postState = () => {
    if (state !== 'connecting') channel?.post({ kind: 'state', state, id: lastId })
  }

  const stop = () => {
    if (gone.signal.aborted) return
    gone.abort()
    clearTimeout(watch)
    channel?.close()
    connection?.close()
    leave?.()
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
          recent.add({ event, id })
          channel?.post({ kind: 'event', event, id })
          onEvent(event)
        },
        onPlace: (id) => {
          lastId = id
          postState()
        },
        onState: (next) => {
          // Polls find out by themselves that the session is over, and go to sign in.
          setState(next === 'ended' ? 'down' : next)
          postState()
          if (next === 'ended') stop()
        },
      })
    })

  /** What a tab without the stream takes from the one that has it. */
  const follow = (received: TabMessage) => {
    if (received.kind === 'hello' || received.kind === 'end') return
    if (received.kind === 'recent' && received.to !== tabId) return
    clearTimeout(watch)
    watch = setTimeout(() => setState('down'), silenceMs)
    if (received.kind === 'event') onEvent(received.event)
    if (received.kind === 'recent') for (const { event } of received.events) onEvent(event)
    lastId = received.id ?? lastId
    if (received.kind === 'state') setState(received.state)
  }

  const take = (received: TabMessage) => {
    if (received.kind === 'end') {
      setState('down')
      stop()
    } else if (connection === null) follow(received)
    else if (received.kind === 'hello') {
      channel?.post({ kind: 'recent', to: received.from, events: recent.list(lastId), id: lastId })
      postState()
    }
  }

  onState('connecting')
  if (channel === undefined || locks === undefined) void hold()
  else {
    channel.listen(take)
    channel.post({ kind: 'hello', from: tabId })
    locks.request(channelName, { signal: gone.signal }, hold).catch(() => {
      // Gone before its turn came. A browser that refuses locks leaves the tab to its polls.
      if (!gone.signal.aborted) setState('down')
    })
  }

  return {
    stop,
    end: () => {
      channel?.post({ kind: 'end' })
      stop()
    },
    retry: () => connection?.retry(),
  }
}
