import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import { isFull } from '@/lib/testing/random-runs'
import { createService } from '@/lib/service/client'
import type { ZipFile } from './files'
import { ZipJobs } from './jobs'

const filesCount = isFull ? 500 : 70
const growthMax = 30_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in use after a garbage collection. Otherwise the result would depend on when the collector runs. */
function readHeldBytes(): number {
  // The first collection releases buffers, and the second one releases their bytes.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

// Uses real connections and a reader that pauses, because unread bytes must stay at the service.
it(
  `a zip of ${filesCount} files of a megabyte uses no more memory than a zip of a few files`,
  { tags: ['R23', 'R25'], timeout: 120_000 },
  async () => {
    const body = Buffer.alloc(1_000_000, 'jpeg')
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': body.byteLength })
      response.end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const service = createService({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'token',
      limits: { other: 1_000_000 },
    })
    try {
      const inspection = {
        auditId: 'audit_1',
        title: 'Round',
        template: null,
        site: null,
        modifiedAt: '2026-11-20T10:00:00.000Z',
      }
      const files = Array.from({ length: filesCount }, (_, at): ZipFile => {
        const rest = {
          kind: 'image',
          ext: 'jpg',
          section: null,
          question: null,
          takenAt: null,
          isFetchable: true,
        } as const
        return { inspection, mediaId: `m${at}`, number: at + 1, ...rest }
      })
      await using db = await openTestDatabase()
      const { rows } = await db.query<{ userId: string }>(
        `insert into users (email, name, role) values ('anna@sightline.test', 'Anna', 'viewer') returning user_id as "userId"`,
      )
      const anna = rows[0]?.userId ?? ''
      const jobs = new ZipJobs({ database: () => Promise.resolve(db) })
      const content = { files, inspections: 1, unread: 0 }
      const { zipId } = await jobs.create(anna, content, { only: 'all', zone: 'UTC' })
      const before = readHeldBytes()
      const { body: zip } = await jobs.open(anna, zipId, { service, signal: new AbortController().signal })
      let highest = 0
      let bytes = 0
      let nextSample = 0
      for await (const piece of zip) {
        bytes += piece.byteLength
        if (bytes < nextSample) continue
        nextSample += 20_000_000
        // Waits long enough for a stream that reads ahead to do so.
        for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        highest = Math.max(highest, readHeldBytes())
      }
      process.stdout.write(
        `zip: ${filesCount} files, ${Math.round(bytes / 1e6)} MB, memory +${((highest - before) / 1e6).toFixed(1)} MB\n`,
      )
      expect(await jobs.read(anna, zipId)).toMatchObject({
        state: 'done',
        done: filesCount,
        missingCount: 0,
        bytes: filesCount * 1_000_000,
      })
      expect(highest - before).toBeLessThan(growthMax)
    } finally {
      await service.close()
      server.close()
    }
  },
)
