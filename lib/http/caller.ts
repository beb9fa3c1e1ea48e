import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { clientAddress } from '@/lib/access/client-address'
import { may, type Permission } from '@/lib/access/permissions'
import { noteTokenUse, readBearer, readTokenActor } from '@/lib/auth/api-tokens'
import { authContext, readSession } from '@/lib/auth/session'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { noteRequestToken, noteRequestUser } from '@/lib/web/request-context'
import { serverText } from '@/lib/server-text'
import { noteCaller } from './known-callers'
import { isSafeMethod, requireSameOrigin } from './origin'

/** Sensitive changes require a new proof when the last proof is older than this. */
export const proofKeptMs = 10 * 60_000

export interface Caller {
  actor: Actor
  /** Null for an API token. */
  session: SessionInfo | null
}

export interface CallerRules {
  access: Permission | 'signed-in'
  /** Whether API tokens are refused. */
  isForPeopleOnly: boolean
  /** Whether the session's person must have given proof within the last minutes. */
  needsProof: boolean
}

/**
 * Returns the caller: the person of a session, or the owner of an API token. A token is sufficient by itself. Requests
 * that have a cookie and change something must also come from a page of this console.
 * @throws AppError unauthenticated, forbidden, proof_required
 */
export async function requireCaller(request: Request, rules: CallerRules): Promise<Caller> {
  const bearer = readBearer(request.headers)
  const caller = bearer === undefined ? await readSessionCaller(request) : await readTokenCaller(request, bearer)
  noteRequestUser(caller.actor.userId)
  noteCaller(request.headers, caller.actor.tokenId ?? caller.actor.userId)
  if (rules.access !== 'signed-in' && !may(caller.actor, rules.access)) {
    if (caller.actor.tokenId !== undefined) throw new AppError('forbidden', serverText('http.tokenNotAllowed'))
    throw new AppError('forbidden', serverText('common.roleNotAllowed', { role: caller.actor.role }))
  }
  if (rules.isForPeopleOnly && caller.session === null) throw new AppError('forbidden', serverText('http.peopleOnly'))
  if (rules.needsProof && !hasFreshProof(caller.session))
    throw new AppError('proof_required', serverText('http.confirmIdentity'))
  return caller
}

/** Whether the person of a session gave proof recently enough for a sensitive change. */
export function hasFreshProof(session: SessionInfo | null): boolean {
  return session !== null && authContext().clock.now() - session.provedAt < proofKeptMs
}

async function readSessionCaller(request: Request): Promise<Caller> {
  const unsafe = !isSafeMethod(request.method)
  if (unsafe) requireSameOrigin(request.headers)
  const found = await readSession(request.headers, { fresh: unsafe })
  if (found === null) {
    noteCaller(request.headers, null)
    throw new AppError('unauthenticated', serverText('common.signInAgain'))
  }
  return { actor: found.actor, session: found.info }
}

async function readTokenCaller(request: Request, token: string | null): Promise<Caller> {
  const { db } = authContext()
  const found = token === null ? null : await readTokenActor(db, token)
  if (found === null) {
    noteCaller(request.headers, null)
    throw new AppError('unauthenticated', serverText('http.tokenInvalid'))
  }
  const { actor, tokenId, tokenName } = found
  noteRequestToken({ userId: actor.userId, name: tokenName })
  noteTokenUse(db, tokenId, clientAddress(request.headers)).catch((error: unknown) =>
    log().warn({ err: error }, 'when an API token was last used could not be stored'),
  )
  return { actor, session: null }
}
