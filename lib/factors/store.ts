import 'server-only'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import type { Passkey } from './schema'

/** The stored factors of a person. */
export interface StoredFactors {
  userId: string
  email: string
  name: string
  role: 'viewer' | 'editor' | 'admin'
  /** Whether the person has a password and may sign in with it. */
  hasPassword: boolean
  /** The encrypted secret; null unless codes are required. */
  totpSecret: Buffer | null
  totpSince: string | null
  passkeyCount: number
  recoveryCodesLeft: number
}

/** The stored factors of a person; null when the person does not exist or is disabled. */
export async function readStoredFactors(db: Queryable, userId: string): Promise<StoredFactors | null> {
  const { rows } = await db.query<StoredFactors>(
    `select user_id as "userId", email, name, role, password_hash is not null and ($2 or ${isEmergencyAdmin}) as "hasPassword",
            case when totp_confirmed_at is not null then totp_secret end as "totpSecret", totp_confirmed_at as "totpSince",
            (select count(*) from passkeys where passkeys.user_id = users.user_id) as "passkeyCount",
            (select count(*) from recovery_codes
              where recovery_codes.user_id = users.user_id and used_at is null) as "recoveryCodesLeft"
       from users where user_id = $1 and disabled_at is null and kind = 'person'`,
    [userId, settings().isPasswordSignInOn],
  )
  return rows[0] ?? null
}

/** Whether a password alone no longer signs this person in. */
export function hasFactor({ totpSecret, passkeyCount }: Pick<StoredFactors, 'totpSecret' | 'passkeyCount'>): boolean {
  return totpSecret !== null || passkeyCount > 0
}

/** Locks a person's row until the transaction ends, so that changes of their factors happen one after another. */
export async function lockFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select from users where user_id = $1 for update', [userId])
}

/** Stores a confirmed secret, and marks the code of `step` as used. */
export async function storeTotp(
  tx: Queryable,
  userId: string,
  { secret, step, at }: { secret: Buffer; step: number; at: string },
): Promise<void> {
  await tx.query('update users set totp_secret = $2, totp_confirmed_at = $4, totp_last_step = $3 where user_id = $1', [
    userId,
    secret,
    step,
    at,
  ])
}

/** Marks the code of a time step as used. False: it or a later one was used before. */
export async function spendTotpStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update users set totp_last_step = $2
     where user_id = $1 and totp_confirmed_at is not null and (totp_last_step is null or totp_last_step < $2)`,
    [userId, step],
  )
  return rowCount === 1
}

export async function deleteTotp(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where user_id = $1',
    [userId],
  )
}

/** Replaces all recovery codes. */
export async function storeRecoveryCodes(tx: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    [...hashes],
  ])
}

/** Marks a recovery code as used. False: no code has this hash, or it was used before. */
export async function spendRecoveryHash(db: Queryable, userId: string, hash: Buffer, at: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hash, at],
  )
  return rowCount === 1
}

export async function deleteRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
}

/** A passkey with the fields that are needed to check it. */
export interface StoredPasskey {
  credentialId: string
  userId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

const storedColumns = `credential_id as "credentialId", user_id as "userId", public_key as "publicKey", counter, transports`

export async function findPasskey(db: Queryable, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await db.query<StoredPasskey>(
    `select ${storedColumns} from passkeys join users using (user_id)
     where credential_id = $1 and disabled_at is null and kind = 'person'`,
    [credentialId],
  )
  return rows[0] ?? null
}

export async function listStoredPasskeys(db: Queryable, userId: string): Promise<StoredPasskey[]> {
  const { rows } = await db.query<StoredPasskey>(
    `select ${storedColumns} from passkeys where user_id = $1 order by created_at`,
    [userId],
  )
  return rows
}

export async function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select credential_id as "credentialId", name, created_at as "createdAt", last_used_at as "lastUsedAt",
            is_backed_up as "isBackedUp"
       from passkeys where user_id = $1 order by created_at, credential_id`,
    [userId],
  )
  return rows
}

/** Stores a passkey. @returns false when a passkey with this id already exists for any person */
export async function insertPasskey(
  tx: Queryable,
  passkey: Omit<StoredPasskey, 'publicKey'> & { publicKey: Uint8Array; name: string; isBackedUp: boolean; at: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into passkeys (credential_id, user_id, name, public_key, counter, transports, is_backed_up, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
    [
      passkey.credentialId,
      passkey.userId,
      passkey.name,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.isBackedUp,
      passkey.at,
    ],
  )
  return rowCount === 1
}

/**
 * Records the use of a passkey. False when the passkey was deleted, or when its counter is not higher than the stored
 * one, so that it may be a copy. Authenticators without a counter always send 0.
 */
export async function notePasskeyUse(
  db: Queryable,
  credentialId: string,
  used: { counter: number; isBackedUp: boolean; at: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update passkeys set counter = $2, is_backed_up = $3, last_used_at = $4
     where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [credentialId, used.counter, used.isBackedUp, used.at],
  )
  return rowCount === 1
}

/** Renames a passkey. @returns its former name; null when this person has no such passkey */
export async function renamePasskey(
  tx: Queryable,
  userId: string,
  credentialId: string,
  name: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    `with former as (select name from passkeys where user_id = $1 and credential_id = $2)
     update passkeys set name = $3 from former where user_id = $1 and credential_id = $2 returning former.name`,
    [userId, credentialId, name],
  )
  return rows[0]?.name ?? null
}

/** Deletes a passkey. @returns its name; null when this person has no such passkey */
export async function deletePasskey(tx: Queryable, userId: string, credentialId: string): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    'delete from passkeys where user_id = $1 and credential_id = $2 returning name',
    [userId, credentialId],
  )
  return rows[0]?.name ?? null
}
