import { createHash } from 'node:crypto'
import http from 'node:http'
import { expect, test } from '../fixtures'
import type { Role } from '@/lib/access/permissions'
import { systemClock } from '@/lib/clock'
import { startConsole, waitFor, type TestConsole } from '@/lib/testing/harness'
import { makeBody, startFileService, type FileService, type Sending } from './file-service'
import { countConnections, findListener, hasFigures, readMemoryBytes } from './process-figures'

const megabyte = 1_000_000

interface Rig {
  app: TestConsole
  service: FileService
}

// All tests use one console. The first ones measure memory, so nothing may have used much of it before.
test.describe.configure({ mode: 'default' })

let rig: Rig

test.beforeAll(async () => {
  const service = await startFileService()
  rig = { service, app: await startConsole({ service: { baseUrl: service.baseUrl, token: service.token } }) }
})
test.afterAll(async () => {
  await rig.app[Symbol.asyncDispose]()
  await rig.service[Symbol.asyncDispose]()
})

/** Both ways to download a file. Each uses its own person, because rate limits apply per person. */
const doors = [
  {
    door: 'the media route',
    role: 'viewer',
    pathOf: (auditId: string, bytes: number) => `/api/media/${auditId}/${bytes}`,
  },
  {
    door: 'the pass-through',
    role: 'editor',
    pathOf: (auditId: string, bytes: number) => `/api/service/audits/${auditId}/media/${bytes}`,
  },
] as const satisfies ReadonlyArray<{ door: string; role: Role; pathOf: (auditId: string, bytes: number) => string }>

type Open = (path: string, headers?: Readonly<Record<string, string>>) => Promise<http.IncomingMessage>

function get(url: string, headers: http.OutgoingHttpHeaders): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    // One connection per download, so that leaving a download closes its connection, as in a browser.
    const request = http.get(url, { agent: false, headers }, resolve)
    request.on('error', reject)
    // Long, because a hundred downloads start at the same time and share one core with everything else on this machine.
    request.setTimeout(60_000, () => request.destroy(new Error(`no answer to ${url}`)))
  })
}

/** Opens downloads as one person, and waits when that person is rate limited. The body is not read. */
async function createReader({ app }: Rig, role: Role): Promise<Open> {
  const { cookie } = await app.signIn(role)
  return async (path, headers = {}) => {
    for (let tries = 1; ; tries += 1) {
      const response = await get(app.url + path, { ...headers, cookie: `${cookie.name}=${cookie.value}` })
      // A slow reader makes the connection silent on purpose, so there is no timeout after the headers.
      response.socket.setTimeout(0)
      if (response.statusCode === 200 || response.statusCode === 206) return response
      response.resume()
      if (response.statusCode !== 429 || tries > 10) throw new Error(`${path} answered ${response.statusCode}`)
      await systemClock.sleep(Number(response.headers['retry-after']) * 1000)
    }
  }
}

/** Closes the connection after the first bytes. */
async function leaveEarly(response: http.IncomingMessage): Promise<void> {
  await new Promise((resolve, reject) => {
    response.once('error', reject)
    response.once('data', resolve)
  })
  // Destroying the response emits an error, which must have a listener.
  response.on('error', () => undefined).destroy()
}

async function readDigest(response: http.IncomingMessage): Promise<{ bytes: number; digest: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, digest: hash.digest('hex') }
}

function sendingsOf({ service }: Rig, prefix: string): Sending[] {
  return service.sendings.filter(({ auditId }) => auditId.startsWith(prefix))
}

/** Runs `act`, and measures the memory of a process from before it to after it. */
async function measureMemory<Result>(pid: number, act: () => Promise<Result>) {
  const samples = [readMemoryBytes(pid)]
  const timer = setInterval(() => samples.push(readMemoryBytes(pid)), 20)
  const result = await act().finally(() => clearInterval(timer))
  samples.push(readMemoryBytes(pid))
  return { result, samples, first: samples[0] ?? 0, peak: Math.max(...samples) }
}

const toMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1)

function note(figure: string): void {
  test.info().annotations.push({ type: 'figure', description: figure })
  process.stdout.write(`    ${figure}\n`)
}

// Runs first, in a process whose memory nothing else has used.
for (const { door, role, pathOf } of doors)
  test(`500 MB are streamed without being kept in memory: ${door}`, { tag: ['@R23'] }, async () => {
    test.skip(!hasFigures, 'the memory of another process is read from /proc, which only Linux has')
    const open = await createReader(rig, role)
    const pid = findListener(Number(new URL(rig.app.url).port))
    // The first download lets the heap grow to its usual size, which depends on how busy the machine is. A download that is
    // kept in memory would make the second peak 250 MB higher.
    const warm = await measureMemory(
      pid,
      async () => await readDigest(await open(pathOf(`warm-${role}`, 250 * megabyte))),
    )

    const size = 500 * megabyte
    const large = await measureMemory(pid, async () => await readDigest(await open(pathOf(`large-${role}`, size))))
    const [sending] = sendingsOf(rig, `large-${role}`)
    expect(large.result).toEqual({ bytes: size, digest: sending?.digest })
    // The lowest figures say less: they depend on when the heap was last collected.
    const growth = large.peak - Math.max(warm.peak, large.first)
    note(
      `memory ${toMegabytes(large.first)} MB at first, at most ${toMegabytes(warm.peak)} with 250 MB and ${toMegabytes(large.peak)} with 500 MB, growth ${toMegabytes(growth)}, ${large.samples.length} samples`,
    )
    // Much less than either download.
    expect(warm.peak - warm.first).toBeLessThan(125 * megabyte)
    expect(large.samples.length).toBeGreaterThan(10)
    expect(growth).toBeLessThan(30 * megabyte)
  })

/** Sends a body in chunks, and stops when the response arrives. Resolves with its status; null: the connection was closed. */
function postBody(url: string, headers: http.OutgoingHttpHeaders, bytes: number): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.request(url, { method: 'POST', agent: false, headers }, (response) => {
      resolve(response.statusCode ?? null)
      request.destroy()
    })
    request.on('error', () => resolve(null))
    const piece = Buffer.alloc(64 * 1024, ' ')
    let sent = 0
    const send = () => {
      while (sent < bytes && !request.destroyed) {
        sent += piece.length
        if (request.write(piece)) continue
        request.once('drain', send)
        return
      }
      request.end()
    }
    send()
  })
}

// The second route accepts the largest bodies, 5 MB. Without a length, it reads that much before it refuses one.
for (const { how, path, hasLength, growthMax } of [
  { how: 'with a length', path: '/api/review/bulk', hasLength: true, growthMax: 50 },
  { how: 'without a length', path: '/api/saved-views', hasLength: false, growthMax: 50 },
  { how: 'without a length, where 5 MB are allowed', path: '/api/review/bulk', hasLength: false, growthMax: 100 },
])
  test(`50 bodies of 20 MB at once are refused without being kept in memory: ${how}`, { tag: ['@S20'] }, async () => {
    test.skip(!hasFigures, 'the memory of another process is read from /proc, which only Linux has')
    const { app } = rig
    const { cookie } = await app.signIn('admin')
    const pid = findListener(Number(new URL(app.url).port))
    const headers = {
      cookie: `${cookie.name}=${cookie.value}`,
      origin: new URL(app.url).origin,
      'x-requested-with': 'sightline',
      'content-type': 'application/json',
    }
    const bytes = 320 * 64 * 1024
    const length = hasLength ? { 'content-length': bytes } : {}
    const post = () => postBody(app.url + path, { ...headers, ...length }, bytes)
    const round = () => measureMemory(pid, () => Promise.all(Array.from({ length: 50 }, post)))
    const first = await round()
    const second = await round()
    for (const { result } of [first, second])
      expect(result.filter((status) => status !== 413 && status !== 429 && status !== null)).toEqual([])
    expect(first.result).toContain(413)
    const growth = second.peak - Math.max(first.peak, second.first)
    note(
      `growth ${toMegabytes(first.peak - first.first)} MB in the first round, ${toMegabytes(growth)} MB in the second; refused with 413: ${first.result.filter((status) => status === 413).length}`,
    )
    expect(first.peak - first.first).toBeLessThan(growthMax * megabyte)
    expect(growth).toBeLessThan(50 * megabyte)
  })

for (const { door, role, pathOf } of doors) {
  test(`byte ranges are served as ranges: ${door}`, { tag: ['@R23'] }, async () => {
    const open = await createReader(rig, role)
    const [size, from, to] = [5 * megabyte, 70_000, 1_200_000]
    const response = await open(pathOf('ranges', size), { range: `bytes=${from}-${to}` })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${from}-${to}/${size}`)
    expect(response.headers['content-type']).toBe('video/mp4')
    const expected = makeBody(from, to)
    expect(await readDigest(response)).toEqual({
      bytes: expected.length,
      digest: createHash('sha256').update(expected).digest('hex'),
    })
  })

  test(`a reader who disconnects ends their download at the service: ${door}`, { tag: ['@R22'] }, async () => {
    const { app, service } = rig
    const open = await createReader(rig, role)
    const port = Number(new URL(app.url).port)
    const socketsBefore = service.countSockets()
    const ownBefore = hasFigures ? countConnections(port) : 0
    const prefix = `left-${role}-`
    const size = 200 * megabyte
    const count = 100
    const responses = await Promise.all(Array.from({ length: count }, (_, at) => open(pathOf(`${prefix}${at}`, size))))
    expect(sendingsOf(rig, prefix).filter(({ closedAt }) => closedAt === null)).toHaveLength(count)
    await Promise.all(responses.map(leaveEarly))
    const leftAt = performance.now()
    const ended = () => sendingsOf(rig, prefix).filter(({ closedAt }) => closedAt !== null)
    // Less than the 30 s after which the client gives up on a silent connection.
    await waitFor('every download ends', () => Promise.resolve(ended().length === count), 10_000)
    expect(ended().filter(({ isCutOff, sent }) => isCutOff && sent < size)).toHaveLength(count)
    const last = Math.max(...ended().map(({ closedAt }) => closedAt ?? Infinity))
    note(
      `${count} of ${count} cut off, the last ${Math.max(0, Math.round(last - leftAt))} ms after the last reader left`,
    )

    // The sync keeps up to this many connections alive. They open and close independently of the downloads.
    const kept = 2
    await waitFor('connections to the service are closed', () =>
      Promise.resolve(service.countSockets() <= Math.max(socketsBefore, kept)),
    )
    if (hasFigures)
      await waitFor('connections of readers are closed', () => Promise.resolve(countConnections(port) <= ownBefore))
  })

  test(`a slow reader slows only their own download: ${door}`, { tag: ['@R23'] }, async () => {
    const open = await createReader(rig, role)
    const size = 100 * megabyte
    const name = `slow-${role}`
    const slow = await open(pathOf(name, size))
    const hash = createHash('sha256')
    let slowBytes = 0
    const take = (bytes: number | undefined) => {
      const chunk = slow.read(bytes) as Buffer | null
      if (chunk === null) return
      hash.update(chunk)
      slowBytes += chunk.length
    }
    slow.on('readable', () => undefined)
    const timer = setInterval(() => take(1024), 1_000)
    try {
      const [sending] = sendingsOf(rig, name)
      if (sending === undefined) throw new Error('the service was not asked')
      let sentBefore = -1
      // The service counts as held back when ten checks in a row find that it sent nothing more.
      let samples = 0
      await waitFor('the service is held back', () => {
        samples = sending.isHeld && sending.sent === sentBefore ? samples + 1 : 0
        sentBefore = sending.sent
        return Promise.resolve(samples >= 10)
      })
      const held = sending.sent

      const others = await Promise.all(
        Array.from(
          { length: 20 },
          async (_, at) => await readDigest(await open(pathOf(`quick-${role}-${at}`, megabyte))),
        ),
      )
      const expected = {
        bytes: megabyte,
        digest: createHash('sha256')
          .update(makeBody(0, megabyte - 1))
          .digest('hex'),
      }
      expect(others).toEqual(others.map(() => expected))
      await waitFor('the slow reader has read for some seconds', () => Promise.resolve(slowBytes >= 3 * 1024))
      expect(sending.closedAt).toBeNull()
      expect(slow.complete).toBe(false)
      // Bytes that were sent but not read are mostly in the kernel's buffers of two connections, and only a few in
      // ours.
      expect(sending.sent).toBeLessThan(size / 2)
      note(`${toMegabytes(held)} MB of ${size / megabyte} sent when held, ${slowBytes} bytes read`)
      clearInterval(timer)

      // The pause lost no bytes.
      for await (const chunk of slow as AsyncIterable<Buffer>) {
        hash.update(chunk)
        slowBytes += chunk.length
      }
      expect(slowBytes).toBe(size)
      expect(hash.digest('hex')).toBe(sending.digest)
    } finally {
      clearInterval(timer)
      slow.on('error', () => undefined).destroy()
    }
  })
}
