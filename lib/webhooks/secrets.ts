import 'server-only'
import { ownLocker, type Locker } from '@/lib/auth/locker'
import type { Clock } from '@/lib/clock'
import type { Database, Queryable } from '@/lib/db/types'
import type { Settings } from '@/lib/env'
import { registerSecret } from '@/lib/log'
import { processWide } from '@/lib/process-wide'

/**
 * The secrets that sign deliveries: a setting, or otherwise the secret that the service gave us, which is stored
 * encrypted in the database. A secret never leaves the server and is never logged.
 */

export interface KnownSecrets {
  /** The signing secret, then the previous one; if empty, nothing can be verified. */
  accepted: readonly string[]
  source: 'setting' | 'service' | 'none'
  /** When the signing secret was fetched; null for a setting. */
  since: string | null
  /**
   * Until when the previous secret is accepted; null when a setting defines the secret, or there is no previous secret.
   */
  previousUntil: string | null
}

/** Longer than the service retries deliveries that it signed with the previous one. */
export const previousHours = 24

/** The lock under which subscriptions and secrets are written. */
export const webhookLock = 'webhooks'

const purpose = 'sightline secrets of webhooks'

/** The locker that encrypts the secrets of this console. */
export function webhookLocker(): Locker {
  return processWide('webhook-locker', () => ownLocker(purpose))
}

interface SecretRow {
  locked: Buffer
  created_at: string
  until: string | null
}

/** The secrets from the service: the newest, and the previous one while it is accepted. */
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

/** The secrets in the database. Those encrypted with another NEXTAUTH_SECRET do not count. */
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
 * Stores the secret with which the service signs from now on. The previous secret is accepted for a day. Callers must
 * hold `webhookLock` from before their request to the service until this is done.
 * @returns false when the secret is already known
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

/** Deletes secrets that are no longer accepted. */
export async function forgetOldSecrets(db: Queryable): Promise<void> {
  await db.query(
    `delete from webhook_secrets where retired_at < clock_timestamp() - interval '${2 * previousHours} hours'`,
  )
}

/** The secrets for the receiver, which needs them for each delivery but rarely reads the database. */
export interface SecretSource {
  /** @throws AppError unavailable when the database is down and nothing is known yet */
  read(): Promise<KnownSecrets>
  /** The same, but at most a moment old, because another console may have fetched a new secret. */
  readAgain(): Promise<KnownSecrets>
  /** Call it when there is a new secret. */
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
    // After the clock was set back, the age is negative, and the secrets are read again.
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
