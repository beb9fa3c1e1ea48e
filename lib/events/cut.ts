import 'server-only'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '@/lib/base-path'
import { processWide } from '@/lib/process-wide'
import { eventsPath } from './values-model'

/**
 * Next gives handlers no socket, and waits for a stalled reader as long as its connection lasts, possibly forever. Node
 * announces every request before any other code sees it. There we give each request for events an id, replacing
 * whatever a client sent, so that a stalled connection can be closed.
 */
export const streamHeader = 'x-sightline-stream'

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
}

/** Responses to requests for events, by the id that each request was given. Watching begins with the first call. */
function answers(): Map<string, ServerResponse> {
  return processWide('event-streams', () => {
    const open = new Map<string, ServerResponse>()
    subscribe('http.server.request.start', (message) => {
      // Node documents this shape for the channel.
      const { request, response } = message as RequestStart
      if (request.url?.startsWith(addressOf(eventsPath)) !== true) return
      const name = randomUUID()
      request.headers[streamHeader] = name
      open.set(name, response)
      response.once('close', () => open.delete(name))
    })
    return open
  })
}

/** Called once at boot, before or after the server starts to listen. */
export function watchEventStreams(): void {
  answers()
}

/** Closes a connection even if data waits in it. Does nothing if it is closed already. */
export function cutOff(name: string | null): void {
  if (name !== null) answers().get(name)?.destroy()
}
