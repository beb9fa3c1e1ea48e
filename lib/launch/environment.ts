import 'server-only'
import { parseSettings, SettingsError, type Settings } from '@/lib/env'
import type { Command, LaunchArguments } from './arguments'
import { claimDataDir } from './data-owner'
import { keepDemoLogin } from './demo-login'

export interface Prepared {
  settings: Settings
  /** What the child gets: the given environment with every default written out. */
  env: Record<string, string>
  /** The generated sign-in, to be printed; null when an admin was configured or the service is real. */
  login: { email: string; password: string } | null
}

type Environment = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/**
 * Settles the settings before anything listens. The demo fills in what is missing; a real start never does.
 * @throws SettingsError naming every wrong variable, without values.
 */
export function prepareEnvironment(arguments_: LaunchArguments, given: Environment, machineName: string): Prepared {
  const { command, port } = arguments_
  const env: Record<string, string | undefined> = { ...given }
  // Shells and containers export the machine's own name as HOSTNAME. That is nobody's choice of an address to listen on.
  if (env['HOSTNAME'] === machineName) delete env['HOSTNAME']
  if (port !== null) env['PORT'] = port

  const isDemo = !isSet(env['SERVICE_BASE_URL']) && !isSet(env['SERVICE_TOKEN']) && !isSet(env['SERVICE_TOKEN_FILE'])
  refuseWrongCommand(command, isDemo)
  refuseFaultControl(env)
  // A demo and a real service never share an index, so by default they do not share a directory either.
  if (isDemo && !isSet(env['DATA_DIR'])) env['DATA_DIR'] = './data/demo'

  let login: Prepared['login'] = null
  if (isDemo) {
    const trial = parseSettings({ ...env, NEXTAUTH_SECRET: env['NEXTAUTH_SECRET'] || 'x'.repeat(32) })
    claimOrThrow(trial)
    const kept = keepDemoLogin(trial.dataDir)
    if (!isSet(env['NEXTAUTH_SECRET'])) env['NEXTAUTH_SECRET'] = kept.secret
    if (!isSet(env['ADMIN_EMAIL']) && !isSet(env['ADMIN_PASSWORD'])) {
      env['ADMIN_EMAIL'] = kept.email
      env['ADMIN_PASSWORD'] = kept.password
      login = { email: kept.email, password: kept.password }
    }
  }

  const settings = parseSettings(env)
  claimOrThrow(settings)
  const complete = {
    ...env,
    DATA_DIR: settings.dataDir,
    PORT: String(settings.port),
    HOSTNAME: settings.hostname,
    NEXTAUTH_URL: settings.publicUrl,
    NEXT_TELEMETRY_DISABLED: '1',
    // Next would exit on SIGTERM before the database is closed; lib/launch/boot.ts stops in order instead.
    NEXT_MANUAL_SIG_HANDLE: 'true',
    // `next dev` gives its server 100 ms to stop otherwise.
    NEXT_EXIT_TIMEOUT_MS: '10000',
    // Next leaves the settings files alone then: they were read, and values with a dollar sign are expanded once.
    __NEXT_PROCESSED_ENV: 'true',
    SIGHTLINE_LAUNCHER_PID: String(process.pid),
  }
  return { settings, env: withoutUndefined(complete), login }
}

function claimOrThrow({ dataDir, mode }: Settings): void {
  const problem = claimDataDir(dataDir, mode)
  if (problem !== null) throw new SettingsError([{ name: 'DATA_DIR', problem }])
}

function refuseWrongCommand(command: Command, isDemo: boolean): void {
  if (command === 'start' && isDemo)
    throw new SettingsError([
      {
        name: 'SERVICE_BASE_URL',
        problem: 'is missing: a start serves a real service. For made-up data: npm run demo',
      },
    ])
  if (command === 'demo' && !isDemo)
    throw new SettingsError([
      {
        name: 'SERVICE_BASE_URL',
        problem: 'or its token is set: the demo has its own service. For a real one: npm start',
      },
    ])
}

/** The stand-in's fault control is a door for tests; nobody gets it by a setting alone. */
function refuseFaultControl(env: Environment): void {
  if (env['SIGHTLINE_TEST'] === 'yes' || !isSet(env['SIGHTLINE_STANDIN'])) return
  if (asksForControl(env['SIGHTLINE_STANDIN']))
    throw new SettingsError([
      { name: 'SIGHTLINE_STANDIN', problem: 'asks for the fault control, which only tests have' },
    ])
}

/** Read as the boot will read it: in the text alone the name could be spelled with escapes. */
function asksForControl(text: string): boolean {
  try {
    const options: unknown = JSON.parse(text)
    return typeof options === 'object' && options !== null && 'control' in options
  } catch {
    // The settings refuse what is no JSON, in their own words.
    return false
  }
}

function withoutUndefined(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
