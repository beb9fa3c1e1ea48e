import { parseArgs } from 'node:util'
import { startStandin } from './server'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    inspections: { type: 'string', default: '2400' },
    assets: { type: 'string', default: '1200' },
    users: { type: 'string', default: '400' },
    seed: { type: 'string', default: '7' },
    token: { type: 'string' },
    login: { type: 'string' },
    'no-limits': { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    exclusive: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
  },
})

function readWhole(name: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw new Error(`--${name} must be a whole number up to ${max}`)
  return value
}

/** `name:password`, for POST /auth. */
function readLogin(text: string): { username: string; password: string } {
  const at = text.indexOf(':')
  if (at < 1 || at === text.length - 1)
    throw new Error('--login must be a name and a password with a colon between them')
  return { username: text.slice(0, at), password: text.slice(at + 1) }
}

try {
  const standin = await startStandin({
    host: values.host,
    port: readWhole('port', values.port, 65_535),
    inspections: readWhole('inspections', values.inspections, 50_000_000),
    assets: readWhole('assets', values.assets, 100_000),
    users: readWhole('users', values.users, 100_000),
    seed: readWhole('seed', values.seed, 2_147_483_647),
    live: values.live,
    limits: values['no-limits'] ? 'off' : 'table',
    bound: values.exclusive ? 'exclusive' : 'inclusive',
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values.login === undefined ? {} : { login: readLogin(values.login) }),
    ...(values.token === undefined ? {} : { tokens: [{ token: values.token, permissions: 'all' as const }] }),
  })
  process.stdout.write(`SERVICE_BASE_URL=${standin.baseUrl}\nSERVICE_TOKEN=${standin.token}\n`)
  const stop = () => {
    void standin.close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'the stand-in did not start'}\n`)
  process.exit(1)
}
