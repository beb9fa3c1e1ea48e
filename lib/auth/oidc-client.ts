import 'server-only'
import type { AuthOptions } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { OidcSettings } from '@/lib/env-oidc'
import { serverText } from '@/lib/server-text'
import type { AuthContext } from './context'
import { cookieNames, cookieOptions } from './cookies'
import { runNextAuth } from './next-auth'
import { type OidcIssuer, issuerTimeoutMs } from './oidc-issuer'
import { OidcProblem, toOidcProblem } from './oidc-problem'

/** Limit for all requests that finish one sign-in (token, keys and the person's data), without discovery. */
const answerTimeoutMs = 15_000
const provider = 'oidc'

export type OidcClaims = Readonly<Record<string, unknown>> & { sub: string }

/** The identity of this console at the issuer. */
export interface OidcParty {
  settings: OidcSettings
  issuer: OidcIssuer
  /** URL of the callback, as registered at the issuer. */
  redirectUri: string
}

/**
 * Starts the authorization code flow with PKCE, state and nonce, each in a signed cookie.
 * @param again asks the issuer to let the person sign in again even if they are signed in there
 * @returns null when the CSRF token of the form is out of date
 * @throws OidcProblem
 */
export async function beginOidc(
  auth: AuthContext,
  party: OidcParty,
  request: { headers: Headers; csrfToken: string; again: boolean },
): Promise<{ location: string; state: string; cookies: string[] } | null> {
  const failures: unknown[] = []
  const config = createProvider(party, {})
  config.authorization = {
    url: party.issuer.authorizationEndpoint,
    params: {
      scope: party.settings.scopes,
      redirect_uri: party.redirectUri,
      ...(request.again ? { prompt: 'login', max_age: 0 } : {}),
    },
  }
  const answer = await runNextAuth(
    { action: ['signin', provider], method: 'POST', headers: request.headers, body: { csrfToken: request.csrfToken } },
    createOptions(auth, config, (error) => failures.push(error)),
  )
  if (answer.redirect?.includes('csrf=true') === true) return null
  const state = answer.redirect === null ? null : new URL(answer.redirect, party.redirectUri).searchParams.get('state')
  if (answer.redirect === null || state === null) throw toOidcProblem(failures[0])
  return { location: answer.redirect, state, cookies: answer.cookies }
}

/** How the claims of an ID token are completed from the userinfo endpoint. */
interface Completion {
  /** Claims that the sign-in needs. If one is missing and the endpoint fails, the sign-in fails. */
  needed: readonly string[]
  /** Claims for which the endpoint is also read, but without which the sign-in works. */
  welcome: readonly string[]
  addUserinfo: (claims: OidcClaims, userinfo: Readonly<Record<string, unknown>>) => OidcClaims
}

async function complete(
  claims: OidcClaims,
  { needed, welcome, addUserinfo }: Completion,
  readUserinfo: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<OidcClaims> {
  const isMissing = (name: string) => !(name in claims)
  if (needed.some(isMissing)) return addUserinfo(claims, await readUserinfo())
  if (!welcome.some(isMissing)) return claims
  return readUserinfo().then(
    (userinfo) => addUserinfo(claims, userinfo),
    () => claims,
  )
}

/**
 * Ends the flow: exchanges the code and checks the ID token. openid-client checks signature, algorithm, issuer,
 * audience, authorized party, expiry, nonce and the hash of the access token; PKCE ties the code to this browser.
 * @throws OidcProblem
 */
export async function finishOidc(
  auth: AuthContext,
  party: OidcParty,
  request: { headers: Headers; query: Readonly<Record<string, string>> } & Completion,
): Promise<{ claims: OidcClaims; idToken: string }> {
  let problem: OidcProblem | null = null
  let result: { claims: OidcClaims; idToken: string } | null = null
  const keep = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      problem ??= toOidcProblem(error)
      throw error
    }
  }
  const config = createProvider(party, {
    token: (context) =>
      keep(async () => {
        const checks = { ...context.checks, response_type: 'code' }
        const tokens = await context.client.callback(party.redirectUri, context.params, checks)
        if (tokens.id_token === undefined) throw new OidcProblem('token', serverText('auth.oidc.noIdToken'))
        let claims: OidcClaims = tokens.claims()
        // Many issuers keep the ID token small and return the rest on request; openid-client checks that it is the same
        // subject.
        if (party.issuer.userinfoEndpoint !== null)
          claims = await complete(claims, request, () => context.client.userinfo(tokens))
        result = { claims, idToken: tokens.id_token }
        return { tokens }
      }),
    userinfo: () => ({ sub: result?.claims.sub ?? '' }),
  })
  const failures: unknown[] = []
  const running = runNextAuth(
    { action: ['callback', provider], method: 'GET', headers: request.headers, query: request.query },
    createOptions(auth, config, (error) => failures.push(error)),
  )
  await within(running, answerTimeoutMs)
  if (problem !== null) throw problem
  if (result !== null) return result
  // next-auth stopped before the first request: a cookie of the flow is missing, expired or invalid.
  throw new OidcProblem('expired', serverText('auth.oidc.noCookies'))
}

async function within<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OidcProblem('issuer-down', serverText('auth.oidc.tooSlow', { seconds: ms / 1000 }))),
      ms,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

type Endpoint<Name extends 'token' | 'userinfo'> = Exclude<OAuthConfig<OidcClaims>[Name], string | undefined>['request']

function createProvider(
  { settings, issuer, redirectUri }: OidcParty,
  requests: { token?: Endpoint<'token'>; userinfo?: Endpoint<'userinfo'> },
): OAuthConfig<OidcClaims> {
  return {
    id: provider,
    name: settings.name,
    type: 'oauth',
    // We read the discovery document, because next-auth would request it at every step and trust any issuer name in it.
    issuer: issuer.issuer,
    jwks_endpoint: issuer.jwksUri,
    authorization: { url: issuer.authorizationEndpoint },
    token: { url: issuer.tokenEndpoint, ...(requests.token === undefined ? {} : { request: requests.token }) },
    userinfo: {
      ...(issuer.userinfoEndpoint === null ? {} : { url: issuer.userinfoEndpoint }),
      ...(requests.userinfo === undefined ? {} : { request: requests.userinfo }),
    },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    client: {
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: issuer.algorithm,
      token_endpoint_auth_method: issuer.tokenAuth,
    },
    httpOptions: { timeout: issuerTimeoutMs },
    profile: (claims) => ({ id: claims.sub }),
  }
}

function createOptions(
  auth: AuthContext,
  config: OAuthConfig<OidcClaims>,
  onError: (error: unknown) => void,
): AuthOptions {
  return {
    secret: auth.secret,
    useSecureCookies: true,
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: cookieNames.session, options: cookieOptions },
      csrfToken: { name: cookieNames.csrf, options: cookieOptions },
      callbackUrl: { name: cookieNames.callback, options: cookieOptions },
      state: { name: cookieNames.oidcState, options: cookieOptions },
      nonce: { name: cookieNames.oidcNonce, options: cookieOptions },
      pkceCodeVerifier: { name: cookieNames.oidcPkce, options: cookieOptions },
    },
    providers: [config],
    callbacks: {
      // Returning a URL stops next-auth before it creates a session. Sightline has its own people and sessions.
      signIn: () => '/',
      redirect: ({ baseUrl }) => baseUrl,
    },
    logger: { error: (_code, metadata) => onError(metadata), warn: () => undefined, debug: () => undefined },
  }
}
