import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import S3rver from 's3rver'
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
  // The folder has no settings files.
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

  it('reads one settings file, which the environment overrides, and notes unknown names in it', async () => {
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

  it('finds a busy port, a folder of the demo and a database that cannot be reached', async () => {
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

  it('finds a build for another path', async () => {
    const build = path.join(folder, '.next-other')
    mkdirSync(build)
    writeFileSync(path.join(build, 'BUILD_ID'), 'x')
    writeFileSync(path.join(build, 'routes-manifest.json'), '{"basePath":"/sightline"}')
    const env = { SIGHTLINE_DIST_DIR: '.next-other', PORT: '39417' }
    const refused = await check(env)
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/^error {2}BASE_PATH is part of a build\. This one is for the path \/sightline/m)
    const right = { BASE_PATH: '/sightline', NEXTAUTH_URL: 'https://console.example/sightline' }
    expect(await check({ ...env, ...right })).toMatchObject({ code: 0 })
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

const checkReplica = (readUrl: string) => check({ DATABASE_URL: url, DATABASE_READ_URL: readUrl, PORT: '39417' })

it('notes that a start moves a private database to a newer PostgreSQL', async () => {
  const data = path.join(folder, 'older', 'postgres', 'data')
  mkdirSync(data, { recursive: true })
  writeFileSync(path.join(data, 'PG_VERSION'), '15\n')
  const { code, text } = await check({ DATA_DIR: path.join(folder, 'older'), PORT: '39417' })
  expect(code).toBe(0)
  expect(text).toMatch(/^note {3}The private PostgreSQL in DATA_DIR is of version 15\. A start moves it to 18/m)
})

describe('the replica of DATABASE_READ_URL', () => {
  it('does not prevent a start when it is the primary itself or cannot be reached', async () => {
    const primary = await checkReplica(url)
    expect(primary.code).toBe(0)
    expect(primary.text).toMatch(/^warn {3}The server at .* of DATABASE_READ_URL is no standby/m)
    expect(primary.text).toContain('can start, but 1 of its settings will not work')
    const away = await checkReplica('postgres://u:hidden@127.0.0.1:1/nowhere')
    expect(away.code).toBe(0)
    expect(away.text).toMatch(/^warn {3}The database server at 127.0.0.1:1 cannot be reached. Check DATABASE_READ_URL/m)
  })

  it('is an error when it has another database, because lists would show the rows of that database', async () => {
    await using other = await openTestDatabase()
    const there = new URL(url)
    there.pathname = `/${other.connection.database}`
    const { code, text } = await checkReplica(there.href)
    expect(code).toBe(1)
    expect(text).toMatch(/^error {2}DATABASE_READ_URL names another database/m)
  })
})

describe('a bucket', () => {
  let server: S3rver
  let address: string
  let directory: string
  const listObjects = () => readdirSync(directory, { recursive: true, encoding: 'utf8' })
  beforeAll(async () => {
    directory = path.join(folder, 's3')
    const configureBuckets = [{ name: 'here' }]
    server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    address = `http://127.0.0.1:${(await server.run()).port}`
  })
  afterAll(() => server.close().catch(() => {}))

  const checkThumbnails = (more: Record<string, string> = {}) =>
    check({
      PORT: '39417',
      THUMBNAIL_STORE: 's3',
      THUMBNAIL_S3_URL: `${address}/here/thumbs`,
      THUMBNAIL_S3_KEY_ID: 'S3RVER',
      THUMBNAIL_S3_SECRET: 'S3RVER',
      ...more,
    })
  const exports_ = { EXPORT_S3_KEY_ID: 'S3RVER', EXPORT_S3_SECRET: 'S3RVER' }

  it('for thumbnails or exports is written, read and left unchanged', async () => {
    const before = listObjects()
    const { code, text } = await checkThumbnails({ ...exports_, EXPORT_S3_URL: `${address}/here` })
    expect(code).toBe(0)
    expect(text).toMatch(/^ok {5}The bucket of THUMBNAIL_S3_URL at 127\.0\.0\.1:\d+ works$/m)
    expect(text).toMatch(/^ok {5}The bucket of EXPORT_S3_URL .* works$/m)
    expect(text).toMatch(/Sightline can start\.$/)
    // The folder that the server creates for the path remains, but no object remains.
    expect(listObjects().filter((name) => !before.includes(name) && name.includes('check-settings'))).toEqual([])
  })

  it.each([
    ['does not exist', { THUMBNAIL_S3_URL: '/gone' }, /does not exist \(404\)\. Create it/],
    [
      'refuses the key',
      { THUMBNAIL_S3_KEY_ID: 'nobody' },
      /refused to store an object \(403\)\. Check THUMBNAIL_S3_KEY_ID/,
    ],
    ['cannot be reached', { THUMBNAIL_S3_URL: 'http://127.0.0.1:1/here' }, /at 127\.0\.0\.1:1 cannot be reached/],
    ['is on an unknown host', { THUMBNAIL_S3_URL: 'http://nowhere.invalid/here' }, /host nowhere\.invalid .* unknown/],
  ])('that %s causes a warning, and a start still works', async (_, more: Record<string, string>, sentence) => {
    const { THUMBNAIL_S3_URL: given } = more
    const here = given?.startsWith('/') === true ? { ...more, THUMBNAIL_S3_URL: `${address}${given}` } : more
    const { code, text } = await checkThumbnails(here)
    expect(code).toBe(0)
    expect(/^warn {3}(.*)$/m.exec(text)?.[1]).toMatch(sentence)
    expect(text).toContain('Each console makes its own thumbnails')
  })

  it('whose key may not list objects causes a warning, and no object remains', async () => {
    const stored = new Map<string, Buffer>()
    const server_ = createHttpServer((request, response) => {
      const { method, url: object = '' } = request
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (method === 'PUT') stored.set(object, Buffer.concat(chunks))
        else if (method === 'DELETE') stored.delete(object)
        // As Amazon S3 without the right to list.
        response.writeHead(method === 'GET' && !stored.has(object) ? 403 : 200).end(stored.get(object))
      })
    })
    await new Promise<void>((resolve) => server_.listen(0, '127.0.0.1', resolve))
    const there = server_.address()
    const port = typeof there === 'object' && there !== null ? there.port : 0
    const { code, text } = await checkThumbnails({ THUMBNAIL_S3_URL: `http://127.0.0.1:${port}/thumbs` })
    await new Promise((resolve) => server_.close(resolve))
    expect(code).toBe(0)
    expect(/^warn {3}(.*)$/m.exec(text)?.[1]).toMatch(
      /to list the bucket \(s3:ListBucket\)\. Each console makes its own/,
    )
    expect(text).not.toMatch(/^ok {5}The bucket/m)
    expect(stored.size).toBe(0)
  })

  it('whose key may not delete objects works, and the name of the remaining object is reported', async () => {
    const server_ = createHttpServer((request, response) => {
      request.resume()
      response.writeHead(request.method === 'DELETE' ? 403 : 200).end()
    })
    await new Promise<void>((resolve) => server_.listen(0, '127.0.0.1', resolve))
    const there = server_.address()
    const port = typeof there === 'object' && there !== null ? there.port : 0
    const { text } = await check({ PORT: '39417', ...exports_, EXPORT_S3_URL: `http://127.0.0.1:${port}/drop` })
    await new Promise((resolve) => server_.close(resolve))
    expect(text).toMatch(/^ok {5}The bucket of EXPORT_S3_URL/m)
    expect(text).toMatch(/^note {3}The key of EXPORT_S3_KEY_ID may not delete: the object sightline-check-settings-/m)
  })
})

it('reports an EXPORT_DIR that does not exist', async () => {
  const { code, text } = await check({ PORT: '39417', EXPORT_DIR: path.join(folder, 'nowhere') })
  expect(code).toBe(0)
  expect(text).toMatch(/^warn {3}EXPORT_DIR .* does not exist or cannot be written/m)
})
