import 'server-only'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { type OidcSettings, oidcVariables, readSignInWays } from './env-oidc'
import { isLoopback, parseUrl, type Wrong } from './env-parts'
import { processWide } from './process-wide'

export { isLoopback }

/**
 * The only reader of `process.env`. A wrong setting stops the start with its name and never its value: messages are
 * written here, because zod's own would quote what was given.
 */
export interface Settings {
  /** `demo`: the stand-in service starts inside. `service`: the organization's real one. */
  mode: 'demo' | 'service'
  /** Null in the demo, where the stand-in gives its own address and token once it listens. */
  service: { baseUrl: string; token: string } | null
  /** Null = the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  port: number
  hostname: string
  /** Origin people use in the browser, without a trailing slash. */
  publicUrl: string
  /** Addresses and networks of the front servers whose X-Forwarded-For counts. */
  trustedProxies: readonly string[]
  /** Signs session cookies; at least 32 bytes. */
  secret: string
  admin: { email: string; password: string } | null
  /** Single sign-on; null: off. */
  oidc: OidcSettings | null
  /** False: only admins for emergencies may sign in with a password. */
  isPasswordSignInOn: boolean
  /** Who must have a second factor to sign in with a password. Everyone may have one. */
  secondFactor: SecondFactorPolicy
  /** How the service's webhooks are told from forged ones; no secret: none is accepted, unless the service gave us one. */
  webhooks: {
    /** `hmac-sha256`: of the raw body, in hex, in `x-safetyculture-signature`. `header`: the secret itself in `header`. */
    scheme: 'hmac-sha256' | 'header'
    /** Name of the header of the scheme `header`, in lower case. */
    header: string
    secret: string | null
    /** Still accepted while the service changes over. */
    previousSecret: string | null
  }
  /** Where mail is handed over; null: none is sent, except in the demo, which keeps it for its admins to read. */
  mail: MailSettings | null
  /** Whoever asks for /api/metrics shows it; null: there are none. */
  metricsToken: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** How much of the disk thumbnails may take under `dataDir`. */
  thumbnailCacheMb: number
  /** How much memory the objects of the console's process may take before it ends itself. */
  heapMb: number
  /** Tests and the bench of the demo only: options for the stand-in, as JSON. Refused with SERVICE_BASE_URL. */
  standin: Record<string, unknown>
}

const secondFactorPolicies = ['off', 'admins', 'everyone'] as const
type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps). Without it, TLS is used when the server offers it. */
  isSecure: boolean
  /** TLS or nothing: a password must not travel in the clear. */
  needsTls: boolean
  login: { user: string; password: string } | null
  from: { name: string; address: string }
}

/** Which settings are wrong, in words that never hold a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  constructor(readonly problems: ReadonlyArray<{ name: string; problem: string }>) {
    super(problems.map(({ name, problem }) => `${name} ${problem}`).join('\n'))
  }
}

const optional = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())

const optionals = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, optional])) as Record<Name, typeof optional>

const environment = z.object({
  SERVICE_BASE_URL: optional,
  SERVICE_TOKEN: optional,
  SERVICE_TOKEN_FILE: optional,
  DATABASE_URL: optional,
  DATA_DIR: optional,
  PORT: optional,
  HOSTNAME: optional,
  NEXTAUTH_URL: optional,
  TRUSTED_PROXIES: optional,
  NEXTAUTH_SECRET: optional,
  ADMIN_EMAIL: optional,
  ADMIN_PASSWORD: optional,
  SECOND_FACTOR: optional,
  WEBHOOK_SECRET: optional,
  WEBHOOK_SECRET_PREVIOUS: optional,
  WEBHOOK_SCHEME: optional,
  WEBHOOK_HEADER: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  METRICS_TOKEN: optional,
  LOG_LEVEL: optional,
  THUMBNAIL_CACHE_MB: optional,
  HEAP_MB: optional,
  SIGHTLINE_DEMO_ON_ANY_ADDRESS: optional,
  SIGHTLINE_STANDIN: optional,
  PASSWORD_SIGN_IN: optional,
  ...optionals(oidcVariables),
})

const webhookSchemes = ['hmac-sha256', 'header'] as const
const logLevels = ['debug', 'info', 'warn', 'error'] as const

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

type Environment = z.infer<typeof environment>

function readToken(env: Environment, wrong: Wrong): string | undefined {
  if (env.SERVICE_TOKEN !== undefined && env.SERVICE_TOKEN_FILE !== undefined)
    wrong('SERVICE_TOKEN_FILE', 'is set beside SERVICE_TOKEN: set one of them')
  let token = env.SERVICE_TOKEN
  if (env.SERVICE_TOKEN_FILE !== undefined && token === undefined) {
    try {
      token = readFileSync(env.SERVICE_TOKEN_FILE, 'utf8').trim()
      if (token === '') wrong('SERVICE_TOKEN_FILE', 'names an empty file')
    } catch {
      wrong('SERVICE_TOKEN_FILE', 'names a file that cannot be read')
      token = ''
    }
  }
  if (token !== undefined && token !== '' && !/^[\x21-\x7e]{8,4096}$/.test(token))
    wrong(
      env.SERVICE_TOKEN === undefined ? 'SERVICE_TOKEN_FILE' : 'SERVICE_TOKEN',
      'is not a token: 8 or more visible characters without spaces',
    )
  return token
}

function readService(env: Environment, wrong: Wrong): Pick<Settings, 'mode' | 'service'> {
  const token = readToken(env, wrong)
  if (env.SERVICE_BASE_URL === undefined) {
    if (token === undefined) return { mode: 'demo', service: null }
    wrong('SERVICE_BASE_URL', 'is missing: a token is set, but not the service it is for')
    return { mode: 'service', service: null }
  }
  const url = parseUrl(env.SERVICE_BASE_URL, ['http:', 'https:'])
  if (url === null) wrong('SERVICE_BASE_URL', 'is not an http or https address')
  else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    wrong('SERVICE_BASE_URL', 'must be a plain address without credentials, query or fragment')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    wrong('SERVICE_BASE_URL', 'must be https: the token would travel in the clear')
  else if (token === undefined)
    wrong('SERVICE_TOKEN', 'is missing: SERVICE_BASE_URL needs SERVICE_TOKEN or SERVICE_TOKEN_FILE')
  else return { mode: 'service', service: { baseUrl: url.href.replace(/\/+$/, ''), token } }
  return { mode: 'service', service: null }
}

function readDatabaseUrl(env: Environment, wrong: Wrong): string | null {
  if (env.DATABASE_URL === undefined) return null
  const url = parseUrl(env.DATABASE_URL, ['postgres:', 'postgresql:'])
  if (url === null) wrong('DATABASE_URL', 'is not a postgres:// address')
  else if (![url.username, url.password, url.pathname].every(isDecodable))
    wrong('DATABASE_URL', 'has a percent sign that stands for nothing: write it as %25')
  return env.DATABASE_URL
}

/** Where the console listens, and the address that people open. */
function readAddress(
  env: Environment,
  mode: Settings['mode'],
  wrong: Wrong,
): Pick<Settings, 'port' | 'hostname' | 'publicUrl'> {
  const port = env.PORT === undefined ? 3000 : Number(env.PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) wrong('PORT', 'is not a port number from 1 to 65535')
  const hostname = env.HOSTNAME ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0')
  if (mode === 'demo' && !isLoopback(hostname) && env.SIGHTLINE_DEMO_ON_ANY_ADDRESS !== 'yes')
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
  } else if (mode === 'service') wrong('NEXTAUTH_URL', 'is missing: the address people open in the browser')
  return { port, hostname, publicUrl }
}

/** A front server on the same machine, when nothing else is said. */
export const defaultTrustedProxies: readonly string[] = ['127.0.0.0/8', '::1']

/** Wider networks hold clients too, who could then name any address as their own. */
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

function readSecret(env: Environment, wrong: Wrong): string {
  const secret = env.NEXTAUTH_SECRET ?? ''
  if (secret === '') wrong('NEXTAUTH_SECRET', 'is missing: 32 or more random bytes that sign the session cookies')
  else if (Buffer.byteLength(secret) < 32) wrong('NEXTAUTH_SECRET', 'is too short: it needs 32 or more bytes')
  return secret
}

function readAdmin(env: Environment, wrong: Wrong): Settings['admin'] {
  if (env.ADMIN_EMAIL === undefined && env.ADMIN_PASSWORD === undefined) return null
  const admin = { email: env.ADMIN_EMAIL ?? '', password: env.ADMIN_PASSWORD ?? '' }
  if (!z.email().safeParse(env.ADMIN_EMAIL).success) wrong('ADMIN_EMAIL', 'is not an e-mail address')
  if (admin.password.length < 12) wrong('ADMIN_PASSWORD', 'is too short: it needs 12 or more characters')
  // The sign-in form takes no more, so nobody could use a longer one.
  if (admin.password.length > 256) wrong('ADMIN_PASSWORD', 'is too long: it may have 256 characters')
  return admin
}

function readSecondFactor(env: Environment, wrong: Wrong): SecondFactorPolicy {
  const policy = secondFactorPolicies.find((name) => name === (env.SECOND_FACTOR ?? 'off'))
  if (policy === undefined) wrong('SECOND_FACTOR', `is none of ${secondFactorPolicies.join(', ')}`)
  return policy ?? 'off'
}

function readWebhooks(env: Environment, wrong: Wrong): Settings['webhooks'] {
  for (const name of ['WEBHOOK_SECRET', 'WEBHOOK_SECRET_PREVIOUS'] as const) checkTokenLength(env, name, wrong)
  if (env.WEBHOOK_SECRET_PREVIOUS !== undefined && env.WEBHOOK_SECRET === undefined)
    wrong('WEBHOOK_SECRET_PREVIOUS', 'is set without WEBHOOK_SECRET')
  const scheme = webhookSchemes.find((name) => name === (env.WEBHOOK_SCHEME ?? 'hmac-sha256'))
  if (scheme === undefined) wrong('WEBHOOK_SCHEME', `is none of ${webhookSchemes.join(', ')}`)
  const header = (env.WEBHOOK_HEADER ?? 'x-webhook-secret').toLowerCase()
  if (!/^[a-z0-9-]{1,100}$/.test(header)) wrong('WEBHOOK_HEADER', 'is not the name of a header')
  return {
    scheme: scheme ?? 'hmac-sha256',
    header,
    secret: env.WEBHOOK_SECRET ?? null,
    previousSecret: env.WEBHOOK_SECRET_PREVIOUS ?? null,
  }
}

function checkTokenLength(
  env: Environment,
  name: 'WEBHOOK_SECRET' | 'WEBHOOK_SECRET_PREVIOUS' | 'METRICS_TOKEN',
  wrong: Wrong,
): void {
  if (env[name] !== undefined && env[name].length < 16) wrong(name, 'is too short: it needs 16 or more characters')
}

function readMetricsToken(env: Environment, wrong: Wrong): string | null {
  checkTokenLength(env, 'METRICS_TOKEN', wrong)
  return env.METRICS_TOKEN ?? null
}

function readMail(env: Environment, wrong: Wrong): MailSettings | null {
  if (env.SMTP_URL === undefined) {
    if (env.MAIL_FROM !== undefined) wrong('MAIL_FROM', 'is set without SMTP_URL')
    return null
  }
  const from = readSender(env, wrong)
  const url = parseUrl(env.SMTP_URL, ['smtp:', 'smtps:'])
  if (url === null) wrong('SMTP_URL', 'is not an smtp:// or smtps:// address')
  else if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    wrong('SMTP_URL', 'may hold credentials, a host and a port, and nothing else')
  else if (![url.username, url.password].every(isDecodable))
    wrong('SMTP_URL', 'has a percent sign that stands for nothing: write it as %25')
  else if ((url.username === '') !== (url.password === ''))
    wrong('SMTP_URL', 'needs both a user and a password, or neither')
  else {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isSecure = url.protocol === 'smtps:'
    const login =
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
    const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port)
    return { host, port, isSecure, needsTls: login !== null && !isLoopback(host), login, from }
  }
  return null
}

/** `Sightline <sightline@example.com>`, or the address alone. */
function readSender(env: Environment, wrong: Wrong): MailSettings['from'] {
  const [, name = '', address = ''] = /^(?:([^<>\p{Cc}]{1,100})<([^<>]+)>|)$/u.exec(env.MAIL_FROM ?? '') ?? []
  const from = address === '' ? { name: 'Sightline', address: env.MAIL_FROM ?? '' } : { name: name.trim(), address }
  if (env.MAIL_FROM === undefined) wrong('MAIL_FROM', 'is missing: the address that mail is sent from')
  else if (!z.email().safeParse(from.address).success) wrong('MAIL_FROM', 'is not an email address')
  return from
}

function readLogLevel(env: Environment, wrong: Wrong): Settings['logLevel'] {
  const logLevel = logLevels.find((level) => level === (env.LOG_LEVEL ?? 'info'))
  if (logLevel === undefined) wrong('LOG_LEVEL', `is none of ${logLevels.join(', ')}`)
  return logLevel ?? 'info'
}

/** Whole megabytes. */
function readMegabytes(
  env: Environment,
  name: 'THUMBNAIL_CACHE_MB' | 'HEAP_MB',
  usual: number,
  min: number,
  wrong: Wrong,
): number {
  const megabytes = env[name] === undefined ? usual : Number(env[name])
  if (!Number.isInteger(megabytes) || megabytes < min || megabytes > 10_000_000)
    wrong(name, `is not a whole number of megabytes from ${min} on`)
  return megabytes
}

function readStandin(env: Environment, mode: Settings['mode'], wrong: Wrong): Settings['standin'] {
  if (env.SIGHTLINE_STANDIN === undefined) return {}
  if (mode === 'service')
    wrong('SIGHTLINE_STANDIN', 'is for the demo alone: there is no stand-in beside a real service')
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(env.SIGHTLINE_STANDIN))
  } catch {
    wrong('SIGHTLINE_STANDIN', 'is not a JSON object')
    return {}
  }
}

/**
 * Reads the settings from an environment.
 * @throws SettingsError naming every wrong variable, without values.
 */
export function parseSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const env = environment.parse(source)
  const problems: Array<{ name: string; problem: string }> = []
  const wrong: Wrong = (name, problem) => {
    problems.push({ name, problem })
  }
  const { mode, service } = readService(env, wrong)
  const read: Settings = {
    mode,
    service,
    databaseUrl: readDatabaseUrl(env, wrong),
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR ?? './data'),
    ...readAddress(env, mode, wrong),
    trustedProxies: readTrustedProxies(env, wrong),
    secret: readSecret(env, wrong),
    admin: readAdmin(env, wrong),
    ...readSignInWays(env, wrong),
    secondFactor: readSecondFactor(env, wrong),
    webhooks: readWebhooks(env, wrong),
    mail: readMail(env, wrong),
    metricsToken: readMetricsToken(env, wrong),
    logLevel: readLogLevel(env, wrong),
    thumbnailCacheMb: readMegabytes(env, 'THUMBNAIL_CACHE_MB', 1_024, 16, wrong),
    heapMb: readMegabytes(env, 'HEAP_MB', 512, 128, wrong),
    standin: readStandin(env, mode, wrong),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return read
}

/** Every secret among the settings, for the log to leave out. */
export function listSecrets({
  service,
  secret,
  admin,
  oidc,
  webhooks,
  mail,
  metricsToken,
  databaseUrl,
}: Settings): string[] {
  const url = databaseUrl === null ? null : new URL(databaseUrl)
  return [
    service?.token,
    secret,
    admin?.password,
    oidc?.clientSecret,
    webhooks.secret,
    webhooks.previousSecret,
    mail?.login?.password,
    metricsToken,
    url === null ? null : decodeURIComponent(url.password),
  ].filter((one) => one !== undefined && one !== null)
}

/** The settings of this process, read once. */
export function settings(): Settings {
  return processWide('settings', () => parseSettings(process.env))
}
