import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { RawAnswer, RawInput } from '@/lib/service/types'
import { createHydrator } from './hydrate'
import { createPassStore } from '@/lib/sync/store'
import { HandClock } from '@/lib/testing/sync-world'

/** A service that answers on demand, and remembers the order of the requests. */
class Gate {
  readonly asked: string[] = []
  #open: Array<() => void> = []

  readonly raw = async (_operation: string, input?: RawInput): Promise<RawAnswer> => {
    const id = input?.params?.['auditId'] ?? ''
    this.asked.push(id)
    await new Promise<void>((resolve) => this.#open.push(resolve))
    const bytes = Buffer.from(JSON.stringify({ audit_id: id, modified_at: '2026-01-01T00:00:00.000Z' }))
    return { status: 200, headers: {}, bytes, stream: null }
  }

  release(): void {
    this.#open.shift()?.()
  }
}

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

describe('the order of hydration', () => {
  it('begins with inspections on screens, the latest screen first, and continues with the newest', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `audit_${String(n).padStart(2, '0')}`)
    await createPassStore(db).save({
      rows: ids.map((auditId, n) => ({
        auditId,
        modifiedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + n).toISOString(),
        templateId: null,
      })),
      checkpoint: null,
    })
    // The rows become older than the documents that the service returns, so that each document completes its row.
    await db.query(
      `update inspections set modified_at = '2025-12-31T00:00:00Z'::timestamptz + (substr(audit_id, 7)::int * interval '1 ms')`,
    )
    const gate = new Gate()
    const hydrator = createHydrator({
      database: () => Promise.resolve(db),
      service: () => gate,
      clock: new HandClock(),
      log: silentLog,
      concurrency: 1,
    })
    const stop = new AbortController()
    const running = hydrator.run(stop.signal)
    const next = async (count: number) => {
      await expect.poll(() => gate.asked.length, { timeout: 10_000 }).toBe(count)
    }
    await next(1)
    hydrator.first(['audit_03', 'audit_04'])
    hydrator.first(['audit_01', 'audit_02', 'audit_unknown'])
    for (let count = 2; count <= 12; count++) {
      gate.release()
      await next(count)
    }
    gate.release()
    stop.abort()
    await running
    expect(gate.asked).toEqual([11, 1, 2, 3, 4, 10, 9, 8, 7, 6, 5, 0].map((n) => `audit_${String(n).padStart(2, '0')}`))
  })

  it('keeps inspections on screens in front when new rows arrive', async () => {
    await db.query('delete from inspections')
    const ids = Array.from({ length: 8 }, (_, n) => `audit_${n}`)
    await createPassStore(db).save({
      rows: ids.map((auditId, n) => ({
        auditId,
        modifiedAt: new Date(Date.UTC(2025, 0, 1, 0, 0, n)).toISOString(),
        templateId: null,
      })),
      checkpoint: null,
    })
    const gate = new Gate()
    const hydrator = createHydrator({
      database: () => Promise.resolve(db),
      service: () => gate,
      clock: new HandClock(),
      log: silentLog,
      concurrency: 1,
    })
    const stop = new AbortController()
    const running = hydrator.run(stop.signal)
    const next = async (count: number) => {
      await expect.poll(() => gate.asked.length, { timeout: 10_000 }).toBe(count)
    }
    await next(1)
    hydrator.first(['audit_2', 'audit_0', 'audit_1'])
    for (let count = 2; count <= 8; count++) {
      hydrator.wake()
      gate.release()
      await next(count)
    }
    gate.release()
    stop.abort()
    await running
    expect(gate.asked).toEqual([7, 2, 0, 1, 6, 5, 4, 3].map((n) => `audit_${n}`))
  })

  it('skips inspections that are missing at the service, unless they are on a screen', async () => {
    await db.query('delete from inspections')
    const rows = ['audit_a', 'audit_b', 'audit_c'].map((auditId, n) => ({
      auditId,
      modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, -n)).toISOString(),
      templateId: null,
    }))
    await createPassStore(db).save({ rows, checkpoint: null })
    await db.query(`update inspections set missing_at = now() where audit_id <> 'audit_c'`)
    const gate = new Gate()
    const hydrator = createHydrator({
      database: () => Promise.resolve(db),
      service: () => gate,
      clock: new HandClock(),
      log: silentLog,
      concurrency: 1,
    })
    const stop = new AbortController()
    const running = hydrator.run(stop.signal)
    await expect.poll(() => gate.asked, { timeout: 10_000 }).toEqual(['audit_c'])
    hydrator.first(['audit_b'])
    gate.release()
    await expect.poll(() => gate.asked, { timeout: 10_000 }).toEqual(['audit_c', 'audit_b'])
    // The missing inspection that was on a screen could be read, so it exists again. No other is requested.
    gate.release()
    const readMissing = async () => {
      const found = await db.query<{ id: string }>(
        'select audit_id as id from inspections where missing_at is not null order by 1',
      )
      return found.rows.map(({ id }) => id)
    }
    await expect.poll(readMissing, { timeout: 10_000 }).toEqual(['audit_a'])
    stop.abort()
    await running
    expect(gate.asked).toEqual(['audit_c', 'audit_b'])
  })
})
