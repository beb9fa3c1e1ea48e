import 'server-only'
import * as z from 'zod'
import { systemClock, type Clock } from '@/lib/clock'
import type { OidcSettings } from '@/lib/env-oidc'
import { isLoopback } from '@/lib/env-parts'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { OidcProblem, toOidcProblem } from './oidc-problem'

/** How long an issuer may take for one response. */
export const issuerTimeoutMs = 5_000
const keptMs = 60 * 60_000
const documentBytesMax = 200_000

const flag = z.boolean().optional().catch(undefined)
const names = z.array(z.string()).optional().catch(undefined)

/** The fields of a discovery document that Sightline uses. */
const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().optional(),
  end_session_endpoint: z.string().optional().catch(undefined),
  authorization_response_iss_parameter_supported: flag,
  id_token_signing_alg_values_supported: names,
  token_endpoint_auth_methods_supported: names,
})

export interface OidcIssuer {
  /** The issuer's own spelling, which its tokens must use too. */
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  userinfoEndpoint: string | null
  endSessionEndpoint: string | null
  /** The issuer's responses contain `iss` (RFC 9207), so a response without it is not from this issuer. */
  sendsIssuer: boolean
  /** The only accepted algorithm for signatures of ID tokens. Never `none` or an algorithm with a shared secret. */
  algorithm: string
  tokenAuth: 'client_secret_basic' | 'client_secret_post'
}

interface Kept {
  readonly documents: Map<string, { readAt: number; issuer: OidcIssuer }>
  readonly reading: Map<string, Promise<OidcIssuer>>
}
const kept = () => processWide<Kept>('oidc-issuers', () => ({ documents: new Map(), reading: new Map() }))

/**
 * The issuer's endpoints, from its discovery document. The document is cached for an hour. Failures are not cached, so
 * the next sign-in requests it again. Concurrent callers share one request.
 * @throws OidcProblem issuer-down, issuer-setup
 */
export async function discoverIssuer(settings: OidcSettings, clock: Clock = systemClock): Promise<OidcIssuer> {
  const { documents, reading } = kept()
  const found = documents.get(settings.issuer)
  if (found !== undefined && clock.now() - found.readAt < keptMs) return found.issuer
  const running = reading.get(settings.issuer)
  if (running !== undefined) return running
  const asking = readDocument(settings.issuer)
    .then((issuer) => {
      documents.set(settings.issuer, { readAt: clock.now(), issuer })
      return issuer
    })
    .finally(() => reading.delete(settings.issuer))
  reading.set(settings.issuer, asking)
  return asking
}

/** Clears the cached discovery document, because the issuer's keys or endpoints may have changed. */
export function forgetIssuer(settings: OidcSettings): void {
  kept().documents.delete(settings.issuer)
}

async function readDocument(issuer: string): Promise<OidcIssuer> {
  let text: string
  try {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
      redirect: 'error',
      cache: 'no-store',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(issuerTimeoutMs),
    })
    if (response.status >= 500 || response.status === 429)
      throw new OidcProblem('issuer-down', serverText('auth.oidc.discoveryStatus', { status: response.status }))
    if (!response.ok)
      throw new OidcProblem('issuer-setup', serverText('auth.oidc.discoveryStatus', { status: response.status }))
    text = await readText(response)
  } catch (error) {
    if (error instanceof OidcProblem) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { problem, text: reason } = toOidcProblem(cause)
    throw new OidcProblem(
      'issuer-down',
      problem === 'issuer-down' ? reason : serverText('auth.oidc.discoveryUnreadable'),
    )
  }
  return readIssuer(text, issuer)
}

async function readText(response: Response): Promise<string> {
  const text = await response.text()
  if (text.length > documentBytesMax) throw new OidcProblem('issuer-setup', serverText('auth.oidc.discoveryTooLarge'))
  return text
}

const wrong = (reason: string) => new OidcProblem('issuer-setup', reason)

/**
 * Reads a discovery document. Its issuer must equal the one in the settings (apart from a trailing slash), and its
 * endpoints must use https unless the issuer runs on this machine.
 * @throws OidcProblem issuer-setup
 */
export function readIssuer(text: string, expected: string): OidcIssuer {
  let document: z.output<typeof discoveryDocument>
  try {
    document = discoveryDocument.parse(JSON.parse(text))
  } catch {
    throw wrong(serverText('auth.oidc.discoveryIncomplete'))
  }
  if (document.issuer.replace(/\/$/, '') !== expected) throw wrong(serverText('auth.oidc.discoveryIssuer'))
  const endpoints = [
    document.authorization_endpoint,
    document.token_endpoint,
    document.jwks_uri,
    document.userinfo_endpoint,
    document.end_session_endpoint,
  ]
  for (const endpoint of endpoints)
    if (endpoint !== undefined && !isSecure(endpoint, new URL(expected)))
      throw wrong(serverText('auth.oidc.discoveryInsecure'))
  const methods = document.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return {
    issuer: document.issuer,
    authorizationEndpoint: document.authorization_endpoint,
    tokenEndpoint: document.token_endpoint,
    jwksUri: document.jwks_uri,
    userinfoEndpoint: document.userinfo_endpoint ?? null,
    endSessionEndpoint: document.end_session_endpoint ?? null,
    sendsIssuer: document.authorization_response_iss_parameter_supported === true,
    algorithm: chooseAlgorithm(document.id_token_signing_alg_values_supported ?? ['RS256']),
    tokenAuth: methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post',
  }
}

function isSecure(endpoint: string, issuer: URL): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(issuer.hostname)
}

/** Algorithms with a key pair, in order of preference. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'ES384', 'ES512', 'PS384', 'PS512', 'RS384', 'RS512']

function chooseAlgorithm(offered: readonly string[]): string {
  const chosen = algorithms.find((name) => offered.includes(name))
  if (chosen === undefined) throw new OidcProblem('issuer-setup', serverText('auth.oidc.noAlgorithm'))
  return chosen
}
