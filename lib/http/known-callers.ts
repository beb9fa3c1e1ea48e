import 'server-only'
import { createHash } from 'node:crypto'
import { readBearer } from '@/lib/auth/api-tokens'
import { cookieNames, readCookie } from '@/lib/auth/cookies'
import { processWide } from '@/lib/process-wide'

const callersMax = 20_000

/** The owner of each cookie and API token when it was last valid, by the hash of the cookie or token. */
const callers = () => processWide('known-callers', () => new Map<string, string>())

type ReadableHeaders = Pick<Headers, 'get'>

/** The hash of the credentials of a request; null without credentials. */
function credentialOf(headers: ReadableHeaders): string | null {
  const bearer = readBearer(headers)
  const credential = bearer === undefined ? readCookie(headers.get('cookie'), cookieNames.session) : bearer
  return credential === null || credential === '' ? null : createHash('sha256').update(credential).digest('base64')
}

/** Records the owner of accepted credentials: the id of a person or of a token. Null: the request was refused. */
export function noteCaller(headers: ReadableHeaders, owner: string | null): void {
  const credential = credentialOf(headers)
  if (credential === null) return
  const known = callers()
  known.delete(credential)
  if (owner === null) return
  if (known.size >= callersMax) {
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }
  known.set(credential, owner)
}

/**
 * The likely caller, found without a query. It is enough to separate people, but never to authorize. Null without
 * credentials, and for the first request of a session.
 */
export function findCaller(headers: ReadableHeaders): string | null {
  const credential = credentialOf(headers)
  return credential === null ? null : (callers().get(credential) ?? null)
}
