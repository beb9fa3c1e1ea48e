import 'server-only'
import { parseSettings, SettingsError, type Settings } from '@/lib/env'
import type { Command, LaunchArguments } from './arguments'
import { claimDataDir } from './data-owner'
import { keepDemoLogin } from './demo-login'

export interface Prepared {
  settings: Settings
  /** The environment of the child process: the given one with all defaults. */
  env: Record<string, string>
  /** The generated sign-in, to be printed. Null when an admin was configured or the service is real. */
  login: { email: string; password: string } | null
}

type Environment = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''
const isGiven = (env: Environment, secret: string) => isSet(env[secret]) || isSet(env[`${secret}_FILE`])

/**
 * Determines the settings before anything listens. The demo fills in missing ones; a real start never does.
 * @throws SettingsError naming every wrong variable, without values
 */
export function prepareEnvironment(arguments_: LaunchArguments, given: Environment, machineName: string): Prepared {
  const { env, isDemo } = chooseMode(arguments_, given, machineName)
  let login: Prepared['login'] = null
  if (isDemo) {
    const hasSecret = isGiven(env, 'NEXTAUTH_SECRET')
    const trial = parseSettings(hasSecret ? env : { ...env, NEXTAUTH_SECRET: 'x'.repeat(32) })
    claimOrThrow(trial)
    const kept = keepDemoLogin(trial.dataDir)
    if (!hasSecret) env['NEXTAUTH_SECRET'] = kept.secret
    if (!isSet(env['ADMIN_EMAIL']) && !isGiven(env, 'ADMIN_PASSWORD')) {
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
    // Otherwise Next would exit on SIGTERM before the database is closed. lib/launch/boot.ts stops the console in order
    // instead.
    NEXT_MANUAL_SIG_HANDLE: 'true',
    // Otherwise `next dev` gives its server 100 ms to stop.
    NEXT_EXIT_TIMEOUT_MS: '10000',
    // Makes Next ignore the settings files. They were already read, and values with a dollar sign must be expanded only
    // once.
    __NEXT_PROCESSED_ENV: 'true',
  }
  return { settings, env: withoutUndefined(complete), login }
}

/**
 * Returns the environment with the values of the demo or of a real service, and says which of them it is. It touches no
 * file.
 * @throws SettingsError when the settings do not fit the command
 */
export function chooseMode(
  { command, port }: LaunchArguments,
  given: Environment,
  machineName: string,
): { env: Record<string, string | undefined>; isDemo: boolean } {
  const env: Record<string, string | undefined> = { ...given }
  // Shells and containers export the machine's name as HOSTNAME. There it is not meant as an address to listen on.
  if (env['HOSTNAME'] === machineName) delete env['HOSTNAME']
  if (port !== null) env['PORT'] = port
  const isDemo = !isSet(env['SERVICE_BASE_URL']) && !isGiven(env, 'SERVICE_TOKEN')
  refuseWrongCommand(command, isDemo)
  refuseFaultControl(env)
  // A demo and a real service never share an index, so by default they have separate directories.
  if (isDemo && !isSet(env['DATA_DIR'])) env['DATA_DIR'] = './data/demo'
  return { env, isDemo }
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

/** Refuses the stand-in's fault control, which is for tests. A setting alone must not enable it. */
function refuseFaultControl(env: Environment): void {
  if (env['SIGHTLINE_TEST'] === 'yes' || !isSet(env['SIGHTLINE_STANDIN'])) return
  if (asksForControl(env['SIGHTLINE_STANDIN']))
    throw new SettingsError([
      { name: 'SIGHTLINE_STANDIN', problem: 'asks for the fault control, which only tests have' },
    ])
}

/**
 * Whether the options enable fault control. The text is parsed as in the boot, because escapes could hide the name in
 * the text.
 */
function asksForControl(text: string): boolean {
  try {
    const options: unknown = JSON.parse(text)
    return typeof options === 'object' && options !== null && 'control' in options
  } catch {
    // The settings report invalid JSON themselves.
    return false
  }
}

function withoutUndefined(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
