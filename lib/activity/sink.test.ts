import { createServer } from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { chainQueued } from './chain/chain-store'
import { recordActivity } from './journal'
import { createSinkWorker } from './chain/sink-worker'

const ann = { userId: null, name: 'Ann', email: 'ann@x.example' }
const record = async (db: TestDatabase, count: number) => {
  for (let nth = 0; nth < count; nth += 1)
    await recordActivity(db, ann, { action: 'sync.run', objectKind: 'system', objectId: null, objectName: `Nr ${nth}` })
  await chainQueued(db)
}

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const readCursor = async () => (await db.query<{ seq: number }>('select seq from activity_sink')).rows[0]?.seq

/** Sends until the cursor reaches a link. A worker that stops earlier would send received entries again. */
async function send(url: string, token: string | null, until: number): Promise<void> {
  const make = () =>
    createSinkWorker({
      database: () => Promise.resolve(db),
      clock: systemClock,
      log: silentLog,
      sink: { url: new URL(url), token },
    })
  const workers = [make(), make()]
  for (const worker of workers) worker.start()
  await vi.waitUntil(async () => (await readCursor()) === until, 30_000)
  await Promise.all(workers.map((worker) => worker.stop()))
}

function portOf(server: net.Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

it('sends every link in order to an HTTP endpoint, and sends a refused batch again', async () => {
  await record(db, 3)
  const bodies: string[] = []
  const tokens = new Set<string | undefined>()
  let refusals = 1
  const server = createServer((request, response) => {
    tokens.add(request.headers.authorization)
    const answer = async () => {
      const body = await text(request)
      const isRefused = refusals > 0
      if (isRefused) refusals -= 1
      else bodies.push(body)
      response.writeHead(isRefused ? 503 : 204).end()
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await send(`http://127.0.0.1:${portOf(server)}/log`, 'a-token', 6)
  server.close()
  const lines = bodies.flatMap((body) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number }),
  )
  expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(lines[0]).toMatchObject({ action: 'sync.run', actorEmail: 'ann@x.example', outcome: 'done', stage: 'begun' })
  expect([...tokens]).toEqual(['Bearer a-token'])
})

it('continues with syslog where it stopped, and sends each message after its length', async () => {
  await record(db, 1)
  let received = ''
  const server = net.createServer((socket) => {
    socket.on('data', (bytes) => (received += bytes.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await send(`syslog://127.0.0.1:${portOf(server)}`, null, 8)
  await vi.waitUntil(() => received.includes('"seq":8'), 30_000)
  server.close()
  const [, length = '', rest = ''] = /^(\d+) (<110>1 [\s\S]*)$/.exec(received) ?? []
  const first = Buffer.from(rest).subarray(0, Number(length)).toString()
  expect(first).toMatch(/^<110>1 \S+ \S+ sightline \d+ sync\.run - \{"seq":7,.*\}$/)
  expect(received).not.toContain('"seq":6,')
})
