import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small, controllable issuer that can also misbehave. It signs in everyone at once, with `claims`. Correct behavior is
 * tested with the real one (real-issuer.ts).
 */
export interface HandIssuer {
  url: string
  /** Claims of the next ID tokens. `sub` is required; the rest of a token is added. */
  claims: Record<string, unknown>
  /** Claims that only the userinfo endpoint returns. */
  userinfo: Record<string, unknown>
  /** How the token is signed; `foreign`: with a key that is not in its JWKS. */
  signature: 'RS256' | 'none' | 'HS256' | 'foreign'
  /** Changes the parameters of the redirect back to the client. */
  changeAnswer: (answer: URLSearchParams) => void
  /** Changes the discovery document. */
  changeDiscovery: (document: Record<string, unknown>) => Record<string, unknown>
  /** Status for all responses of these paths, instead of the normal response. */
  broken: Map<string, number>
  /** Codes that it has issued. */
  codes: string[]
  /** Requested paths, in order. */
  requests: string[]
  /** Resets all of this. */
  reset: () => void
  stop: () => Promise<void>
}

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
  isUsed: boolean
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startHandIssuer(client: { id: string; secret: string }): Promise<HandIssuer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const tokens = new Set<string>()
  const server = http.createServer((request, response) => {
    void answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer: HandIssuer = {
    url: `http://127.0.0.1:${port}`,
    ...honest(),
    reset: () => {
      grants.clear()
      Object.assign(issuer, honest())
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const signToken = (payload: Record<string, unknown>): string => {
    const { signature } = issuer
    const alg = signature === 'foreign' ? 'RS256' : signature
    const head = `${encode({ alg, kid: 'key', typ: 'JWT' })}.${encode(payload)}`
    if (signature === 'none') return `${head}.`
    if (signature === 'HS256')
      return `${head}.${createHash('sha256')
        .update(head + client.secret)
        .digest('base64url')}`
    const key: KeyObject = signature === 'foreign' ? foreign.privateKey : own.privateKey
    return `${head}.${createSign('RSA-SHA256').update(head).sign(key, 'base64url')}`
  }

  const exchange = (body: URLSearchParams): Answer => {
    const grant = grants.get(body.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant === undefined || grant.isUsed || verifier !== grant.challenge)
      return json(400, { error: 'invalid_grant' })
    grant.isUsed = true
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: issuer.url, aud: client.id, iat: now, exp: now + 300, nonce: grant.nonce, ...issuer.claims }
    const accessToken = randomBytes(16).toString('hex')
    tokens.add(accessToken)
    const idToken = signToken(payload)
    return json(200, { access_token: accessToken, token_type: 'Bearer', id_token: idToken })
  }

  async function answer(request: http.IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', issuer.url)
    issuer.requests.push(url.pathname)
    const broken = issuer.broken.get(url.pathname)
    if (broken !== undefined) return { status: broken, headers: {}, body: 'broken' }
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, issuer.changeDiscovery(describe(issuer.url)))
      case '/jwks':
        return json(200, {
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }],
        })
      case '/authorize': {
        const code = randomBytes(16).toString('hex')
        issuer.codes.push(code)
        const given = (name: string) => url.searchParams.get(name) ?? ''
        const redirectUri = given('redirect_uri')
        grants.set(code, { nonce: given('nonce'), challenge: given('code_challenge'), redirectUri, isUsed: false })
        const back = new URLSearchParams({ code, state: given('state'), iss: issuer.url })
        issuer.changeAnswer(back)
        return { status: 302, headers: { location: `${redirectUri}?${back}` }, body: '' }
      }
      case '/token': {
        const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
        if (request.headers.authorization !== `Basic ${basic}`) return json(401, { error: 'invalid_client' })
        return exchange(new URLSearchParams(await readBody(request)))
      }
      case '/userinfo': {
        const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
        return tokens.has(token) ? json(200, { sub: issuer.claims['sub'], ...issuer.userinfo }) : json(401, {})
      }
      default:
        return json(404, {})
    }
  }
  return issuer
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

function honest(): Omit<HandIssuer, 'url' | 'reset' | 'stop'> {
  return {
    claims: { sub: 'ann', email: 'ann@example.com', email_verified: true, name: 'Ann' },
    userinfo: {},
    signature: 'RS256',
    changeAnswer: () => undefined,
    changeDiscovery: (document) => document,
    broken: new Map(),
    codes: [],
    requests: [],
  }
}

function describe(url: string): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    end_session_endpoint: `${url}/logout`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256', 'none'],
  }
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}
