import 'server-only'
import path from 'node:path'
import * as z from 'zod'
import { type AddressSettings, readAddress } from './env-address'
import { type ExportSettings, readExports } from './env-exports'
import { type DatabaseSettings, listDatabaseSecrets, readDatabase } from './env-database'
import { type MailSettings, readMail } from './env-mail'
import { type OidcSettings, readSignInWays } from './env-oidc'
import { type OutgoingAllow, readOutgoing } from './env-outgoing'
import type { Wrong } from './env-parts'
import { readService, type ServiceSettings } from './env-service'
import { readSecretFiles } from './env-secrets'
import { readThumbnails, type ThumbnailSettings } from './env-thumbs'
import { readUpkeep, type UpkeepSettings } from './env-upkeep'
import { readTracing, type TracingSettings } from './env-tracing'
import { type Environment, environment } from './env-variables'
import { processWide } from './process-wide'

/**
 * The only reader of `process.env`. A wrong setting prevents the start, with a message that contains its name but never
 * its value. The messages are written here, because those of zod would quote the value.
 */
export interface Settings
  extends ServiceSettings, AddressSettings, UpkeepSettings, DatabaseSettings, ThumbnailSettings, ExportSettings {
  dataDir: string
  /** Signs session cookies; at least 32 bytes. */
  secret: string
  admin: { email: string; password: string } | null
  /** Single sign-on; null: off. */
  oidc: OidcSettings | null
  /** False: only admins for emergencies may sign in with a password. */
  isPasswordSignInOn: boolean
  /** The people who must have a second factor to sign in with a password. Everyone may have one. */
  secondFactor: SecondFactorPolicy
  /**
   * How genuine webhooks are distinguished from forged ones. Without a secret, no webhook is accepted, unless the
   * service has provided a secret.
   */
  webhooks: {
    /**
     * `hmac-sha256`: the HMAC of the raw body, in hex, in `x-safetyculture-signature`. `header`: the secret itself, in
     * `header`.
     */
    scheme: 'hmac-sha256' | 'header'
    /** Name of the header of the scheme `header`, in lower case. */
    header: string
    secret: string | null
    /** Still accepted while the service switches to the new secret. */
    previousSecret: string | null
  }
  /** The mail server; null: no mail is sent, except in the demo, which stores it for its admins to read. */
  mail: MailSettings | null
  /** Private addresses that outgoing webhooks may be sent to. */
  outgoingAllow: OutgoingAllow
  /** Token that /api/metrics requires; null: there are no metrics. */
  metricsToken: string | null
  /** Where traces are sent; null: nothing is traced. */
  tracing: TracingSettings | null
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Maximum disk space for thumbnails under `dataDir`. */
  thumbnailCacheMb: number
  /** Maximum memory for the objects of the console's process before it ends itself. */
  heapMb: number
}

const secondFactorPolicies = ['off', 'admins', 'everyone'] as const
type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

/** The wrong settings, in sentences that never contain a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  constructor(readonly problems: ReadonlyArray<{ name: string; problem: string }>) {
    super(problems.map(({ name, problem }) => `${name} ${problem}`).join('\n'))
  }
}

const webhookSchemes = ['hmac-sha256', 'header'] as const
const logLevels = ['debug', 'info', 'warn', 'error'] as const

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
  // The sign-in form accepts at most this length, so a longer password could not be used.
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

function readLogLevel(env: Environment, wrong: Wrong): Settings['logLevel'] {
  const logLevel = logLevels.find((level) => level === (env.LOG_LEVEL ?? 'info'))
  if (logLevel === undefined) wrong('LOG_LEVEL', `is none of ${logLevels.join(', ')}`)
  return logLevel ?? 'info'
}

/** Reads a whole number of megabytes. */
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

/**
 * Reads the settings from an environment.
 * @throws SettingsError naming every wrong variable, without values
 */
export function parseSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const problems: Array<{ name: string; problem: string }> = []
  const secrets = readSecretFiles(source, (name, problem) => {
    problems.push({ name, problem })
  })
  const { wrong } = secrets
  const env = environment.parse(secrets.env)
  const service = readService(env, wrong)
  const read: Settings = {
    ...service,
    ...readDatabase(env, wrong),
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR ?? './data'),
    ...readAddress(env, service.mode === 'demo', wrong),
    secret: readSecret(env, wrong),
    admin: readAdmin(env, wrong),
    ...readSignInWays(env, wrong),
    secondFactor: readSecondFactor(env, wrong),
    webhooks: readWebhooks(env, wrong),
    mail: readMail(env, wrong),
    outgoingAllow: readOutgoing(env, wrong),
    metricsToken: readMetricsToken(env, wrong),
    tracing: readTracing(env, wrong),
    ...readUpkeep(env, wrong),
    logLevel: readLogLevel(env, wrong),
    thumbnailCacheMb: readMegabytes(env, 'THUMBNAIL_CACHE_MB', 1_024, 16, wrong),
    ...readThumbnails(env, wrong),
    ...readExports(env, wrong),
    heapMb: readMegabytes(env, 'HEAP_MB', 512, 128, wrong),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return read
}

/** Every secret in the settings, so that the log can remove them. */
export function listSecrets(read: Settings): string[] {
  const { service, secret, admin, oidc, webhooks, mail, metricsToken, activitySink } = read
  return [
    service?.token,
    secret,
    admin?.password,
    oidc?.clientSecret,
    webhooks.secret,
    webhooks.previousSecret,
    mail?.login?.password,
    metricsToken,
    activitySink?.token,
    read.thumbnailBucket?.secret,
    read.exportBucket?.secret,
    ...Object.values(read.tracing?.headers ?? {}),
    ...listDatabaseSecrets(read),
  ].filter((one) => one !== undefined && one !== null)
}

/** The settings of this process, read once. */
export function settings(): Settings {
  return processWide('settings', () => parseSettings(process.env))
}
