import 'server-only'
import { once } from 'node:events'
import type { Clock } from '@/lib/clock'
import type { Connection } from './hosts'
import { createQuietClient } from './pool'
import type { DatabaseLog, EventSinks, Listening } from './types'

/** How often the connection is tested. A connection that a firewall dropped looks open for hours. */
const beatMs = 20_000
const answerMs = 10_000
const retryMs = 1_000

export interface ListenOptions {
  connection: Connection
  log: DatabaseLog
  clock: Clock
  channel: string
  ears: EventSinks
}

/**
 * Listens on a separate connection, because connections of the pool are closed from time to time. A lost connection is
 * always restored. Notifications are lost until then, so `missed` is called each time listening begins.
 */
export function listen({ connection, log, clock, channel, ears }: ListenOptions): Listening {
  const stopping = new AbortController()
  const first = new AbortController()
  const ready = once(first.signal, 'abort').then(() => undefined)

  const listenOnce = async (): Promise<void> => {
    const client = createQuietClient({
      ...connection,
      application_name: 'sightline listens',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    const over = new AbortController()
    client.once('end', () => over.abort())
    const isOver = AbortSignal.any([over.signal, stopping.signal])
    try {
      await client.connect()
      client.on('notification', ({ payload }) => ears.heard(payload ?? ''))
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      ears.missed()
      first.abort()
      while (!isOver.aborted) {
        await clock.sleep(beatMs, isOver).catch(() => undefined)
        if (!isOver.aborted) await client.query('select 1')
      }
    } finally {
      // Limits the wait, because `end` never resolves if the server does not respond.
      await Promise.race([client.end(), clock.sleep(retryMs)]).catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        if (!stopping.signal.aborted)
          log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'listening to the database failed')
      }
      await clock.sleep(retryMs, stopping.signal).catch(() => undefined)
    }
  }
  const running = run()
  return {
    ready,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
