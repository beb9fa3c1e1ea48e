import 'server-only'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import type { AuthContext } from '@/lib/auth/context'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError, invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { lockTotpSecret, unlockTotpSecret } from './check'
import { beginRegistration, verifyRegistration } from './passkeys'
import { isFactorRequired } from './policy'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes'
import type { Ceremony, FactorAdded, PasskeyRegistration, TotpSetUp } from './schema'
import { createStep, stepLimits, type StepPurpose, takeStep, tryStep } from './step-store'
import {
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  hasFactor,
  insertPasskey,
  lockFactors,
  readStoredFactors,
  renamePasskey as storePasskeyName,
  storeRecoveryCodes,
  storeTotp,
  type StoredFactors,
  spendRecoveryHash,
} from './store'
import { createTotpSecret, findTotpStep, writeTotpUri } from './totp'

export interface FactorActor extends ActivityActor {
  userId: string
}
type Change = Pick<Parameters<typeof recordActivity>[2], 'action' | 'before' | 'after'>

const passkeysMax = 20

function noSuchPasskey(): AppError {
  return new AppError('not_found', serverText('factors.noPasskey'))
}

function tooLate(): AppError {
  return new AppError('not_found', serverText('factors.tooLate'))
}

function accountOf({ userId: objectId, email: objectName }: FactorActor) {
  return { objectKind: 'account', objectId, objectName }
}

/** Changes a person's own factors, in one transaction with the log entry. */
async function changeFactors<Result>(
  actor: FactorActor,
  change: (tx: Queryable, stored: StoredFactors) => Promise<{ journaled: Change; result: Result }>,
): Promise<Result> {
  const db = await database()
  return db.transaction(async (tx) => {
    await lockFactors(tx, actor.userId)
    const stored = await readStoredFactors(tx, actor.userId)
    if (stored === null) throw new AppError('not_found', serverText('common.noAccount'))
    const { journaled, result } = await change(tx, stored)
    await recordActivity(tx, actor, { ...accountOf(actor), ...journaled })
    return result
  })
}

async function replaceRecoveryCodes(auth: AuthContext, tx: Queryable, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(auth.secret, userId, code))
  await storeRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Creates recovery codes together with the first factor, in case it is lost. */
async function firstCodes(auth: AuthContext, tx: Queryable, stored: StoredFactors): Promise<FactorAdded> {
  return { recoveryCodes: hasFactor(stored) ? null : await replaceRecoveryCodes(auth, tx, stored.userId) }
}

/**
 * Starts the set-up of an authenticator app. The app is not used before its first code is confirmed. Until then, a
 * former app stays in use.
 */
export async function beginTotp(
  auth: AuthContext,
  purpose: StepPurpose & ('totp-set-up' | 'enroll-totp'),
  who: { userId: string; email: string },
): Promise<TotpSetUp> {
  const secret = createTotpSecret()
  const data = { secret: lockTotpSecret(auth, secret).toString('base64') }
  const step = await createStep(auth, purpose, { userId: who.userId, data, keptMs: stepLimits.enrollKeptMs })
  return { step, secret, uri: writeTotpUri(secret, who.email) }
}

function wrongCode(): AppError {
  const problem = serverText('common.wrongCode')
  return invalidField('code', problem)
}

/** With the password alone, a person can add their first factor, but no further one. */
function requireNoFactor(stored: StoredFactors): void {
  if (hasFactor(stored)) throw tooLate()
}

/**
 * Refuses to remove the last factor of a person who must have one. People without a password sign in at the
 * issuer, which decides about factors itself.
 * @throws AppError conflict
 */
function requireAnotherFactor(stored: StoredFactors, left: Pick<StoredFactors, 'totpSecret' | 'passkeyCount'>): void {
  if (!hasFactor(left) && stored.hasPassword && isFactorRequired(stored.role))
    throw new AppError('conflict', serverText('factors.required'))
}

/** Removes the app. Its codes are then no longer required. @throws AppError not_found, conflict (required) */
export function removeTotp(actor: FactorActor): Promise<void> {
  return changeFactors(actor, async (tx, stored) => {
    if (stored.totpSecret === null) throw new AppError('not_found', serverText('factors.noApp'))
    const left = { totpSecret: null, passkeyCount: stored.passkeyCount }
    requireAnotherFactor(stored, left)
    await deleteTotp(tx, actor.userId)
    if (!hasFactor(left)) await deleteRecoveryCodes(tx, actor.userId)
    return { journaled: { action: 'account.remove-authenticator' }, result: undefined }
  })
}

/** Replaces the recovery codes. The former codes stop working. @throws AppError conflict without another factor */
export function makeRecoveryCodes(auth: AuthContext, actor: FactorActor): Promise<string[]> {
  return changeFactors(actor, async (tx, stored) => {
    if (!hasFactor(stored)) throw new AppError('conflict', serverText('factors.codesNeedFactor'))
    const result = await replaceRecoveryCodes(auth, tx, actor.userId)
    return { journaled: { action: 'account.make-recovery-codes' }, result }
  })
}

/**
 * Marks a recovery code of the person as used, and logs it. False when it is not a code of this person or was used
 * before.
 */
export async function spendRecoveryCode(auth: AuthContext, actor: FactorActor, typed: string): Promise<boolean> {
  const db = await database()
  return db.transaction(async (tx) => {
    const hash = hashRecoveryCode(auth.secret, actor.userId, typed)
    const isRight = await spendRecoveryHash(tx, actor.userId, hash, new Date(auth.clock.now()).toISOString())
    if (isRight) await recordActivity(tx, actor, { action: 'account.use-recovery-code', ...accountOf(actor) })
    return isRight
  })
}

/** Starts to add a passkey. @throws AppError unsupported, conflict (too many) */
export async function beginPasskey(auth: AuthContext, actor: FactorActor): Promise<Ceremony> {
  const stored = await readStoredFactors(auth.db, actor.userId)
  if ((stored?.passkeyCount ?? 0) >= passkeysMax)
    throw new AppError('conflict', serverText('factors.tooManyPasskeys', { max: passkeysMax }))
  return beginRegistration(auth, 'passkey-add', actor)
}

/**
 * Adds the passkey that an authenticator created.
 * @throws AppError not_found (step), invalid (answer), conflict (known)
 */
export async function addPasskey(
  auth: AuthContext,
  actor: FactorActor,
  { step, name, answer }: PasskeyRegistration,
  purpose: StepPurpose & ('passkey-add' | 'enroll-passkey') = 'passkey-add',
): Promise<FactorAdded> {
  const taken = await takeStep(auth, purpose, step)
  if (taken === null || taken.userId !== actor.userId) throw tooLate()
  const made = await verifyRegistration(taken.data['challenge'] ?? '', answer)
  if (made === null) throw new AppError('invalid', serverText('factors.notVerified'))
  return changeFactors(actor, async (tx, stored) => {
    if (purpose === 'enroll-passkey') requireNoFactor(stored)
    const result = await firstCodes(auth, tx, stored)
    const at = new Date(auth.clock.now()).toISOString()
    const isNew = await insertPasskey(tx, { ...made, userId: actor.userId, name, at })
    if (!isNew) throw new AppError('conflict', serverText('factors.passkeyTaken'))
    return { journaled: { action: 'account.add-passkey', after: { passkey: name } }, result }
  })
}

/** @throws AppError not_found */
export function renamePasskey(actor: FactorActor, credentialId: string, name: string): Promise<void> {
  return changeFactors(actor, async (tx) => {
    const former = await storePasskeyName(tx, actor.userId, credentialId, name)
    if (former === null) throw noSuchPasskey()
    const journaled = { action: 'account.rename-passkey', before: { passkey: former }, after: { passkey: name } }
    return { journaled, result: undefined }
  })
}

/** @throws AppError not_found, conflict (required, or the only way to sign in) */
export function removePasskey(actor: FactorActor, credentialId: string): Promise<void> {
  return changeFactors(actor, async (tx, stored) => {
    const name = await deletePasskey(tx, actor.userId, credentialId)
    if (name === null) throw noSuchPasskey()
    const left = { totpSecret: stored.totpSecret, passkeyCount: stored.passkeyCount - 1 }
    requireAnotherFactor(stored, left)
    if (left.passkeyCount === 0 && !(await hasOtherWayIn(tx, stored)))
      throw new AppError('conflict', serverText('factors.onlyWayIn'))
    if (!hasFactor(left)) await deleteRecoveryCodes(tx, actor.userId)
    return { journaled: { action: 'account.remove-passkey', before: { passkey: name } }, result: undefined }
  })
}

async function hasOtherWayIn(tx: Queryable, stored: StoredFactors): Promise<boolean> {
  if (stored.hasPassword) return true
  const { rowCount } = await tx.query(
    `select from identities where user_id = $1 and rtrim(issuer, '/') = $2::text limit 1`,
    [stored.userId, settings().oidc?.issuer ?? null],
  )
  return rowCount > 0
}

/** Confirms the set-up of an app with its first code. @throws AppError not_found (step), invalid (code) */
export async function addTotp(
  auth: AuthContext,
  actor: FactorActor,
  { step, code }: { step: string; code: string },
  purpose: StepPurpose & ('totp-set-up' | 'enroll-totp') = 'totp-set-up',
): Promise<FactorAdded> {
  const waiting = await tryStep(auth, purpose, step)
  if (waiting === null || waiting.userId !== actor.userId) throw tooLate()
  const secret = Buffer.from(waiting.data['secret'] ?? '', 'base64')
  const plain = unlockTotpSecret(auth, secret)
  if (plain === null) throw tooLate()
  const now = auth.clock.now()
  const timeStep = findTotpStep(plain, code, now)
  if (timeStep === null) throw wrongCode()
  // If two requests have the correct code, only one of them can use the step.
  if ((await takeStep(auth, purpose, step)) === null) throw tooLate()
  return changeFactors(actor, async (tx, stored) => {
    if (purpose === 'enroll-totp') requireNoFactor(stored)
    const result = await firstCodes(auth, tx, stored)
    await storeTotp(tx, actor.userId, { secret, step: timeStep, at: new Date(now).toISOString() })
    return { journaled: { action: 'account.add-authenticator' }, result }
  })
}
