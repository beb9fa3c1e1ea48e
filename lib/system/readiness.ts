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
/** Frequent callers get the last result: a check costs the database two writes. */
const keptForMs = 3_000
/** A console that starts becomes ready within a second, and the person who starts it waits for that. */
const failureKeptForMs = 300
/** PostgreSQL writes its log in pieces of this size, and stops where none fits. */
const freeBytesMin = 16 * 1024 * 1024
/** A new file needs free space; overwriting one does not. */
const triedBytes = 4_096

interface Parts {
  database: () => Promise<Pick<Database, 'kind' | 'query' | 'transaction'>>
  dataDir: string
  clock: Clock
  readFree?: typeof readFreeDisk
}

class TakeBack extends Error {}

/** Writes a session as signing in does, and takes it back. */
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
 * Makes what resolves when the console can serve people: sessions and files can be written. A lost inspection service does
 * not count, since pages work without it.
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

/** As `createReadiness`, for this process. */
export function requireReady(): Promise<void> {
  return processWide('readiness', () =>
    createReadiness({ database, dataDir: settings().dataDir, clock: systemClock }),
  ).require()
}
