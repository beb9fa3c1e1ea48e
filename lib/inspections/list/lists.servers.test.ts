import * as fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { migrate } from '@/lib/db/migrate'
import { connectServer } from '@/lib/db/server-database'
import { openTestDatabase, silentLog, startSecondServer } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { runs, seed } from '@/lib/testing/random-runs'
import { queryInspections } from '@/lib/inspections/data'
import { listIds, storeRows } from './testing-lists'
import { modelParams, modelRow, nowMs, type ModelRow } from './testing-list-rows'

vi.setConfig({ testTimeout: 120_000 })

// R18: compares the same rows and lists on the embedded PostgreSQL and on a separate server with other settings.
let embedded: Database
let server: Database
let rows: ModelRow[]

beforeAll(async () => {
  embedded = await openTestDatabase()
  const second = await startSecondServer()
  server = await connectServer(second.url, silentLog)
  await migrate(server, { log: silentLog })
  const drawn = fc.uniqueArray(modelRow, { minLength: 150, maxLength: 150, selector: (row) => row.auditId })
  rows = fc.sample(drawn, { numRuns: 1, seed })[0] ?? []
  await storeRows(embedded, rows)
  await storeRows(server, rows)
  return async () => {
    await Promise.all([embedded.close(), server.close()])
    await second.stop()
  }
})

it('lists are the same on both servers, including cursors', { tags: ['R18'] }, async () => {
  const sorts = [
    '-modified',
    'completed',
    '-score',
    'failed',
    'title',
    '-title',
    'site',
    '-author',
    'template',
    '-result',
  ]
  await fc.assert(
    fc.asyncProperty(modelParams, fc.constantFrom(...sorts), async (params, sort) => {
      const request = { ...params, sort: [sort], limit: 20 }
      const [left, right] = await Promise.all([embedded, server].map((db) => queryInspections(db, request, { nowMs })))
      // Ignores the time of `missingAt`, because each database uses its own clock.
      const comparable = (page: typeof left) =>
        JSON.parse(
          JSON.stringify(page, (key, value: unknown) => (key === 'missingAt' ? value !== null : value)),
        ) as unknown
      expect(comparable(right)).toEqual(comparable(left))
      expect(left?.rows.map((row) => row.auditId)).toEqual(listIds(rows, params, sort).slice(0, 20))
    }),
    { numRuns: runs(120), seed },
  )
})
