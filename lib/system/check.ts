import 'server-only'
import * as z from 'zod'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { operationOf } from '@/lib/service/endpoints'
import { service } from '@/lib/service/instance'
import type { OperationName, RawInput, Service } from '@/lib/service/types'
import { judge, ownerOperation, probes } from './check-probes'
import type { CheckRow, ConnectionCheck } from './schema'

/**
 * Finds out what the token may do by asking. Should change nothing at the service; but some of what it sends are writes, so
 * each run is in the log of activity before it asks, with what was sent and what came of it.
 */
export interface ConnectionChecker {
  /** Of this process; null before the first. */
  last(): ConnectionCheck | null
  /**
   * Asks everything anew, or joins who is asking already.
   * @throws AppError throttled within 10 s of the last one; whatever the log throws, and then nothing was asked
   */
  run(asked: { actor: Pick<Actor, 'userId' | 'name' | 'email'>; requestId: string }): Promise<ConnectionCheck>
}

const everyMs = 10_000
const deadlineMs = 12_000

const ownerAnswer = z.object({
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
})

interface Asked {
  status: number | null
  latencyMs: number
  /** Why there is no answer. */
  trouble: string | null
  bytes: Uint8Array | null
}

export interface CheckerOptions {
  service: () => Pick<Service, 'raw'>
  clock: Clock
  database: () => Promise<Queryable>
}

const askedBy = (operation: OperationName) => `${operationOf(operation).method} ${operationOf(operation).path}`
const writesWithMadeUpIds = probes.flatMap(({ isMadeUp, operation }) => (isMadeUp ? [askedBy(operation)] : []))

export function createConnectionChecker({ service: target, clock, database: open }: CheckerOptions): ConnectionChecker {
  let last: ConnectionCheck | null = null
  let lastAt = -Infinity
  let running: Promise<ConnectionCheck> | null = null

  const ask = async (operation: OperationName, input: RawInput, requestId: string): Promise<Asked> => {
    const startedAt = clock.now()
    const options = { lane: 'person', isFresh: true, deadlineMs, requestId } as const
    try {
      const { status, bytes, stream } = await target().raw(operation, input, options)
      stream?.on('error', () => undefined).destroy()
      return { status, bytes, trouble: null, latencyMs: clock.now() - startedAt }
    } catch (error) {
      const isOurs = error instanceof Error && error.name === 'AppError'
      const given =
        isOurs && 'details' in error ? z.object({ upstreamStatus: z.number() }).safeParse(error.details) : null
      return {
        status: given?.success === true ? given.data.upstreamStatus : null,
        bytes: null,
        trouble: isOurs ? error.message : 'No answer came.',
        latencyMs: clock.now() - startedAt,
      }
    }
  }

  const check = async (personName: string, requestId: string): Promise<ConnectionCheck> => {
    const startedAt = clock.now()
    const [owner, ...answers] = await Promise.all([
      ask(ownerOperation, {}, requestId),
      ...probes.map((probe) => ask(probe.operation, probe.input(), requestId)),
    ])
    const rows = probes.map((probe, at): CheckRow => {
      const { id, permission, operation, isMadeUp, disables } = probe
      const { status, latencyMs, trouble } = answers[at] ?? { status: null, latencyMs: 0, trouble: null }
      const { verdict, found, isInferred, wasTaken } = judge(probe, status, trouble)
      return {
        id,
        permission,
        asked: askedBy(operation),
        isMadeUp,
        verdict,
        found,
        isInferred,
        wasTaken,
        status,
        latencyMs: Math.round(latencyMs),
        disables: [...disables],
      }
    })
    const statuses = [owner, ...answers].map(({ status }) => status)
    return {
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(clock.now() - startedAt),
      askedBy: personName,
      token: readToken(statuses),
      owner: readOwner(owner.bytes),
      rows,
    }
  }

  const checkJournalled: ConnectionChecker['run'] = async ({ actor, requestId }) => {
    const db = await open()
    const activityId = await beginActivity(db, actor, {
      action: 'connection.check',
      objectKind: 'system',
      objectId: null,
      objectName: 'the connection to the service',
      after: { writesWithMadeUpIds },
      requestId,
    })
    try {
      const done = await check(actor.name, requestId)
      const { token, rows } = done
      const answers = rows.map(({ permission, asked, isMadeUp, status, verdict }) => {
        return { permission, asked, isMadeUp, status, verdict }
      })
      const taken = rows.filter(({ wasTaken }) => wasTaken).map(({ found, asked }) => `${found} It was ${asked}.`)
      if (taken.length > 0) log().error({ taken }, 'the service took a write of the connection check')
      await finishActivity(db, activityId, {
        outcome: 'done',
        note: taken.length === 0 ? null : taken.join(' '),
        after: { writesWithMadeUpIds, tokenIs: token, answers },
      })
      return done
    } catch (error) {
      const note = 'The console made a mistake while it asked; its log says more.'
      await finishActivity(db, activityId, { outcome: 'unknown', note }).catch(() => false)
      throw error
    }
  }

  return {
    last: () => last,
    run: (asked) => {
      const waitMs = lastAt + everyMs - clock.now()
      if (running === null && waitMs > 0 && waitMs <= everyMs)
        return Promise.reject(
          new AppError(
            'throttled',
            'The connection was checked a moment ago; its result stands here. Wait before the next.',
            {
              details: { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
            },
          ),
        )
      running ??= checkJournalled(asked)
        .then((done) => {
          last = done
          lastAt = clock.now()
          return done
        })
        .finally(() => {
          running = null
        })
      return running
    },
  }
}

/** Any answer that is not a refusal of the token was given to somebody whom the service knows. */
function readToken(statuses: ReadonlyArray<number | null>): ConnectionCheck['token'] {
  if (statuses.some((status) => status === 403 || (status !== null && status >= 200 && status < 300))) return 'accepted'
  return statuses.includes(401) ? 'refused' : 'unreachable'
}

function readOwner(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  try {
    const { firstname, lastname, email } = ownerAnswer.parse(JSON.parse(new TextDecoder().decode(bytes)))
    const name = [firstname, lastname].filter(Boolean).join(' ').trim()
    return (name === '' ? (email ?? '') : name).slice(0, 200) || null
  } catch {
    // Whose it is, is a courtesy; what it may do stands in the rows.
    return null
  }
}

/** The checker of this process. */
export function connectionChecker(): ConnectionChecker {
  return processWide('connection-check', () => createConnectionChecker({ service, clock: systemClock, database }))
}
