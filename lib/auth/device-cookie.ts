import 'server-only'
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'
import { cookieNames, readCookie } from './cookies'
import type { CountedAccount } from './sign-in-counter-store'

/**
 * A browser that has signed in before has a device cookie (OWASP) and with it a separate allowance of sign-in attempts,
 * which guesses from elsewhere cannot use up. The cookie gives no access by itself. It has one mark per account: a
 * random device id, the time, and a signature over both, the account, its epoch and the time of its password. A new
 * password, disabling the person and revoking their sessions invalidate the mark.
 */
export const deviceCookieLimits = { maxAgeSeconds: 365 * 24 * 60 * 60, marksMax: 5 } as const

const idBytes = 12
const timeBytes = 4
const signatureBytes = 20
const markPattern = /^[\w-]{48}$/

type Account = Pick<CountedAccount, 'userId' | 'deviceEpoch' | 'passwordSetMs'>

function sign(secret: string, head: Buffer, account: Account): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device cookie', 32))
  return createHmac('sha256', key)
    .update(head)
    .update(`${account.userId} ${account.deviceEpoch} ${account.passwordSetMs}`)
    .digest()
    .subarray(0, signatureBytes)
}

function readMarks(cookie: string | null): string[] {
  return (cookie ?? '')
    .slice(0, 1_000)
    .split('.', deviceCookieLimits.marksMax)
    .filter((mark) => markPattern.test(mark))
}

/** The device id of the mark for this account, or null. */
export function findDevice(secret: string, cookie: string | null, account: Account, now: number): string | null {
  for (const mark of readMarks(cookie)) {
    const bytes = Buffer.from(mark, 'base64url')
    const head = bytes.subarray(0, idBytes + timeBytes)
    const givenAt = head.readUInt32BE(idBytes)
    const isSigned = timingSafeEqual(bytes.subarray(idBytes + timeBytes), sign(secret, head, account))
    if (isSigned && now / 1000 - givenAt < deviceCookieLimits.maxAgeSeconds)
      return head.subarray(0, idBytes).toString('base64url')
  }
  return null
}

/** The browser's device cookie, or null. */
export function readDeviceCookie(headers: Headers): string | null {
  return readCookie(headers.get('cookie'), cookieNames.device)
}

/**
 * Marks the browser as one that signed in to an account, in addition to its other marks.
 * @returns the value of a Set-Cookie header
 */
export async function markDevice(
  { db, clock, secret }: { db: Queryable; clock: Clock; secret: string },
  headers: Headers,
  userId: string,
): Promise<string> {
  const { rows } = await db.query<Account>(
    `select user_id as "userId", device_epoch as "deviceEpoch",
            coalesce(extract(epoch from password_set_at) * 1000, 0)::float8 as "passwordSetMs"
       from users where user_id = $1`,
    [userId],
  )
  const cookie = readDeviceCookie(headers)
  const others = readMarks(cookie)
  const marks: string[] = []
  const [account] = rows
  if (account !== undefined) {
    const known = findDevice(secret, cookie, account, clock.now())
    const head = Buffer.alloc(idBytes + timeBytes)
    const id = known === null ? randomBytes(idBytes) : Buffer.from(known, 'base64url')
    id.copy(head)
    head.writeUInt32BE(Math.floor(clock.now() / 1000), idBytes)
    marks.push(Buffer.concat([head, sign(secret, head, account)]).toString('base64url'))
    // A browser keeps its device id, so that signing in again does not give it a new allowance.
    marks.push(...others.filter((mark) => !Buffer.from(mark, 'base64url').subarray(0, idBytes).equals(id)))
  }
  const value = marks.slice(0, deviceCookieLimits.marksMax).join('.')
  return `${cookieNames.device}=${value}; Path=/; Max-Age=${deviceCookieLimits.maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`
}
