import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyPassword } from '@/lib/auth/password'
import { findEmbedded } from '@/lib/db/embedded/embedded'
import { openDatabase } from '@/lib/db/instance'
import { makeTestFolder, removeTestFolder, type SecondServer, silentLog, startSecondServer } from '@/lib/db/testing'
import { findProcesses, waitUntilRemoved } from '@/lib/db/testing-processes'
import type { Database } from '@/lib/db/types'
import { isFull } from '@/lib/testing/random-runs'
import { runBackup, runRestore } from '../backup-commands'
import { runAdmin } from './run'

const given = 'walnut-cobalt-fern-orbit'
const secret = 'a secret of the tests, 32 bytes or more'

let folder: string
let server: SecondServer
/** The two kinds of databases that a console can use: one on a server, and a private one. */
const env: Record<'server' | 'private', Record<string, string>> = { server: {}, private: {} }

beforeAll(async () => {
  folder = await makeTestFolder('admin')
  server = await startSecondServer()
  env.server = { DATABASE_URL: server.url, NEXTAUTH_SECRET: secret }
  env.private = { DATA_DIR: path.join(folder, 'data'), NEXTAUTH_SECRET: secret }
  for (const kind of ['server', 'private'] as const) await (await openOwn(kind)).close()
})
afterAll(async () => {
  await server.stop()
  await waitUntilRemoved(folder)
  await removeTestFolder(folder)
})

/** Opens the database as a running console does. */
const openOwn = (kind: 'server' | 'private') =>
  openDatabase({ databaseUrl: env[kind]['DATABASE_URL'] ?? null, dataDir: env[kind]['DATA_DIR'] ?? '', log: silentLog })

async function run(kind: 'server' | 'private', words: string, more: Record<string, string> = {}, stdin = '') {
  const said = { out: '', err: '' }
  const code = await runAdmin(words.split(' '), {
    env: { ...env[kind], ...more },
    stdin: Readable.from([stdin]),
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  })
  return { code, ...said }
}

async function stored(db: Database, email: string) {
  const { rows } = await db.query<{ role: string; hash: string; disabled: boolean; is_break_glass: boolean }>(
    `select role, password_hash as hash, disabled_at is not null as disabled, is_break_glass from users where email = $1`,
    [email],
  )
  return rows[0]
}
const shown = (out: string) => /Password {2}(\S+)/.exec(out)?.[1] ?? ''

describe('npm run backup and npm run restore', () => {
  it('use the server of DATABASE_DIRECT_URL for the session that a connection pooler does not give', async () => {
    const file = path.join(folder, 'direct.backup')
    const attempt = async (command: typeof runBackup, words: string[], direct: string) => {
      const said: string[] = []
      const say = (line: string) => void said.push(line)
      const around = { env: { ...env.server, DATABASE_DIRECT_URL: direct }, root: folder, say, complain: say }
      return { code: await command(words, around), said: said.join('\n') }
    }
    const nowhere = 'postgres://owner:secret@127.0.0.1:1/postgres'
    const refused = await attempt(runBackup, ['--to', file], nowhere)
    expect(refused.said).toContain('Check DATABASE_DIRECT_URL')
    expect(refused.code).toBe(1)
    expect(await attempt(runBackup, ['--to', file], server.url)).toMatchObject({ code: 0 })
    expect((await attempt(runRestore, [file], nowhere)).said).toContain('Check DATABASE_DIRECT_URL')
  })
})

/** Each test continues from the state that the previous one left, also in the next group. */
const kinds = isFull ? (['server', 'private'] as const) : (['private'] as const)

describe.each(kinds)('npm run admin with the %s database', (kind) => {
  let db: Database
  beforeAll(async () => {
    db = await openOwn(kind)
  })
  afterAll(() => db.close())

  it('creates an admin while a console runs, shows the password once and logs the creation', async () => {
    const { code, out } = await run(kind, 'create --email grace.hopper@example.com')
    expect(code).toBe(0)
    expect(out).toContain('Created the account of Grace Hopper (admin).')
    const account = await stored(db, 'grace.hopper@example.com')
    expect(account?.role).toBe('admin')
    expect(await verifyPassword(shown(out), account?.hash ?? null)).toBe(true)
    const { rows } = await db.query(
      `select actor_name, actor_id, action, after from activity where object_name = 'Grace Hopper'`,
    )
    const after = { email: 'grace.hopper@example.com', role: 'admin' }
    expect(rows).toEqual([{ actor_name: 'Command line', actor_id: null, action: 'account.create', after }])
  })

  it('says what to do when the person exists, even if the address has other capitals', async () => {
    const again = await run(kind, 'create --email Grace.Hopper@EXAMPLE.com')
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toContain('npm run admin -- reset-password --email grace.hopper@example.com')
  })

  it('reads a password from the standard input and never repeats it', async () => {
    const words = 'create --email ann@example.com --role editor --password-stdin'
    expect((await run(kind, words, {}, 'short\n')).err).toContain('Use at least 12 characters.')
    expect((await run(kind, words)).err).toContain('There is no password in the standard input.')
    const { code, out, err } = await run(kind, words, {}, `${given}\n`)
    expect(code).toBe(0)
    expect(out + err).not.toContain(given)
    expect(await verifyPassword(given, (await stored(db, 'ann@example.com'))?.hash ?? null)).toBe(true)
  })

  it('sets a new password and ends the sessions', async () => {
    await db.query(`insert into sessions (sid, user_id, created_at, last_seen_at, address, agent)
      select 'sid-of-ann', user_id, now(), now(), '', '' from users where email = 'ann@example.com'`)
    const { code, out } = await run(kind, 'reset-password --email ann@example.com')
    expect(code).toBe(0)
    expect(out).toContain('Sessions ended: 1.')
    expect(await verifyPassword(shown(out), (await stored(db, 'ann@example.com'))?.hash ?? null)).toBe(true)
    expect((await run(kind, 'reset-password --email nobody@example.com')).code).toBe(1)
  })

  it('disables and enables, but not the last admin who can sign in', async () => {
    expect((await run(kind, 'disable --email ann@example.com')).code).toBe(0)
    expect((await stored(db, 'ann@example.com'))?.disabled).toBe(true)
    const last = await run(kind, 'disable --email grace.hopper@example.com')
    expect(last.code).toBe(1)
    expect(last.err).toContain('the last admin who can sign in')
    expect((await stored(db, 'grace.hopper@example.com'))?.disabled).toBe(false)
    expect((await run(kind, 'enable --email ann@example.com')).code).toBe(0)
    expect((await stored(db, 'ann@example.com'))?.disabled).toBe(false)
  })

  it('reports that password sign-in is off, and creates an admin for emergencies', async () => {
    const off = { PASSWORD_SIGN_IN: 'off' }
    expect((await run(kind, 'reset-password --email grace.hopper@example.com', off)).out).toContain('add --break-glass')
    const { out } = await run(kind, 'create --email fire@example.com --break-glass', off)
    expect(out).not.toContain('add --break-glass')
    expect((await stored(db, 'fire@example.com'))?.is_break_glass).toBe(true)
    const { err } = await run(kind, 'reset-password --email ann@example.com --break-glass', off)
    expect(err).toContain('for admins only')
  })

  it('unlocks a person after failed password attempts', async () => {
    await run(kind, 'unlock --email ann@example.com')
    const { rows } = await db.query(`select actor_name from activity where action = 'account.unlock'`)
    expect(rows).toEqual([{ actor_name: 'Command line' }])
    expect((await run(kind, 'unlock --email ann@example.com', { NEXTAUTH_SECRET: '' })).code).toBe(1)
  })

  it('erases a person, and says what must be erased elsewhere', async () => {
    await run(kind, 'create --email erin@example.com --role viewer')
    const { code, out } = await run(kind, 'erase --email Erin@example.com')
    expect(code).toBe(0)
    expect(out).toContain('Deleted the account')
    expect(out).toContain('Removed the person from 1 entries of the activity log')
    expect(out).toContain('Kept outside of the database: backups')
    expect(await stored(db, 'erin@example.com')).toBeUndefined()
    expect((await run(kind, 'erase --email erin@example.com')).out).toContain(
      'Nobody has an account with this address.',
    )
  })

  it('lists all accounts without control characters that a terminal would obey', async () => {
    await db.query(`update users set name = E'An\\u001b[2Jn' where email = 'ann@example.com'`)
    await db.query(`insert into identities (issuer, subject, user_id)
      select 'https://id.example.com/', 'ann', user_id from users where email = 'ann@example.com'`)
    const { code, out } = await run(kind, 'list')
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/^EMAIL +NAME +ROLE +STATE +SIGNS IN WITH/)
    expect(out).toMatch(/ann@example\.com +An\[2Jn +editor +active +password +no +never/)
    expect(out).toMatch(/fire@example\.com +Fire +admin +active +password \(break-glass\)/)
    const withIssuer = await run(kind, 'list', { OIDC_ISSUER: 'https://id.example.com' })
    expect(withIssuer.out).toMatch(/ann@example\.com +An\[2Jn +editor +active +password, single sign-on/)
  })
})

describe('npm run admin', () => {
  it('starts the private database when no console runs, and stops it afterwards', { tags: ['full'] }, async () => {
    const { code, out } = await run('private', 'list')
    expect(code).toBe(0)
    expect(out).toContain('grace.hopper@example.com')
    expect(findProcesses(folder)).toEqual([])
  })

  it('leaves a working database when it is killed midway', { tags: ['full'] }, async () => {
    const words = ['create', '--email', 'late@example.com', '--password-stdin']
    const main = path.resolve('lib/launch/admin/main.ts')
    const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', main, ...words], {
      env: { NODE_ENV: 'test', PATH: process.env['PATH'], ...env.private },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // By then the command has started its database and waits for the password.
    await vi.waitUntil(async () => (await findEmbedded(env.private['DATA_DIR'] ?? '')) !== null, {
      interval: 50,
      timeout: 60_000,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { code, out } = await run('private', 'list')
    expect(code).toBe(0)
    expect(out).toContain('grace.hopper@example.com')
    expect(out).not.toContain('late@example.com')
  })

  it('creates no database where none exists, and names the invalid settings', async () => {
    const nothing = await run('private', 'list', { DATA_DIR: path.join(folder, 'elsewhere') })
    expect(nothing.code).toBe(1)
    expect(nothing.err).toContain('Start Sightline once')
    const wrong = await run('private', 'list', { DATABASE_URL: 'mysql://x' })
    expect(wrong.err).toContain('DATABASE_URL')
  })

  it('prints help, and reports a wrong command by its exit code', async () => {
    expect(await run('server', 'help')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('list') as string,
    })
    expect((await run('server', 'remove')).code).toBe(2)
  })
})
