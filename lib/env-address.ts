import { isIP } from 'node:net'
import * as z from 'zod'
import { isLoopback, parseUrl, type Wrong } from './env-parts'
import type { Environment } from './env-variables'

/** Where the console listens, and the address that people open. */
export interface AddressSettings {
  port: number
  hostname: string
  /** The address that people open, without a trailing slash: an origin, and `basePath`. */
  publicUrl: string
  /** The path of the host under which Sightline is served, such as `/sightline`; empty for the root of the host. */
  basePath: string
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
}

/** `isDemo`: the console listens only on this machine, unless set otherwise. */
export function readAddress(env: Environment, isDemo: boolean, wrong: Wrong): AddressSettings {
  const port = env.PORT === undefined ? 3000 : Number(env.PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) wrong('PORT', 'is not a port number from 1 to 65535')
  const hostname = env.HOSTNAME ?? (isDemo ? '127.0.0.1' : '0.0.0.0')
  if (isDemo && !isLoopback(hostname) && env.SIGHTLINE_DEMO_ON_ANY_ADDRESS !== 'yes')
    wrong(
      'HOSTNAME',
      'is not loopback: the demo has made-up data and a printed password. Set SIGHTLINE_DEMO_ON_ANY_ADDRESS=yes to serve it all the same',
    )

  const basePath = readBasePath(env, wrong)
  const isBelowBase = (pathname: string) => ['', '/', '/api/auth'].some((end) => pathname === basePath + end)
  let publicUrl = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}${basePath}`
  if (env.NEXTAUTH_URL !== undefined) {
    const url = parseUrl(env.NEXTAUTH_URL, ['http:', 'https:'])
    if (url === null) wrong('NEXTAUTH_URL', 'is not an http or https address')
    else if (env.BASE_PATH === undefined && !isBelowBase(url.pathname))
      wrong('NEXTAUTH_URL', 'has a path: set BASE_PATH too, for the build and for the start, or leave the path out')
    else if (basePath !== '' && !isBelowBase(url.pathname)) wrong('NEXTAUTH_URL', 'must end with the path in BASE_PATH')
    else if (url.protocol === 'http:' && !isLoopback(url.hostname))
      wrong('NEXTAUTH_URL', 'must be https: browsers keep the session cookie for secure origins only')
    else publicUrl = url.origin + basePath
  } else if (!isDemo) wrong('NEXTAUTH_URL', 'is missing: the address people open in the browser')
  return { port, hostname, publicUrl, basePath, trustedProxies: readTrustedProxies(env, wrong) }
}

/**
 * The first parts of our own paths. Next removes the base path twice, so a path such as /api/api/health would not be
 * found.
 */
export const ownNames: readonly string[] = [
  '_next',
  'activity',
  'api',
  'assets',
  'connections',
  'explorer',
  'exports',
  'inbox',
  'insights',
  'inspections',
  'invitation',
  'media',
  'outgoing',
  'reset-password',
  'response-sets',
  'review',
  'rules',
  'settings',
  'sign-in',
  'start',
  'status-groups',
  'system',
  'templates',
  'training',
  'user-jobs',
  'users',
  'webhooks',
]

const basePathSetting = z
  .string()
  .max(100)
  .regex(/^(?:\/[a-z0-9][\w.~-]*)+$/i)

function readBasePath({ BASE_PATH: given = '' }: Environment, wrong: Wrong): string {
  if (given === '') return ''
  const { success } = basePathSetting.safeParse(given)
  if (!success)
    wrong(
      'BASE_PATH',
      'is not a path such as /sightline: a slash before each name, none at the end, and no other signs',
    )
  else if (ownNames.includes(given.split('/')[1] ?? ''))
    wrong('BASE_PATH', 'begins with the name of one of our own pages: choose another one, such as /sightline')
  return success ? given : ''
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
