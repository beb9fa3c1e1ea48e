import 'server-only'
import path from 'node:path'
import { SettingsError } from '@/lib/env'
import { readDemoLogin } from '../demo-login'

/** What the command needs of the console's settings. */
export interface AdminSettings {
  databaseUrl: string | null
  dataDir: string
  isDemo: boolean
  /** Null where the settings have none: then nothing can be unlocked. */
  secret: string | null
  isPasswordSignInOn: boolean
  /** As `SignInWays` has it. */
  issuer: string | null
}

/**
 * Reads only what the command needs: it must also help where another setting is wrong.
 * @throws SettingsError
 */
export function readAdminSettings(env: Readonly<Record<string, string | undefined>>): AdminSettings {
  const read = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name])
  const isDemo = ['SERVICE_BASE_URL', 'SERVICE_TOKEN', 'SERVICE_TOKEN_FILE'].every((name) => read(name) === null)
  const databaseUrl = read('DATABASE_URL')
  if (databaseUrl !== null && !(/^postgres(?:ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)))
    throw new SettingsError([{ name: 'DATABASE_URL', problem: 'is not a postgres:// address' }])
  const dataDir = path.resolve(read('DATA_DIR') ?? (isDemo ? './data/demo' : './data'))
  return {
    databaseUrl,
    dataDir,
    isDemo,
    secret: read('NEXTAUTH_SECRET') ?? (isDemo ? (readDemoLogin(dataDir)?.secret ?? null) : null),
    isPasswordSignInOn: read('PASSWORD_SIGN_IN') !== 'off',
    issuer: read('OIDC_ISSUER')?.replace(/\/+$/, '') ?? null,
  }
}
