import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'

/** Steps that wait for a response of the browser. Only the hash of their token is stored. */
export type StepPurpose =
  | 'second-factor'
  | 'enroll'
  | 'enroll-totp'
  | 'enroll-passkey'
  | 'passkey-sign-in'
  | 'passkey-add'
  | 'passkey-proof'
  | 'totp-set-up'

export const stepLimits = {
  keptMs: 5 * 60_000,
  /** Setting up an app takes longer than typing a code. */
  enrollKeptMs: 15 * 60_000,
  triesMax: 5,
} as const

export interface Step {
  userId: string | null
  data: Readonly<Record<string, string>>
}

interface Around {
  db: Queryable
  clock: Clock
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function writeInstant(ms: number): string {
  return new Date(ms).toISOString()
}

/** Stores a step and returns its token. Also deletes expired steps. */
export async function createStep(
  { db, clock }: Around,
  purpose: StepPurpose,
  { userId, data, keptMs = stepLimits.keptMs }: Step & { keptMs?: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db.query('delete from sign_in_steps where expires_at < $1', [writeInstant(now)])
  await db.query(
    `insert into sign_in_steps (step_hash, purpose, user_id, data, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(token), purpose, userId, { values: data, tries: 0 }, writeInstant(now), writeInstant(now + keptMs)],
  )
  return token
}

/** Reads the step of a token without using it up. Null: it expired, was used or never existed. */
export function readStep({ db, clock }: Around, purpose: StepPurpose, token: string): Promise<Step | null> {
  return findStep(db, 'select user_id, data from sign_in_steps where', [purpose, token, clock])
}

/** Uses up a step: of two simultaneous requests, only one gets it. Null: it expired, was used or never existed. */
export async function takeStep({ db, clock }: Around, purpose: StepPurpose, token: string): Promise<Step | null> {
  return findStep(db, 'delete from sign_in_steps where', [purpose, token, clock], 'returning user_id, data')
}

/** Counts a try for a step before anything is checked. Also null when its five tries are used up. */
export async function tryStep({ db, clock }: Around, purpose: StepPurpose, token: string): Promise<Step | null> {
  return findStep(
    db,
    `update sign_in_steps set data = jsonb_set(data, '{tries}', to_jsonb((data->>'tries')::int + 1))
     where (data->>'tries')::int < ${stepLimits.triesMax} and`,
    [purpose, token, clock],
    'returning user_id, data',
  )
}

async function findStep(
  db: Queryable,
  statement: string,
  [purpose, token, clock]: [StepPurpose, string, Clock],
  ending = '',
): Promise<Step | null> {
  const { rows } = await db.query<{ user_id: string | null; data: { values: Record<string, string> } }>(
    `${statement} step_hash = $1 and purpose = $2 and expires_at > $3 ${ending}`,
    [hashToken(token), purpose, new Date(clock.now()).toISOString()],
  )
  const [row] = rows
  return row === undefined ? null : { userId: row.user_id, data: row.data.values }
}
