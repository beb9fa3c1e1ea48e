import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import { safeReturnPath } from '@/lib/access/return-path'
import type { SignInProblem } from '@/lib/access/problems-model'
import type { AuthContext } from '@/lib/auth/context'
import { addressOf } from '@/lib/base-path'
import { ownLocker } from '@/lib/auth/locker'
import { beginOidc, finishOidc, type OidcClaims, type OidcParty } from '@/lib/auth/oidc-client'
import { clearedFlow, isStateOf, type OidcFlow, readFlow, spendFlow, writeFlow } from '@/lib/auth/oidc-flow'
import { discoverIssuer, forgetIssuer } from '@/lib/auth/oidc-issuer'
import { OidcProblem, readAnswerError, toOidcProblem } from '@/lib/auth/oidc-problem'
import { readSession } from '@/lib/auth/session'
import type { Database } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { reportEvent } from '@/lib/web/report-failure'
import { serverText } from '@/lib/server-text'
import { addUserinfo, hasSecondFactor, listClaims } from './oidc-claims'
import { admitPerson } from './oidc-person'
import { idTokenPurpose } from './oidc-sign-out'
import { recordRefusal } from './sign-in-log'
import { startKnownSession } from './start-session'

/** How far the issuer's clock may be behind ours. */
const clockToleranceMs = 60_000

/** Path of the callback. It must be registered at the issuer. */
const callbackPath = '/api/auth/callback/oidc'

/**
 * Opens the connection to the issuer.
 * @throws AppError not_found without single sign-on; OidcProblem when the issuer does not respond
 */
async function openParty(): Promise<OidcParty> {
  const { oidc, publicUrl } = settings()
  if (oidc === null) throw new AppError('not_found', serverText('signIn.ssoOff'))
  return { settings: oidc, issuer: await discoverIssuer(oidc), redirectUri: publicUrl + callbackPath }
}

/**
 * Starts single sign-on. The response contains the address at the issuer, which the page then opens. For the purpose
 * `proof`, the issuer asks the person to sign in again.
 * @throws AppError forbidden (token), unauthenticated (proof without a session), unavailable (the issuer does not
 * respond)
 */
export async function startSingleSignOn(
  auth: AuthContext,
  headers: Headers,
  form: { csrfToken: string; next?: string | undefined; purpose: OidcFlow['purpose'] },
): Promise<Response> {
  if (form.purpose === 'proof' && (await readSession(headers, { fresh: true })) === null)
    throw new AppError('unauthenticated', serverText('common.signInAgain'))
  const { csrfToken, purpose } = form
  try {
    const begun = await beginOidc(auth, await openParty(), { headers, csrfToken, again: purpose === 'proof' })
    if (begun === null) throw new AppError('forbidden', serverText('signIn.stalePage'))
    const flow = writeFlow(auth, { state: begun.state, next: safeReturnPath(form.next), purpose })
    return answerWith(Response.json({ location: begun.location }), [...begun.cookies, flow])
  } catch (error) {
    if (error instanceof AppError) throw error
    const { problem, message } = toOidcProblem(error)
    reportEvent('warn', { problem, reason: message }, 'single sign-on could not begin')
    throw new AppError(
      'unavailable',
      problem === 'issuer-setup' ? serverText('signIn.ssoSetUpWrong') : serverText('signIn.issuerDown'),
      { details: { retryAfterSeconds: 5 } },
    )
  }
}

/**
 * Finishes single sign-on after the issuer has sent the browser back. Never throws, because the person is in the middle
 * of a navigation. Every response is a redirect: to the requested page, or to the sign-in page with the reason.
 */
export async function finishSingleSignOn(
  auth: AuthContext,
  database: () => Promise<Database>,
  request: { headers: Headers; url: string },
): Promise<Response> {
  let flow: OidcFlow | null = null
  try {
    flow = readFlow(auth, request.headers)
    const query = readAnswer(request.url)
    if (flow === null) throw new OidcProblem('expired', serverText('signIn.oidc.notBegun'))
    // The cookies stay, because the callback of another tab must not end the flow of this one.
    if (!isStateOf(flow, query['state'])) return goBack(flow, await note(auth, request.headers, flow, wrongState()), [])
    const party = await openParty()
    const claims = await checkAnswer(auth, party, { flow, query, headers: request.headers })
    const cookies =
      flow.purpose === 'proof'
        ? await proveAgain(auth, request.headers, { flow, claims: claims.claims, issuer: party.issuer.issuer })
        : await admit(auth, database, { party, headers: request.headers, ...claims })
    return answerWith(redirectTo(flow.next), [...clearedFlow, ...cookies])
  } catch (error) {
    return goBack(flow, await note(auth, request.headers, flow, error), clearedFlow)
  }
}

const wrongState = () => new OidcProblem('state', serverText('signIn.oidc.otherState'))

/** The parameters of the callback. A repeated parameter counts as missing. */
function readAnswer(url: string): Record<string, string> {
  const { searchParams } = new URL(url)
  const query: Record<string, string> = {}
  for (const name of ['code', 'state', 'iss', 'error'] as const) {
    const [value, ...more] = searchParams.getAll(name)
    if (value !== undefined && more.length === 0) query[name] = value
  }
  return query
}

async function checkAnswer(
  auth: AuthContext,
  party: OidcParty,
  { flow, query, headers }: { flow: OidcFlow; query: Record<string, string>; headers: Headers },
): Promise<{ claims: OidcClaims; idToken: string }> {
  if (!(await spendFlow(auth.db, flow))) throw new OidcProblem('used', serverText('signIn.oidc.used'))
  const { issuer, settings: oidc } = party
  // RFC 9207: a callback of another issuer must not reach the token endpoint of this one.
  if (query['iss'] === undefined ? issuer.sendsIssuer : query['iss'] !== issuer.issuer)
    throw new OidcProblem('issuer-mismatch', serverText('signIn.oidc.otherIssuer'))
  if (query['error'] !== undefined) throw readAnswerError(query['error'])
  if (query['code'] === undefined) throw new OidcProblem('token', serverText('signIn.oidc.noCode'))
  try {
    const wanted = listClaims(issuer.issuer, oidc.roleClaim)
    return await finishOidc(auth, party, { headers, query, ...wanted, addUserinfo })
  } catch (error) {
    // The issuer's keys or endpoints may have changed since they were read.
    forgetIssuer(oidc)
    throw error
  }
}

/** Signs the person in. @returns the cookies of the new session */
async function admit(
  auth: AuthContext,
  database: () => Promise<Database>,
  { party, headers, claims, idToken }: { party: OidcParty; headers: Headers; claims: OidcClaims; idToken: string },
): Promise<string[]> {
  const { isPasswordSignInOn } = settings()
  const identity = { issuer: party.issuer.issuer, subject: claims.sub, claims }
  const around = { db: await database(), sessions: auth.sessions }
  const userId = await admitPerson(around, { oidc: party.settings, isPasswordSignInOn }, identity)
  const cookies = await startKnownSession(auth, headers, {
    userId,
    method: 'oidc',
    hasSecondFactor: hasSecondFactor(claims),
    oidcIdToken: ownLocker(idTokenPurpose).lock(idToken),
  })
  reportEvent('info', { outcome: 'signed in', address: clientAddress(headers) }, 'single sign-on')
  return cookies
}

/**
 * Records a new proof, if the person of the session has signed in again at the issuer since the flow began, with their
 * linked account.
 */
async function proveAgain(
  auth: AuthContext,
  headers: Headers,
  { flow, claims, issuer }: { flow: OidcFlow; claims: OidcClaims; issuer: string },
): Promise<string[]> {
  const session = await readSession(headers, { fresh: true })
  if (session === null) throw new OidcProblem('expired', serverText('signIn.oidc.sessionEnded'))
  const { rows } = await auth.db.query('select from identities where issuer = $1 and subject = $2 and user_id = $3', [
    issuer,
    claims.sub,
    session.actor.userId,
  ])
  if (rows.length === 0) throw new OidcProblem('proof', serverText('signIn.oidc.otherAccount'))
  const authTime = claims['auth_time']
  if (typeof authTime !== 'number' || authTime * 1000 < flow.startedAt - clockToleranceMs)
    throw new OidcProblem('proof', serverText('signIn.oidc.notAsked'))
  await auth.sessions.prove(session.info.sid)
  return []
}

/** Writes a refusal to the log and the activity log. Returns the problem that the page explains. */
async function note(
  auth: AuthContext,
  headers: Headers,
  flow: OidcFlow | null,
  error: unknown,
): Promise<SignInProblem> {
  const { problem, message, text, email } = toOidcProblem(error)
  const address = clientAddress(headers)
  const level = problem === 'unavailable' ? 'error' : 'info'
  reportEvent(level, { problem, reason: message, address }, 'single sign-on refused')
  const session = flow?.purpose === 'proof' ? await readSession(headers).catch(() => null) : null
  const who = session === null ? {} : { actor: session.actor }
  const why = { note: serverText('signIn.notes.ssoRefused', { problem, reason: text }) }
  await recordRefusal(auth, why, { typed: email ?? '(single sign-on)', address, ...who }).catch(() => undefined)
  return problem
}

function goBack(flow: OidcFlow | null, problem: SignInProblem, cookies: readonly string[]): Response {
  const next = flow?.next ?? '/'
  // A person who gives proof again is signed in, so the sign-in page would redirect them without showing the problem.
  if (flow?.purpose === 'proof') {
    const url = new URL(next, 'http://console.invalid')
    url.searchParams.set('sign-in-problem', problem)
    return answerWith(redirectTo(url.pathname + url.search + url.hash), cookies)
  }
  const query = new URLSearchParams({ problem, ...(next === '/' ? {} : { next }) })
  return answerWith(redirectTo(`/sign-in?${query}`), cookies)
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { location: addressOf(path) } })
}

function answerWith(response: Response, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
