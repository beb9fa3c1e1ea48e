import 'server-only'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { processWide } from '@/lib/process-wide'
import { eventsPath } from './schema'

/**
 * Next hands handlers no socket, and waits for a reader that has stopped reading as long as its connection lasts: for ever.
 * Node announces every request before anyone sees it; there we name those for events, over whatever a client put there, so
 * that one that does not read can be cut off.
 */
export const streamHeader = 'x-sightline-stream'

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
}

/** Answers to requests for events, by the name that their request was given. Watching begins with the first call. */
function answers(): Map<string, ServerResponse> {
  return processWide('event-streams', () => {
    const open = new Map<string, ServerResponse>()
    subscribe('http.server.request.start', (message) => {
      // Node documents this shape for the channel.
      const { request, response } = message as RequestStart
      if (request.url?.startsWith(eventsPath) !== true) return
      const name = randomUUID()
      request.headers[streamHeader] = name
      open.set(name, response)
      response.once('close', () => open.delete(name))
    })
    return open
  })
}

/** Called once at boot, before the server listens or after. */
export function watchEventStreams(): void {
  answers()
}

/** Ends a connection whatever waits in it. Nothing happens where it is gone already. */
export function cutOff(name: string | null): void {
  if (name !== null) answers().get(name)?.destroy()
}
