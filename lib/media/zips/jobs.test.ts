import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '@/lib/clock'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { serverText } from '@/lib/server-text'
import type { RawAnswer, RawInput, Service } from '@/lib/service/types'
import { readCsv, unpackZip } from './testing-zip'
import type { ZipContent, ZipFile } from './files'
import { ZipJobs } from './jobs'

const startMs = Date.parse('2026-11-21T09:00:00.000Z')
const megabyte = 1024 * 1024

/** A clock that only moves when the test sets it. */
function makeClock(): Clock & { nowMs: number; slept: number[] } {
  const clock = {
    nowMs: startMs,
    slept: [] as number[],
    now: () => clock.nowMs,
    sleep: (ms: number) => {
      clock.slept.push(ms)
      return Promise.resolve()
    },
  }
  return clock
}

function makeFile(mediaId: string, part: Partial<ZipFile> = {}, auditId = 'audit_1'): ZipFile {
  const inspection = {
    auditId,
    title: '=Round 7',
    template: 'Yard, "daily"',
    site: null,
    modifiedAt: '2026-11-20T10:00:00.000Z',
  }
  return {
    inspection,
    mediaId,
    isFetchable: true,
    kind: 'image',
    ext: 'jpg',
    section: 'Brakes',
    question: mediaId,
    number: 1,
    takenAt: '2026-11-20T23:30:10.000Z',
    ...part,
  }
}

const contentOf = (...files: ZipFile[]): ZipContent => ({
  files,
  inspections: new Set(files.map(({ inspection }) => inspection.auditId)).size,
  unread: 0,
})

const one = () => contentOf(makeFile('m1'))
const two = () => contentOf(makeFile('m1'), makeFile('m2'))

const answer = (part: Partial<RawAnswer>): RawAnswer => ({
  status: 200,
  headers: {},
  bytes: null,
  stream: null,
  ...part,
})

const bytesOf = (id: string, length: number) => Buffer.alloc(length, `${id} `)

/** A body in chunks that fails after `breaksAt` bytes and counts the bytes that were read. */
function makeBody(bytes: Buffer, breaksAt = Infinity): Readable & { given: number } {
  const stream = Object.assign(
    new Readable({
      highWaterMark: 64 * 1024,
      read() {
        const piece = Buffer.from(bytes.subarray(stream.given, Math.min(stream.given + 64 * 1024, breaksAt)))
        stream.given += piece.byteLength
        if (stream.given >= breaksAt) this.destroy(new Error('cut off'))
        else this.push(piece.byteLength === 0 ? null : piece)
      },
    }),
    { given: 0 },
  )
  return stream
}

type Answerer = (mediaId: string, input: RawInput, tries: number) => RawAnswer | Promise<RawAnswer>

function makeService(answerer: Answerer) {
  const asked: string[] = []
  const open = new Set<Readable>()
  const raw: Service['raw'] = async (_operation, input = {}, options = {}) => {
    options.signal?.throwIfAborted()
    const mediaId = input.params?.['mediaId'] ?? ''
    expect(options.lane).toBe('background')
    asked.push(mediaId)
    const given = await answerer(mediaId, input, asked.filter((id) => id === mediaId).length)
    if (given.stream !== null) {
      const { stream } = given
      open.add(stream)
      stream.once('close', () => open.delete(stream))
      options.signal?.addEventListener('abort', () => stream.destroy(options.signal?.reason as Error), { once: true })
    }
    return given
  }
  return { raw, asked, open }
}

let db: TestDatabase
const anna = '11111111-1111-4111-8111-111111111111'
const ben = '22222222-2222-4222-8222-222222222222'
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    `insert into users (user_id, email, name, role, password_hash)
     select id, id || '@sightline.test', id::text, 'viewer', 'x' from unnest($1::uuid[]) id`,
    [[anna, ben]],
  )
  return () => db.close()
})
beforeEach(() => db.query('truncate media_zips'))

/** The zips of a separate console. */
const makeJobs = (clock: Clock = makeClock()) =>
  new ZipJobs({ database: () => Promise.resolve(db), clock, reportEveryMs: 50 })

/** Makes the last use of all zips older. */
const letPass = (interval: string) =>
  db.query('update media_zips set touched_at = touched_at - $1::interval', [interval])

/** Waits for the next report of another console. */
const waits = { timeout: 10_000 }

const never = () => new AbortController().signal
const asked = { only: 'all', zone: 'Europe/Berlin' } as const

async function download(jobs: ZipJobs, service: Pick<Service, 'raw'>, content: ZipContent) {
  const { zipId } = await jobs.create(anna, content, asked)
  const { body } = await jobs.open(anna, zipId, { service, signal: never() })
  return { zipId, body, whole: async () => Buffer.from(await new Response(body).arrayBuffer()) }
}

function openManifest(zip: Buffer) {
  const entries = unpackZip(zip)
  const manifest = entries.find(({ name }) => name === 'manifest.csv')?.bytes.toString() ?? ''
  return { entries, text: manifest, lines: readCsv(manifest) }
}

describe('a zip of files', () => {
  it('has each file with its name and time, and a manifest with hashes', async () => {
    const service = makeService((id) =>
      id === 'm1' ? answer({ bytes: bytesOf(id, 100) }) : answer({ stream: makeBody(bytesOf(id, 700_000)) }),
    )
    const jobs = makeJobs()
    const { zipId, whole } = await download(jobs, service, contentOf(makeFile('m1'), makeFile('m2', { takenAt: null })))
    const { entries, lines, text } = openManifest(await whole())
    expect(entries.map(({ name }) => name)).toEqual([
      'Round-7_Brakes_m1_1.jpg',
      'Round-7_Brakes_m2_1.jpg',
      'manifest.csv',
    ])
    expect(entries[0]?.bytes.equals(bytesOf('m1', 100))).toBe(true)
    expect(entries[1]?.bytes.equals(bytesOf('m2', 700_000))).toBe(true)
    // Times are in the zone Berlin. A file without its own time has the time of its inspection.
    expect(entries.map(({ modified }) => modified)).toEqual([
      '2026-11-21T00:30:10',
      '2026-11-20T11:00:00',
      '2026-11-21T10:00:00',
    ])
    expect(text.startsWith('\uFEFFInspection ID,')).toBe(true)
    expect(lines[0]).toEqual({
      'Inspection ID': 'audit_1',
      Inspection: "'=Round 7",
      Template: 'Yard, "daily"',
      Site: '',
      Section: 'Brakes',
      Question: 'm1',
      Number: '1',
      'Media id': 'm1',
      'File name': 'Round-7_Brakes_m1_1.jpg',
      'Taken at': '2026-11-21T00:30:10.000+01:00',
      Kind: 'image',
      Bytes: '100',
      'SHA-256': createHash('sha256').update(bytesOf('m1', 100)).digest('hex'),
      Status: 'included',
      Reason: '',
    })
    expect(lines[1]).toMatchObject({ 'SHA-256': entries[1]?.sha256, Bytes: '700000' })
    expect(await jobs.read(anna, zipId)).toMatchObject({
      state: 'done',
      files: 2,
      done: 2,
      bytes: 700_100,
      missingCount: 0,
    })
  })

  it('lists missing files with the reason and continues', async () => {
    const statuses: Readonly<Record<string, number>> = { gone: 404, empty: 204, secret: 403, broken: 503 }
    const service = makeService((id) =>
      statuses[id] === undefined ? answer({ bytes: bytesOf(id, 10) }) : answer({ status: statuses[id] }),
    )
    const jobs = makeJobs()
    const ids = ['gone', 'first', 'empty', 'secret', 'broken', 'last']
    const files = [...ids.map((id) => makeFile(id)), makeFile('a/b', { isFetchable: false })]
    const { zipId, whole } = await download(jobs, service, contentOf(...files))
    const { entries, lines } = openManifest(await whole())
    expect(entries.map(({ name }) => name)).toEqual([
      'Round-7_Brakes_first_1.jpg',
      'Round-7_Brakes_last_1.jpg',
      'manifest.csv',
    ])
    expect(lines.map((line) => [line['Media id'], line['Status'], line['File name'] === ''])).toEqual([
      ['gone', 'missing', true],
      ['first', 'included', false],
      ['empty', 'missing', true],
      ['secret', 'missing', true],
      ['broken', 'missing', true],
      ['last', 'included', false],
      ['a/b', 'missing', true],
    ])
    expect(lines[2]?.['Reason']).toContain('does not have the content yet')
    expect(lines[4]?.['Reason']).toContain('503')
    // Refusals are final, but errors of the service are retried.
    expect(service.asked.filter((id) => id === 'gone')).toHaveLength(1)
    expect(service.asked.filter((id) => id === 'broken')).toHaveLength(4)
    expect(service.asked).not.toContain('a/b')
    const progress = await jobs.read(anna, zipId)
    expect(progress).toMatchObject({ state: 'done', done: 7, missingCount: 5 })
    expect(progress.missing[0]).toMatchObject({ mediaId: 'gone', isIncomplete: false, inspection: '=Round 7' })
  })

  it('never contains half of a small file, because a file that breaks off is requested again', async () => {
    const service = makeService((id, _input, tries) =>
      answer({
        headers: { 'content-length': '900000' },
        stream:
          id === 'short'
            ? makeBody(bytesOf(id, 400_000))
            : makeBody(bytesOf(id, 900_000), tries === 1 || id === 'bad' ? 500_000 : Infinity),
      }),
    )
    const jobs = makeJobs()
    const { whole } = await download(jobs, service, contentOf(makeFile('good'), makeFile('bad'), makeFile('short')))
    const { entries, lines } = openManifest(await whole())
    expect(entries.map(({ name }) => name)).toEqual(['Round-7_Brakes_good_1.jpg', 'manifest.csv'])
    expect(entries[0]?.bytes.equals(bytesOf('good', 900_000))).toBe(true)
    for (const line of lines.slice(1))
      expect(line).toMatchObject({ Status: 'missing', Reason: expect.stringContaining('cut the file off') as string })
  })

  it('contains a large file whose rest was requested by range', async () => {
    const bytes = bytesOf('film', 12 * megabyte)
    const ranges: Array<Readonly<Record<string, string>> | undefined> = []
    const service = makeService((_id, { headers }, tries) => {
      ranges.push(headers)
      const from = Number(/bytes=(\d+)-/.exec(headers?.['range'] ?? '')?.[1] ?? 0)
      const given = { etag: '"film"', 'content-length': String(bytes.byteLength - from) }
      const body = makeBody(bytes.subarray(from), tries < 3 ? 2 * megabyte : Infinity)
      return from === 0
        ? answer({ headers: given, stream: body })
        : answer({
            status: 206,
            headers: { ...given, 'content-range': `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}` },
            stream: body,
          })
    })
    const { whole } = await download(makeJobs(), service, contentOf(makeFile('film', { kind: 'video', ext: 'mp4' })))
    const { entries, lines } = openManifest(await whole())
    expect(entries[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(lines[0]).toMatchObject({ Status: 'included', Bytes: String(bytes.byteLength) })
    expect(ranges).toHaveLength(3)
    expect(ranges[1]).toMatchObject({ range: expect.stringMatching(/^bytes=\d+-$/) as string, 'if-range': '"film"' })
  })

  it('contains a large file correctly if the service ignores ranges', { tags: ['full'] }, async () => {
    const bytes = bytesOf('film', 10 * megabyte)
    const service = makeService((_id, _input, tries) =>
      answer({
        headers: { 'content-length': String(bytes.byteLength) },
        stream: makeBody(bytes, tries === 1 ? 3 * megabyte : Infinity),
      }),
    )
    const { whole } = await download(makeJobs(), service, contentOf(makeFile('film')))
    expect(openManifest(await whole()).entries[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('marks a large file as incomplete if its rest cannot be read', async () => {
    const service = makeService((id, _input, tries) =>
      id === 'last'
        ? answer({ bytes: bytesOf(id, 10) })
        : tries === 1
          ? answer({
              headers: { 'content-length': String(10 * megabyte) },
              stream: makeBody(bytesOf(id, 10 * megabyte), 3 * megabyte),
            })
          : answer({ status: 500 }),
    )
    const jobs = makeJobs()
    const { zipId, whole } = await download(jobs, service, contentOf(makeFile('film'), makeFile('last')))
    const { entries, lines } = openManifest(await whole())
    expect(entries.map(({ name }) => name)).toEqual([
      'Round-7_Brakes_film_1.jpg',
      'Round-7_Brakes_last_1.jpg',
      'INCOMPLETE.txt',
      'manifest.csv',
    ])
    expect(entries[2]?.bytes.toString()).toContain('Round-7_Brakes_film_1.jpg')
    expect(lines[0]).toMatchObject({ Status: 'incomplete', 'SHA-256': '' })
    expect(await jobs.read(anna, zipId)).toMatchObject({
      state: 'done',
      missing: [{ isIncomplete: true, mediaId: 'film' }],
    })
  })

  it('marks a file as incomplete if its content changed in the meantime', async () => {
    const service = makeService((id, _input, tries) =>
      answer({
        headers: { 'content-length': String(10 * megabyte), etag: `"${tries}"` },
        stream: makeBody(bytesOf(`${id}${tries}`, 10 * megabyte), tries === 1 ? 3 * megabyte : Infinity),
      }),
    )
    const { whole } = await download(makeJobs(), service, contentOf(makeFile('film')))
    expect(openManifest(await whole()).lines[0]).toMatchObject({ Status: 'incomplete' })
  })
})

const streams: Answerer = (id) =>
  answer({ headers: { 'content-length': String(megabyte) }, stream: makeBody(bytesOf(id, megabyte)) })

const many = (count: number) => contentOf(...Array.from({ length: count }, (_, at) => makeFile(`m${at}`)))

const turns = async (count = 60) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a zip while it is read', () => {
  it('only requests a few files ahead if the reader is slow', async () => {
    const service = makeService(streams)
    const { body } = await download(makeJobs(), service, many(30))
    await turns()
    expect(service.asked.length).toBeLessThanOrEqual(4)
    const reader = body.getReader()
    let bytes = 0
    while (bytes < 5 * megabyte) {
      bytes += (await reader.read()).value?.byteLength ?? 0
      expect(service.asked.length).toBeLessThanOrEqual(Math.floor(bytes / megabyte) + 6)
    }
    await turns()
    expect(service.asked.length).toBeLessThanOrEqual(11)
    await reader.cancel()
  })

  it('ends all its requests to the service when the browser leaves', async () => {
    const service = makeService(streams)
    const jobs = makeJobs()
    const { zipId } = await jobs.create(anna, many(30), asked)
    const leaving = new AbortController()
    const { body } = await jobs.open(anna, zipId, { service, signal: leaving.signal })
    const reader = body.getReader()
    await reader.read()
    await reader.read()
    await turns()
    leaving.abort()
    await expect(reader.read().then(() => reader.read())).rejects.toThrow()
    await expect.poll(() => service.open.size).toBe(0)
    const count = service.asked.length
    await turns()
    expect(service.asked).toHaveLength(count)
    expect(await jobs.read(anna, zipId)).toMatchObject({
      state: 'cancelled',
      problem: serverText('media.zips.browserEnded'),
    })
  })

  it('stops while it is paused and then continues at the same point', async () => {
    const service = makeService(streams)
    const jobs = makeJobs()
    const { zipId, body } = await download(jobs, service, many(6))
    const reader = body.getReader()
    const chunks: Uint8Array[] = []
    const first = await reader.read()
    if (first.value !== undefined) chunks.push(first.value)
    expect((await jobs.pause(anna, zipId)).state).toBe('paused')
    let isMore = true
    const reading = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
      isMore = false
    })()
    await turns()
    const { bytes } = await jobs.read(anna, zipId)
    await turns()
    expect(await jobs.read(anna, zipId)).toMatchObject({ state: 'paused', bytes })
    expect(bytes).toBeLessThan(megabyte)
    expect(isMore).toBe(true)
    expect((await jobs.resume(anna, zipId)).state).toBe('running')
    await reading
    expect(unpackZip(Buffer.concat(chunks))).toHaveLength(7)
  })

  it('breaks off when it is canceled, so that no partial zip looks complete', async () => {
    const service = makeService(streams)
    const jobs = makeJobs()
    const { zipId, body } = await download(jobs, service, many(6))
    const reader = body.getReader()
    await reader.read()
    await jobs.pause(anna, zipId)
    expect((await jobs.cancel(anna, zipId)).state).toBe('cancelled')
    await expect(
      (async () => {
        for (let next = await reader.read(); !next.done; next = await reader.read());
      })(),
    ).rejects.toThrow()
    await expect.poll(() => service.open.size).toBe(0)
    await expect(jobs.resume(anna, zipId)).rejects.toThrow('not being downloaded')
  })
})

describe('zips of a console', () => {
  const service = makeService((id) => answer({ bytes: bytesOf(id, 10) }))

  it('are only visible to their owner and can be read once', async () => {
    const jobs = makeJobs()
    const { zipId, whole } = await download(jobs, service, one())
    for (const act of [
      () => jobs.read(ben, zipId),
      () => jobs.cancel(ben, zipId),
      () => jobs.pause(ben, zipId),
      () => jobs.retry(ben, zipId),
      () => jobs.open(ben, zipId, { service, signal: never() }),
    ])
      await expect(act()).rejects.toThrow('no longer has this zip')
    await whole()
    await expect(jobs.open(anna, zipId, { service, signal: never() })).rejects.toThrow('already downloaded')
  })

  it('of one person are limited to three at a time across all consoles', async () => {
    const created = await Promise.allSettled(Array.from({ length: 5 }, () => makeJobs().create(anna, one(), asked)))
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const jobs = makeJobs()
    await expect(jobs.create(anna, one(), asked)).rejects.toThrow('already downloading 3 zips')
    await jobs.create(ben, one(), asked)
    const first = created.find((made) => made.status === 'fulfilled')
    await jobs.cancel(anna, first?.value.zipId ?? '')
    await jobs.create(anna, one(), asked)
  })

  it('are deleted if nobody downloads them, end if nobody reads on, and are deleted some time after their end', async () => {
    const jobs = makeJobs()
    const unread = await jobs.create(anna, one(), asked)
    const { zipId, body } = await download(jobs, service, two())
    await body.getReader().read()
    await letPass('3 minutes')
    await jobs.sweep()
    await expect(jobs.read(anna, unread.zipId)).rejects.toThrow('no longer has this zip')
    expect(await jobs.read(anna, zipId)).toMatchObject({ state: 'running' })
    await letPass('31 minutes')
    await jobs.sweep()
    expect(await jobs.read(anna, zipId)).toMatchObject({ state: 'failed', problem: serverText('media.zips.idle') })
    await letPass('61 minutes')
    await jobs.sweep()
    await expect(jobs.read(anna, zipId)).rejects.toThrow('no longer has this zip')
  })

  it('that are paused show when they expire, and then expire', async () => {
    const jobs = makeJobs()
    const { zipId, body } = await download(jobs, service, two())
    await body.getReader().read()
    expect((await jobs.read(anna, zipId)).endsAt).toBeNull()
    await jobs.pause(anna, zipId)
    const { rows } = await db.query<{ isRight: boolean }>(
      `select $1::timestamptz = touched_at + interval '30 minutes' as "isRight" from media_zips`,
      [(await jobs.read(anna, zipId)).endsAt],
    )
    expect(rows).toEqual([{ isRight: true }])
    await letPass('29 minutes')
    await jobs.sweep()
    expect(await jobs.read(anna, zipId)).toMatchObject({ state: 'paused' })
    await letPass('1 minute')
    await jobs.sweep()
    expect(await jobs.read(anna, zipId)).toMatchObject({ state: 'failed', endsAt: null })
  })

  it('can be created again with only the missing files', async () => {
    let isThere = false
    const later = makeService((id) =>
      id === 'late' && !isThere ? answer({ status: 204 }) : answer({ bytes: bytesOf(id, 10) }),
    )
    const jobs = makeJobs()
    const { zipId, whole } = await download(jobs, later, contentOf(makeFile('m1'), makeFile('late'), makeFile('m3')))
    await whole()
    isThere = true
    const again = await makeJobs().retry(anna, zipId)
    expect(again).toMatchObject({ files: 1, inspections: 1 })
    const { body } = await jobs.open(anna, again.zipId, { service: later, signal: never() })
    const { entries } = openManifest(Buffer.from(await new Response(body).arrayBuffer()))
    expect(entries.map(({ name }) => name)).toEqual(['Round-7_Brakes_late_1.jpg', 'manifest.csv'])
    await expect(jobs.retry(anna, again.zipId)).rejects.toThrow('no missing files')
  })
})

describe('a zip that one console creates', () => {
  it('can be downloaded, shown, paused and resumed through other consoles', async () => {
    const service = makeService(streams)
    const [first, second, third] = [makeJobs(), makeJobs(), makeJobs()]
    const { zipId } = await first.create(anna, many(6), asked)
    const { body } = await second.open(anna, zipId, { service, signal: never() })
    const reader = body.getReader()
    for (let bytes = 0; bytes < 2 * megabyte;) bytes += (await reader.read()).value?.byteLength ?? 0
    await expect.poll(() => third.read(anna, zipId), waits).toMatchObject({ state: 'running', done: 1 })
    expect(await third.pause(anna, zipId)).toMatchObject({ state: 'paused' })
    const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
    const hasHeard = async () => (await db.query('select from media_zips where seen_at > $1', [rows[0]?.at])).rowCount
    await expect.poll(hasHeard, waits).toBe(1)
    await turns()
    let isMore = true
    const rest = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read());
      isMore = false
    })()
    await turns(500)
    expect(isMore).toBe(true)
    expect(await first.resume(anna, zipId)).toMatchObject({ state: 'running' })
    await rest
    expect(await third.read(anna, zipId)).toMatchObject({ state: 'done', done: 6, bytes: 6 * megabyte })
  })

  it('breaks off when another console cancels it', async () => {
    const service = makeService(streams)
    const [first, second] = [makeJobs(), makeJobs()]
    const { zipId, body } = await download(first, service, many(60))
    const reader = body.getReader()
    await reader.read()
    expect(await second.cancel(anna, zipId)).toMatchObject({ state: 'cancelled', problem: null })
    const readOn = () =>
      reader.read().then(
        () => 'more',
        () => 'broken off',
      )
    await expect.poll(readOn, waits).toBe('broken off')
    expect(service.open.size).toBe(0)
    expect(await first.read(anna, zipId)).toMatchObject({ state: 'cancelled' })
  })

  it('can be downloaded again through another console if its own console dies', async () => {
    const service = makeService(streams)
    const living = makeJobs()
    const dead = new ZipJobs({ database: () => (isDead ? new Promise(() => {}) : Promise.resolve(db)) })
    let isDead = false
    const { zipId, body } = await download(dead, service, many(3))
    await body.getReader().read()
    isDead = true
    expect(await living.read(anna, zipId)).toMatchObject({ state: 'running' })
    await db.query(`update media_zips set seen_at = seen_at - interval '31 seconds'`)
    expect(await living.read(anna, zipId)).toMatchObject({
      state: 'failed',
      problem: serverText('media.zips.interrupted'),
    })
    const again = await living.retry(anna, zipId)
    expect(again).toMatchObject({ files: 3, inspections: 1 })
    const { body: whole } = await living.open(anna, again.zipId, { service, signal: never() })
    expect(unpackZip(Buffer.from(await new Response(whole).arrayBuffer()))).toHaveLength(4)
  })

  it('fails at once if its console stops', async () => {
    const service = makeService(streams)
    const [stopping, living] = [makeJobs(), makeJobs()]
    const { zipId, body } = await download(stopping, service, many(3))
    await body.getReader().read()
    await stopping.stop()
    expect(await living.read(anna, zipId)).toMatchObject({
      state: 'failed',
      problem: serverText('media.zips.interrupted'),
    })
    expect(service.open.size).toBe(0)
  })
})
