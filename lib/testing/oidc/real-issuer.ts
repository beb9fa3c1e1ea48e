import { generateKeyPairSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import OidcProvider, { type Context } from 'oidc-provider'

/** A real issuer: panva's oidc-provider, on loopback, with a page to choose who signs in. */
export interface RealIssuer {
  url: string
  client: { id: string; secret: string }
  /** Claims by subject. Tests change them as an organization would. */
  people: Map<string, Record<string, unknown>>
  /** Starts to serve the console at this address. */
  open: (publicUrl: string) => void
  stop: () => Promise<void>
}

/** Reserves an address. The issuer responds after `open`, when the console has an address too. */
export async function startRealIssuer(): Promise<RealIssuer> {
  const people: RealIssuer['people'] = new Map()
  const client = { id: 'sightline', secret: randomBytes(24).toString('hex') }
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    client,
    people,
    open: (publicUrl) => {
      const provider = new OidcProvider(url, configure({ client, publicUrl, people }))
      const answer = provider.callback()
      server.on('request', (request, response) => {
        if (request.url === '/favicon.ico') response.writeHead(204).end()
        else if (request.url?.startsWith('/interaction/') !== true) answer(request, response)
        else
          interact(provider, people, request, response).catch((error: unknown) =>
            response.writeHead(500).end(String(error)),
          )
      })
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The page of the issuer: one button for each person. */
async function interact(
  provider: OidcProvider,
  people: RealIssuer['people'],
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response)
  if (request.method === 'POST') {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
    const accountId = new URLSearchParams(Buffer.concat(parts).toString()).get('person')
    const result =
      accountId === null ? { error: 'access_denied' } : { login: { accountId, amr: ['pwd', 'mfa'] }, consent: {} }
    await provider.interactionFinished(request, response, result)
    return
  }
  const buttons = [...people.keys()].map((name) => `<button name="person" value="${name}">Sign in as ${name}</button>`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><title>Example ID</title><h1>Example ID</h1><form method="post">${buttons.join(' ')} <button>Cancel</button></form>`,
  )
}

function configure({
  client,
  publicUrl,
  people,
}: {
  client: RealIssuer['client']
  publicUrl: string
  people: RealIssuer['people']
}): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${publicUrl}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${publicUrl}/sign-in`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'auth_time', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) =>
      people.has(accountId) ? { accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) } : undefined,
    loadExistingGrant: async ({ oidc }: Context) => {
      const { clientId } = oidc.client
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, IdToken: 600, AccessToken: 600 },
  }
}

/** oidc-provider's own page submits by script in some cases; this one is a plain form. */
function askToSignOut(context: Context, form: string): void {
  context.body = `<!doctype html><title>Sign out</title><h1>Sign out of Example ID?</h1>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
}
