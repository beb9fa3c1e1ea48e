import { ownName } from '@/lib/base-path'
import type { LiveEvent } from '@/lib/events/schema'
import { streamTimes } from '@/lib/events/values-model'
import { connect, type Connection } from './connection'
import { createRecentEvents } from './recent-events'
import type { LiveState } from './state'
import { openTabChannel } from './tab-channel'
import type { TabMessage } from './tab-schema'

/**
 * One event stream for all tabs of a browser. The tab with the lock holds the stream and forwards its events. When that
 * tab closes, another one gets the lock and continues after the last id it saw. Nothing is stored. A browser without
 * locks or a channel (at an address without TLS) opens one stream for each tab.
 */
export interface LiveOptions {
  /** The tabs with the same name share a stream. They belong to one person. */
  name: string
  onEvent: (event: LiveEvent) => void
  onState: (state: LiveState) => void
  /** Replacements for the browser's own tools. */
  tools?: Partial<LiveTools>
}

export interface LiveTools {
  fetch: typeof fetch
  locks: Pick<LockManager, 'request'> | undefined
  channel: ((name: string) => BroadcastChannel) | undefined
}

export interface Live {
  /** Call it when this tab closes. */
  stop(): void
  /** Call it when the person has signed out: the stream ends, no matter which tab has it. */
  end(): void
  /** Call it when the network is available again or the page became visible: retries at once instead of waiting. */
  retry(): void
}

/** A tab that holds the stream and is silent for this long is stuck. */
const silenceMs = 3 * streamTimes.beatMs

function readTools(): LiveTools {
  return {
    fetch: (...given) => fetch(...given),
    locks: typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
  }
}

/** Starts listening. */
export function startLive({ name, onEvent, onState, tools: given }: LiveOptions): Live {
  const { fetch: ask, locks, channel: open } = { ...readTools(), ...given }
  const tabId = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const channelName = ownName(`sightline-live-${name}`)
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

  /** Holds the stream until it ends permanently. */
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
          // Polls will notice that the session is over, and open the sign-in page.
          setState(next === 'ended' ? 'down' : next)
          postState()
          if (next === 'ended') stop()
        },
      })
    })

  /** What a tab without the stream receives from the one that has it. */
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
      // The tab was closed before it got the lock. When a browser refuses locks, the tab uses polling.
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
