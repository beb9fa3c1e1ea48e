import 'server-only'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Clock, systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { readFreeDisk, smallestFree } from './disk'

const answerWithinMs = 2_000
/** Frequent callers get the last result, because a check costs two writes to the database. */
const keptForMs = 3_000
/** Short, because a starting console becomes ready within a second, and the person who starts it is waiting. */
const failureKeptForMs = 300
/** PostgreSQL writes its log in segments of this size, and stops when there is no space for another. */
const freeBytesMin = 16 * 1024 * 1024
/** The size of the test file. It is a new file, because overwriting a file needs no free space. */
const triedBytes = 4_096

interface Parts {
  database: () => Promise<Pick<Database, 'kind' | 'query' | 'transaction'>>
  dataDir: string
  clock: Clock
  readFree?: typeof readFreeDisk
}

class TakeBack extends Error {}

/** Writes a session as signing in does, and rolls it back. */
async function tryASession(db: Pick<Database, 'transaction'>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await tx.query(
        `insert into sessions (sid, user_id, created_at, last_seen_at, proved_at, address, agent)
         select 'readiness ' || gen_random_uuid(), user_id, now(), now(), now(), '', '' from users limit 1`,
      )
      throw new TakeBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakeBack)) throw error
    })
}

async function tryAFile(dataDir: string): Promise<void> {
  const file = path.join(/* turbopackIgnore: true */ dataDir, `.ready-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, Buffer.alloc(triedBytes), { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

async function tryAll({ database: open, dataDir, readFree = readFreeDisk }: Parts): Promise<void> {
  const db = await open()
  await Promise.all([tryASession(db), tryAFile(dataDir)])
  if (smallestFree(await readFree(db, dataDir)) < freeBytesMin) throw new Error('the disk is full')
}

/**
 * Creates a check that resolves when the console can serve people: sessions and files can be written. An unreachable
 * inspection service does not matter, because pages work without it.
 */
export function createReadiness(parts: Parts): { require(): Promise<void> } {
  let last: { at: number; keptForMs: number; verdict: Promise<void> } | null = null

  const judge = async () => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the database took too long')), answerWithinMs)
    })
    try {
      await Promise.race([tryAll(parts), tooLate])
    } catch (error) {
      throw new AppError('unavailable', serverText('system.notReady'), {
        cause: error,
        details: { retryAfterSeconds: 2 },
      })
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    /** @throws AppError unavailable, without saying what is missing */
    require: () => {
      const now = parts.clock.now()
      if (last === null || now - last.at >= last.keptForMs) {
        const current = { at: now, keptForMs, verdict: judge() }
        current.verdict.catch(() => (current.keptForMs = failureKeptForMs))
        last = current
      }
      return last.verdict
    },
  }
}

/** The readiness check of this process, see `createReadiness`. */
export function requireReady(): Promise<void> {
  return processWide('readiness', () =>
    createReadiness({ database, dataDir: settings().dataDir, clock: systemClock }),
  ).require()
}
