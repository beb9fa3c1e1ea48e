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
import { noteCaller } from './known-callers'
import { isSafeMethod, requireSameOrigin } from './origin'

/** Sensitive changes ask for a new proof when the last one is older. */
export const proofKeptMs = 10 * 60_000

export interface Caller {
  actor: Actor
  /** Null for an API token. */
  session: SessionInfo | null
}

export interface CallerRules {
  access: Permission | 'signed-in'
  /** API tokens are refused. */
  isForPeopleOnly: boolean
  /** The session's person must have proved who they are within the last minutes. */
  needsProof: boolean
}

/**
 * Who asks: the person of a session, or the owner of an API token. A token stands for itself; requests with a cookie must
 * also come from a page of this console when they change something.
 * @throws AppError unauthenticated, forbidden, proof_required
 */
export async function requireCaller(request: Request, rules: CallerRules): Promise<Caller> {
  const bearer = readBearer(request.headers)
  const caller = bearer === undefined ? await readSessionCaller(request) : await readTokenCaller(request, bearer)
  noteRequestUser(caller.actor.userId)
  noteCaller(request.headers, caller.actor.tokenId ?? caller.actor.userId)
  if (rules.access !== 'signed-in' && !may(caller.actor, rules.access)) {
    if (caller.actor.tokenId !== undefined) throw new AppError('forbidden', 'This API token may not do this.')
    throw new AppError('forbidden', `Your role (${caller.actor.role}) may not do this.`)
  }
  if (rules.isForPeopleOnly && caller.session === null)
    throw new AppError('forbidden', 'API tokens may not do this. Sign in to Sightline.')
  if (rules.needsProof && !hasFreshProof(caller.session))
    throw new AppError('proof_required', 'Confirm that it is you to make this change.')
  return caller
}

/** Whether a session's person proved who they are recently enough for a sensitive change. */
export function hasFreshProof(session: SessionInfo | null): boolean {
  return session !== null && authContext().clock.now() - session.provedAt < proofKeptMs
}

async function readSessionCaller(request: Request): Promise<Caller> {
  const unsafe = !isSafeMethod(request.method)
  if (unsafe) requireSameOrigin(request.headers)
  const found = await readSession(request.headers, { fresh: unsafe })
  if (found === null) {
    noteCaller(request.headers, null)
    throw new AppError('unauthenticated', 'Your session has ended. Sign in again.')
  }
  return { actor: found.actor, session: found.info }
}

async function readTokenCaller(request: Request, token: string | null): Promise<Caller> {
  const { db } = authContext()
  const found = token === null ? null : await readTokenActor(db, token)
  if (found === null) {
    noteCaller(request.headers, null)
    throw new AppError('unauthenticated', 'This API token is not valid. It may have expired or been revoked.')
  }
  const { actor, tokenId, tokenName } = found
  noteRequestToken({ userId: actor.userId, name: tokenName })
  noteTokenUse(db, tokenId, clientAddress(request.headers)).catch((error: unknown) =>
    log().warn({ err: error }, 'when an API token was last used could not be stored'),
  )
  return { actor, session: null }
}
