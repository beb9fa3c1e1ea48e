import net from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { databaseInfo, openDatabase } from './instance'
import { assertVersion, connectServer } from './server-database'
import { silentLog, startSecondServer } from './testing'
import type { SecondServer } from './testing'

const log = silentLog
let second: SecondServer
beforeAll(async () => {
  second = await startSecondServer()
  return () => second.stop()
})

async function refusal(url: string): Promise<Error> {
  const error: unknown = await connectServer(url, log).then(
    (db) => db.close(),
    (reason: unknown) => reason,
  )
  if (error instanceof Error) return error
  throw new Error('it connected')
}

/** All texts of an error that a log could contain. */
function unfold(error: unknown): string {
  return error instanceof Error
    ? `${error.stack} ${JSON.stringify(error)} ${unfold(error.cause)}`
    : (JSON.stringify(error) ?? '')
}

it('a server is opened, migrated and described, and no other server is started', async () => {
  const db = await openDatabase({ databaseUrl: second.url, dataDir: '/nonexistent/never-touched', log })
  const info = await databaseInfo(db)
  expect(info).toMatchObject({ kind: 'server', version: expect.stringMatching(/^1[5-9]/) })
  expect(info.migrations).toBeGreaterThan(0)
  expect(info.sizeBytes).toBeGreaterThan(1_000_000)
  await db.close()
})

it('a wrong password is reported without the password', async () => {
  const url = second.url.replace(/:[^:@]+@/, ':canary-secret@')
  const error = await refusal(url)
  expect(error.message).toMatch(/refused the user name or the password of DATABASE_URL/)
  expect(unfold(error)).not.toContain('canary')
})

it('a missing database is named', async () => {
  const error = await refusal(second.url.replace(/\/postgres$/, '/inspections-2026'))
  expect(error).toMatchObject({ reason: 'missing', message: expect.stringContaining('"inspections-2026"') })
})

it('a closed port, an unknown host and a port with another protocol are reported', async () => {
  expect(await refusal('postgres://u:canary-secret@127.0.0.1:1/x')).toMatchObject({ reason: 'unreachable' })
  const unknown = await refusal('postgres://u:canary-secret@no-such-host.invalid/x')
  expect(unknown).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('no-such-host.invalid') })
  const other = net.createServer((socket) => {
    socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const strange = await refusal(`postgres://u:canary-secret@127.0.0.1:${port}/x`)
  expect(strange).toMatchObject({ name: 'StartError' })
  for (const error of [unknown, strange]) expect(unfold(error)).not.toContain('canary')
  await new Promise((resolve) => other.close(resolve))
})

it('a server older than PostgreSQL 15 is refused, and its version is named', () => {
  expect(() => {
    assertVersion(140_013)
  }).toThrow('The console needs PostgreSQL 15 or newer, and the server of DATABASE_URL is 14.')
  assertVersion(150_000)
})
