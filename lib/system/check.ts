import 'server-only'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { renderText, serverText } from '@/lib/server-text'
import { runProbes, writesWithMadeUpIds } from './check-run'
import type { ConnectionCheck } from './schema'

/**
 * Finds out what the token may do by sending requests. They should change nothing at the service, but some are writes.
 * So each run is in the activity log before it starts, with the requests and their outcome.
 */
export interface ConnectionChecker {
  /** The last check by any console; null before the first. */
  last(): Promise<ConnectionCheck | null>
  /**
   * Starts a check, or joins a running one.
   * @throws AppError throttled within 10 s of the last check; any error of the log, and then nothing was sent
   */
  run(asked: CheckRequest): Promise<ConnectionCheck>
}

export interface CheckRequest {
  actor: Pick<Actor, 'userId' | 'name' | 'email'>
  requestId: string
}

export interface CheckerOptions {
  service: () => Pick<Service, 'raw'>
  clock: Clock
  database: () => Promise<Queryable>
}

const everyMs = 10_000

/** Starts the entry in the activity log, runs the probes, and finishes the entry. */
async function checkJournalled(
  { service: target, clock, database: open }: CheckerOptions,
  { actor, requestId }: CheckRequest,
): Promise<ConnectionCheck> {
  const db = await open()
  const activityId = await beginActivity(db, actor, {
    action: 'connection.check',
    objectKind: 'system',
    objectId: null,
    objectName: 'connection to SafetyCulture',
    after: { writesWithMadeUpIds },
    requestId,
  })
  try {
    const done = await runProbes(actor.name, { service: target, clock, requestId })
    const { token, rows } = done
    const answers = rows.map(({ permission, asked, isMadeUp, status, verdict }) => {
      return { permission, asked, isMadeUp, status, verdict }
    })
    const taken = rows
      .filter(({ wasTaken }) => wasTaken)
      .map(({ found, asked }) => serverText('system.check.taken', { found, operation: asked }))
    if (taken.length > 0)
      log().error({ taken: taken.map((text) => renderText(text)) }, 'the service took a write of the connection check')
    await finishActivity(db, activityId, {
      outcome: 'done',
      note: taken.length === 0 ? null : taken.join(' '),
      after: { writesWithMadeUpIds, tokenIs: token, answers },
    })
    return done
  } catch (error) {
    await finishActivity(db, activityId, { outcome: 'unknown', note: serverText('common.mistake') }).catch(() => false)
    throw error
  }
}

async function storeLast(db: Queryable, check: ConnectionCheck): Promise<void> {
  await db.query(
    'insert into connection_check (result) values ($1) on conflict (is_last) do update set result = excluded.result',
    [JSON.stringify(check)],
  )
}

async function readLast(db: Queryable): Promise<ConnectionCheck | null> {
  const { rows } = await db.query<{ result: ConnectionCheck }>('select result from connection_check')
  return rows[0]?.result ?? null
}

export function createConnectionChecker(options: CheckerOptions): ConnectionChecker {
  const { clock } = options
  let lastAt = -Infinity
  let running: Promise<ConnectionCheck> | null = null

  const check = async (asked: CheckRequest): Promise<ConnectionCheck> => {
    const done = await checkJournalled(options, asked)
    lastAt = clock.now()
    await storeLast(await options.database(), done)
    return done
  }

  return {
    last: async () => readLast(await options.database()),
    run: (asked) => {
      const waitMs = lastAt + everyMs - clock.now()
      if (running === null && waitMs > 0 && waitMs <= everyMs)
        return Promise.reject(
          new AppError('throttled', serverText('system.check.recently'), {
            details: { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
          }),
        )
      running ??= check(asked).finally(() => {
        running = null
      })
      return running
    },
  }
}

/** The checker of this process. */
export function connectionChecker(): ConnectionChecker {
  return processWide('connection-check', () => createConnectionChecker({ service, clock: systemClock, database }))
}
