import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '@/lib/db/instance'
import { makeTestFolder, openTestDatabase, removeTestFolder, silentLog, type TestDatabase } from '@/lib/db/testing'
import { checkSettings } from './check-settings'

let folder: string
let db: TestDatabase
let url: string
beforeAll(async () => {
  folder = await makeTestFolder('check')
  db = await openTestDatabase()
  const { host = '', port, user, password, database } = db.connection
  const server = new URL(`postgres://x/${database}`)
  server.username = String(user)
  server.password = String(password)
  server.searchParams.set('host', host)
  server.searchParams.set('port', String(port))
  url = server.href
})
afterAll(async () => {
  await db.close()
  await removeTestFolder(folder)
})

async function check(more: Record<string, string>) {
  const said: string[] = []
  const env = {
    SERVICE_BASE_URL: 'https://service.example',
    SERVICE_TOKEN: 'hidden-token-0123456789',
    NEXTAUTH_URL: 'https://console.example',
    NEXTAUTH_SECRET: 'hidden-secret-0123456789-0123456789',
    DATA_DIR: path.join(folder, 'data'),
    HOSTNAME: '127.0.0.1',
    ...more,
  }
  // No settings files in this folder.
  const code = await checkSettings(env, folder, (line) => said.push(line))
  const text = said.join('\n')
  expect(text).not.toContain('hidden')
  return { code, text }
}

function keepSettings(text: string): string {
  const file = path.join(folder, 'settings')
  writeFileSync(file, text)
  chmodSync(file, 0o600)
  return file
}

describe('npm run check-settings', () => {
  it('says that a start works, and leaves nothing behind', async () => {
    const { code, text } = await check({ DATABASE_URL: url, PORT: '39417' })
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringMatching(/^ok .*\n(?:ok .*\n)+Sightline can start\.$/) as string,
    })
    expect(text).toContain('is up to date')
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  it('reads one settings file, which the environment overrides, and notes names that it does not know', async () => {
    const file = keepSettings('PORT=0\nLOG_LEVEL=loud\nMETRICS_TOKN=hidden\n')
    const refused = await check({ SETTINGS_FILE: file, LOG_LEVEL: 'info' })
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/^error {2}PORT /)
    expect(refused.text).not.toContain('LOG_LEVEL')
    const noted = await check({ SETTINGS_FILE: file, LOG_LEVEL: 'info', PORT: '39417' })
    expect(noted).toMatchObject({ code: 0, text: expect.stringContaining('METRICS_TOKN') as string })
  })

  it('notes secrets that every user of the machine can read', async () => {
    const file = keepSettings('hidden-metrics-token')
    chmodSync(file, 0o644)
    expect((await check({ METRICS_TOKEN_FILE: file, PORT: '39417' })).text).toMatch(
      /^note {3}METRICS_TOKEN_FILE .*600/m,
    )
  })

  it('finds a busy port, a folder of the demo and a database that is not there', async () => {
    const busy = createServer()
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const address = busy.address()
    writeFileSync(path.join(folder, 'mode'), 'demo\n')
    const { code, text } = await check({
      PORT: String(typeof address === 'object' && address !== null ? address.port : 0),
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/nowhere',
    })
    await new Promise((resolve) => busy.close(resolve))
    expect(code).toBe(1)
    expect(text).toMatch(/^error {2}Port \d+ .*in use/m)
    expect(text).toMatch(/^error {2}DATA_DIR holds data of the demo/m)
    expect(text).toMatch(/^error {2}The database server at 127.0.0.1:1 cannot be reached/m)
    expect(text).toContain('cannot start: 3 errors')
  })

  it('refuses a database that a newer version has migrated', async () => {
    await using newer = await openTestDatabase()
    await newer.query(`insert into schema_migrations (name, checksum) values ('9999_future', 'x')`)
    const there = new URL(url)
    there.pathname = `/${newer.connection.database}`
    const { code, text } = await check({ DATABASE_URL: there.href, PORT: '39417' })
    expect(code).toBe(1)
    expect(text).toMatch(/newer version/)
    await expect(openDatabase({ databaseUrl: there.href, dataDir: folder, log: silentLog })).rejects.toThrow(
      'newer version',
    )
  })
})
