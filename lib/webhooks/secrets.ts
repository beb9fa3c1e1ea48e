import 'server-only'
import { ownLocker, type Locker } from '@/lib/auth/locker'
import type { Clock } from '@/lib/clock'
import type { Database, Queryable } from '@/lib/db/types'
import type { Settings } from '@/lib/env'
import { registerSecret } from '@/lib/log'
import { processWide } from '@/lib/process-wide'

/**
 * What deliveries are signed with: a setting, else what the service gave us, which lies encrypted in the database. A secret
 * never leaves the server and stands in no log.
 */

export interface KnownSecrets {
  /** The one that signs, then the one before; none: nothing can be verified. */
  accepted: readonly string[]
  source: 'setting' | 'service' | 'none'
  /** When the one that signs was fetched; null where it is a setting. */
  since: string | null
  /** Until when the one before is accepted; null where a setting says so, or there is none. */
  previousUntil: string | null
}

/** As long as the service may still send what it signed with the one before: its tries end much sooner. */
export const previousHours = 24

/** Under which subscriptions and secrets are written. */
export const webhookLock = 'webhooks'

const purpose = 'sightline secrets of webhooks'

/** Of this console. */
export function webhookLocker(): Locker {
  return processWide('webhook-locker', () => ownLocker(purpose))
}

interface SecretRow {
  locked: Buffer
  created_at: string
  until: string | null
}

/** What the service gave us: the newest, and the one before while it is accepted. */
async function readRows(db: Queryable): Promise<SecretRow[]> {
  const { rows } = await db.query<SecretRow>(
    `(select locked, created_at, null::timestamptz as until from webhook_secrets
      where retired_at is null order by secret_id desc limit 1)
     union all
     (select locked, created_at, retired_at + interval '${previousHours} hours' from webhook_secrets
      where retired_at > clock_timestamp() - interval '${previousHours} hours' order by retired_at desc, secret_id desc limit 1)`,
  )
  return rows
}

/** The secrets that the database has. Those that another NEXTAUTH_SECRET has locked are as good as none. */
export async function readKeptSecrets(db: Queryable, locker: Locker): Promise<KnownSecrets> {
  const opened = (await readRows(db)).flatMap((row) => {
    const secret = locker.unlock(row.locked)
    if (secret === null) return []
    registerSecret(secret)
    return [{ ...row, secret }]
  })
  const newest = opened.find(({ until }) => until === null)
  return {
    accepted: opened.map(({ secret }) => secret),
    source: opened.length === 0 ? 'none' : 'service',
    since: newest?.created_at ?? null,
    previousUntil: opened.find(({ until }) => until !== null)?.until ?? null,
  }
}

/**
 * Keeps what the service signs with from now on. The one before is accepted for a day. Callers hold `webhookLock` from
 * before they ask the service until this is done.
 * @returns false when it is the one that is known already
 */
export async function keepSecret(db: Queryable, locker: Locker, secret: string): Promise<boolean> {
  registerSecret(secret)
  const { rows } = await db.query<{ locked: Buffer }>(
    `select locked from webhook_secrets where retired_at is null order by secret_id desc limit 1`,
  )
  const [newest] = rows
  if (newest !== undefined && locker.unlock(newest.locked) === secret) return false
  await db.query(
    `with retired as (update webhook_secrets set retired_at = clock_timestamp() where retired_at is null)
     insert into webhook_secrets (locked) values ($1)`,
    [locker.lock(secret)],
  )
  return true
}

/** Forgets what is accepted no more. */
export async function forgetOldSecrets(db: Queryable): Promise<void> {
  await db.query(
    `delete from webhook_secrets where retired_at < clock_timestamp() - interval '${2 * previousHours} hours'`,
  )
}

/** The secrets as the receiver asks for them: for each delivery, and hardly ever at the database. */
export interface SecretSource {
  /** @throws AppError unavailable when the database is away and nothing is known yet */
  read(): Promise<KnownSecrets>
  /** The same, looked up again unless that was a moment ago: another console may have fetched a new one. */
  readAgain(): Promise<KnownSecrets>
  /** There is a new one. */
  forget(): void
}

const freshMs = 10_000
const againMs = 1_000

export function createSecretSource({
  database,
  locker,
  clock,
  settings,
}: {
  database: () => Promise<Database>
  locker: Locker
  clock: Clock
  settings: Pick<Settings['webhooks'], 'secret' | 'previousSecret'>
}): SecretSource {
  const { secret, previousSecret } = settings
  if (secret !== null) {
    const known: KnownSecrets = {
      accepted: previousSecret === null ? [secret] : [secret, previousSecret],
      source: 'setting',
      since: null,
      previousUntil: null,
    }
    const read = () => Promise.resolve(known)
    return { read, readAgain: read, forget: () => undefined }
  }
  let kept: { at: number; value: Promise<KnownSecrets> } | null = null
  const readWithin = (ageMs: number): Promise<KnownSecrets> => {
    const age = kept === null ? Number.POSITIVE_INFINITY : clock.now() - kept.at
    // A clock that was set back makes it old as well.
    if (kept !== null && age >= 0 && age < ageMs) return kept.value
    const value = database().then((db) => readKeptSecrets(db, locker))
    const mine = { at: clock.now(), value }
    kept = mine
    value.catch(() => {
      if (kept === mine) kept = null
    })
    return value
  }
  return {
    read: () => readWithin(freshMs),
    readAgain: () => readWithin(againMs),
    forget: () => {
      kept = null
    },
  }
}
