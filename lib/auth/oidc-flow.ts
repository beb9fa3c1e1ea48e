import 'server-only'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Queryable } from '@/lib/db/types'
import type { AuthContext } from './context'
import { cookieNames, cookieOptions, readCookie } from './cookies'
import { createLocker } from './locker'

/** How long a person may take at the issuer. */
export const flowKeptMs = 10 * 60_000
/** Counts characters of the encoded path. */
const nextCharsMax = 2_000

const flow = z.object({
  /** The state at the start, stored as a hash. */
  state: z.string(),
  /** Path to open afterwards. */
  next: z.string(),
  purpose: z.enum(['sign-in', 'proof']),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
})

/** The content of the encrypted cookie while a person is at the issuer. */
export type OidcFlow = z.output<typeof flow>

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

const writeCookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=${cookieOptions.path}; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`

const lockerOf = (auth: AuthContext) => createLocker(auth.secret, 'oidc-flow')

/** The cookie of a new flow, as a Set-Cookie header. */
export function writeFlow(auth: AuthContext, begun: Omit<OidcFlow, 'startedAt'>): string {
  // Browsers drop cookies of more than 4,096 bytes, which would end the flow.
  const next = begun.next.length > nextCharsMax ? '/' : begun.next
  const text = JSON.stringify({ ...begun, next, state: hashState(begun.state), startedAt: auth.clock.now() })
  return writeCookie(cookieNames.oidcFlow, lockerOf(auth).lock(text).toString('base64url'), flowKeptMs / 1000)
}

/** The flow of this browser; null if there is none or it has expired. */
export function readFlow(auth: AuthContext, headers: Headers): OidcFlow | null {
  const cookie = readCookie(headers.get('cookie'), cookieNames.oidcFlow)
  const text = cookie === null ? null : lockerOf(auth).unlock(Buffer.from(cookie, 'base64url'))
  if (text === null) return null
  const read = flow.parse(JSON.parse(text))
  return auth.clock.now() - read.startedAt < flowKeptMs ? read : null
}

/** Whether the issuer's response belongs to this flow. */
export function isStateOf({ state }: OidcFlow, given: string | undefined): boolean {
  return given !== undefined && hashState(given) === state
}

/** Marks a flow as used. False if it was used before: in another tab, on another console, or by a replayed response. */
export async function spendFlow(db: Queryable, { state }: OidcFlow): Promise<boolean> {
  await db.query(`delete from sign_in_steps where expires_at < now() and purpose = 'oidc'`)
  const { rowCount } = await db.query(
    `insert into sign_in_steps (step_hash, purpose, expires_at)
     values ($1, 'oidc', now() + make_interval(secs => $2)) on conflict (step_hash) do nothing`,
    [createHash('sha256').update(`oidc ${state}`).digest(), (2 * flowKeptMs) / 1000],
  )
  return rowCount === 1
}

/** Set-Cookie headers that delete all cookies of a flow. */
export const clearedFlow: readonly string[] = [
  cookieNames.oidcFlow,
  cookieNames.oidcState,
  cookieNames.oidcNonce,
  cookieNames.oidcPkce,
].map((name) => writeCookie(name, '', 0))
