import 'server-only'
import path from 'node:path'
import { SettingsError } from '@/lib/env'
import { parseDatabaseUrl } from '@/lib/env-database'
import { readSecretFiles } from '@/lib/env-secrets'
import { readDemoLogin } from '../demo-login'

/** The settings that the command needs. */
export interface AdminSettings {
  databaseUrl: string | null
  /** The address of the server without a connection pooler; null: DATABASE_URL has none. */
  databaseDirectUrl: string | null
  dataDir: string
  isDemo: boolean
  /** Null when it is not set. Then nothing can be decrypted. */
  secret: string | null
  isPasswordSignInOn: boolean
  /** The issuer of single sign-on, as in `SignInWays`. */
  issuer: string | null
}

/**
 * Reads only the settings that the command needs, because the command must also work when another setting is wrong.
 * @throws SettingsError
 */
export function readAdminSettings(given: Readonly<Record<string, string | undefined>>): AdminSettings {
  const problems: Array<{ name: string; problem: string }> = []
  const { env } = readSecretFiles(given, (name, problem) => {
    problems.push({ name, problem })
  })
  const needed = problems.filter(({ name }) => /^(?:DATABASE_URL|NEXTAUTH_SECRET)_FILE$/.test(name))
  if (needed.length > 0) throw new SettingsError(needed)
  const read = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name])
  const isDemo = ['SERVICE_BASE_URL', 'SERVICE_TOKEN', 'SERVICE_TOKEN_FILE'].every((name) => read(name) === null)
  const databaseUrl = read('DATABASE_URL')
  const address = databaseUrl === null ? null : parseDatabaseUrl(databaseUrl)
  if (address !== null && 'problem' in address)
    throw new SettingsError([{ name: 'DATABASE_URL', problem: address.problem }])
  const dataDir = path.resolve(read('DATA_DIR') ?? (isDemo ? './data/demo' : './data'))
  return {
    databaseUrl,
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    dataDir,
    isDemo,
    secret: read('NEXTAUTH_SECRET') ?? (isDemo ? (readDemoLogin(dataDir)?.secret ?? null) : null),
    isPasswordSignInOn: read('PASSWORD_SIGN_IN') !== 'off',
    issuer: read('OIDC_ISSUER')?.replace(/\/+$/, '') ?? null,
  }
}
