import { isIP } from 'node:net'
import { isLoopback, parseUrl, type Wrong } from './env-parts'
import type { Environment } from './env-variables'

/** Where the console listens, and the address that people open. */
export interface AddressSettings {
  port: number
  hostname: string
  /** Origin in the browser's address, without a trailing slash. */
  publicUrl: string
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
}

/** `isDemo`: only on this machine, unless set otherwise. */
export function readAddress(env: Environment, isDemo: boolean, wrong: Wrong): AddressSettings {
  const port = env.PORT === undefined ? 3000 : Number(env.PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) wrong('PORT', 'is not a port number from 1 to 65535')
  const hostname = env.HOSTNAME ?? (isDemo ? '127.0.0.1' : '0.0.0.0')
  if (isDemo && !isLoopback(hostname) && env.SIGHTLINE_DEMO_ON_ANY_ADDRESS !== 'yes')
    wrong(
      'HOSTNAME',
      'is not loopback: the demo has made-up data and a printed password. Set SIGHTLINE_DEMO_ON_ANY_ADDRESS=yes to serve it all the same',
    )

  let publicUrl = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  if (env.NEXTAUTH_URL !== undefined) {
    const url = parseUrl(env.NEXTAUTH_URL, ['http:', 'https:'])
    if (url === null || (url.pathname !== '/' && url.pathname !== '/api/auth'))
      wrong('NEXTAUTH_URL', 'is not an http or https origin')
    else if (url.protocol === 'http:' && !isLoopback(url.hostname))
      wrong('NEXTAUTH_URL', 'must be https: browsers keep the session cookie for secure origins only')
    else publicUrl = url.origin
  } else if (!isDemo) wrong('NEXTAUTH_URL', 'is missing: the address people open in the browser')
  return { port, hostname, publicUrl, trustedProxies: readTrustedProxies(env, wrong) }
}

/** The default: a proxy on the same machine. */
export const defaultTrustedProxies: readonly string[] = ['127.0.0.0/8', '::1']

/** Wider networks include clients, who could then name any address as their own. */
const networkBitsMin = { 4: 8, 6: 16 } as const

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const family = isIP(address)
  if (family !== 4 && family !== 6) return false
  return bits === undefined || (Number(bits) >= networkBitsMin[family] && Number(bits) <= (family === 4 ? 32 : 128))
}

function readTrustedProxies(env: Environment, wrong: Wrong): readonly string[] {
  if (env.TRUSTED_PROXIES === undefined) return defaultTrustedProxies
  const networks = env.TRUSTED_PROXIES.split(',').map((part) => part.trim())
  if (!networks.every(isNetwork))
    wrong(
      'TRUSTED_PROXIES',
      'is not a list of addresses and networks with commas between them, such as 172.18.0.0/16 (IPv4 from /8, IPv6 from /16)',
    )
  return networks
}
