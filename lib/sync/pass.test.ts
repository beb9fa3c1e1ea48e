import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/errors'
import { runs } from '@/lib/testing/random-runs'
import { runPass, type PassResult } from './pass'
import type { FoundInspection, InstantReading, PassStore, Search } from './types'

const epoch = Date.parse('2026-01-01T00:00:00.000Z')

interface Reading {
  after: 'inclusive' | 'exclusive'
  before: 'inclusive' | 'exclusive'
  /** The order of rows of one instant in a descending response. */
  ties: 'same' | 'reversed'
}

/** The service as documented, in memory: writes set the time, and the search orders by it. */
class Model {
  now = epoch
  readonly truth = new Map<string, FoundInspection & { completed: boolean; archived: boolean }>()
  constructor(readonly reading: Reading) {}

  write(id: number, template: number, completed: boolean, archived: boolean): void {
    const auditId = `audit_${id}`
    this.truth.set(auditId, {
      auditId,
      modifiedAt: new Date(this.now).toISOString(),
      templateId: `template_${template}`,
      completed,
      archived,
    })
  }

  readonly search: Search = (query) => {
    const { after, before, ties } = this.reading
    const matching = [...this.truth.values()]
      .filter((row) => {
        const { modifiedAfter, modifiedBefore } = query
        if (modifiedAfter !== undefined)
          if (after === 'inclusive' ? row.modifiedAt < modifiedAfter : row.modifiedAt <= modifiedAfter) return false
        if (modifiedBefore !== undefined)
          if (before === 'inclusive' ? row.modifiedAt > modifiedBefore : row.modifiedAt >= modifiedBefore) return false
        if (query.completed !== undefined && String(row.completed) !== query.completed) return false
        if (query.archived !== undefined && String(row.archived) !== query.archived) return false
        return query.template === undefined || row.templateId === query.template
      })
      .sort((a, b) => {
        const direction = query.order === 'desc' ? -1 : 1
        if (a.modifiedAt !== b.modifiedAt) return direction * (a.modifiedAt < b.modifiedAt ? -1 : 1)
        return (ties === 'reversed' ? direction : 1) * (a.auditId < b.auditId ? -1 : 1)
      })
    const rows = matching
      .slice(0, query.limit)
      .map(({ auditId, modifiedAt, templateId }) => ({ auditId, modifiedAt, templateId }))
    return Promise.resolve({ rows, total: matching.length, count: rows.length, unreadable: 0 })
  }
}

/** The index in memory. Every save checks what the real store guarantees. */
class Memory implements PassStore {
  rows = new Map<string, FoundInspection>()
  at: string | null = null
  readonly readings = new Map<string, InstantReading>()
  failNext = false

  checkpoint() {
    return Promise.resolve(this.at)
  }
  templateIds() {
    return Promise.resolve([...new Set([...this.rows.values()].map((row) => row.templateId ?? ''))])
  }
  gapDue() {
    return Promise.resolve(null)
  }
  save(page: Parameters<PassStore['save']>[0]) {
    if (this.failNext) {
      this.failNext = false
      return Promise.reject(new AppError('unavailable', 'The database went away.'))
    }
    const changed: string[] = []
    for (const row of page.rows) {
      const known = this.rows.get(row.auditId)
      if (known !== undefined && known.modifiedAt >= row.modifiedAt) continue
      this.rows.set(row.auditId, row)
      changed.push(row.auditId)
    }
    if (page.checkpoint !== null) {
      if (this.at !== null && page.checkpoint < this.at) throw new Error('the checkpoint went back')
      this.at = page.checkpoint
    }
    if (page.reading !== undefined) this.readings.set(page.reading.at, page.reading)
    return Promise.resolve(changed)
  }
}

const versions = (rows: Iterable<FoundInspection>) =>
  new Map([...rows].map((row) => [row.auditId, row.modifiedAt] as const).sort(([a], [b]) => (a < b ? -1 : 1)))

const signal = new AbortController().signal
const reading: fc.Arbitrary<Reading> = fc.record({
  after: fc.constantFrom('inclusive', 'exclusive'),
  before: fc.constantFrom('inclusive', 'exclusive'),
  ties: fc.constantFrom('same', 'reversed'),
})
const write = fc.record({
  id: fc.nat(60),
  template: fc.nat(4),
  completed: fc.boolean(),
  archived: fc.boolean(),
  /** Mostly no time passes, so ties are common here. */
  stepMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 2, 50),
})
const history = fc.record({
  reading,
  limit: fc.integer({ min: 2, max: 9 }),
  /** Writes before the first pass, and those that happen before each search of the passes. */
  first: fc.array(write, { maxLength: 80 }),
  during: fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 30 }),
  /** Which saves fail, as if the process was killed before the commit. */
  killed: fc.array(fc.nat(20), { maxLength: 3 }),
})

const searchNothing: Search = () => Promise.resolve({ rows: [], total: 7, count: 0, unreadable: 0 })

describe('a pass', () => {
  it(
    'ends with the index equal to the service, or with unreadable rows counted as a gap',
    { tags: ['R11'] },
    async () => {
      let complete = 0
      await fc.assert(
        fc.asyncProperty(history, async ({ reading: bounds, limit, first, during, killed }) => {
          const model = new Model(bounds)
          const index = new Memory()
          const apply = (writes: typeof first) => {
            for (const { id, template, completed, archived, stepMs } of writes) {
              model.now += stepMs
              model.write(id, template, completed, archived)
            }
          }
          apply(first)
          const pending = [...during]
          let saves = 0
          const store: PassStore = {
            checkpoint: () => index.checkpoint(),
            templateIds: () => index.templateIds(),
            gapDue: () => index.gapDue(),
            save: (page) => {
              index.failNext = killed.includes(saves++)
              return index.save(page)
            },
          }
          const search: Search = (query, abort) => {
            apply(pending.shift() ?? [])
            return model.search(query, abort)
          }
          let result: PassResult | null = null
          for (let tries = 0; result === null || pending.length > 0; tries++) {
            expect(tries).toBeLessThan(200)
            result = await runPass({ search, store, limit, signal }).catch((error: unknown) => {
              if (error instanceof AppError && error.code === 'unavailable') return null
              throw error
            })
          }
          await runPass({ search, store: index, limit, signal })

          const truth = versions(model.truth.values())
          const known = versions(index.rows.values())
          const missing = new Map<string, number>()
          for (const [id, at] of truth) if (known.get(id) !== at) missing.set(at, (missing.get(at) ?? 0) + 1)
          for (const [at, count] of missing) {
            const gap = index.readings.get(at)
            expect(gap, `rows of ${at} are missing silently`).toBeDefined()
            expect((gap?.reported ?? 0) - (gap?.known ?? 0)).toBeGreaterThanOrEqual(count)
          }
          for (const [id, at] of known) expect(at <= (truth.get(id) ?? '')).toBe(true)
          if (missing.size === 0) {
            expect(known).toEqual(truth)
            complete += 1
          }
        }),
        { numRuns: runs(2_000) },
      )
      expect(complete).toBeGreaterThan(runs(1_000))
    },
  )

  it('reads all rows with the same time that slices can separate, whether bounds are inclusive or not', async () => {
    await fc.assert(
      fc.asyncProperty(reading, fc.integer({ min: 1, max: 40 }), async (bounds, ties) => {
        const model = new Model(bounds)
        model.write(900, 0, true, false)
        model.now += 1
        for (let id = 0; id < ties; id++) model.write(id, id % 5, id % 2 === 0, id % 3 === 0)
        model.now += 1
        model.write(901, 0, true, false)
        const index = new Memory()
        const result = await runPass({ search: model.search, store: index, limit: 4, signal })
        expect(result.gaps).toEqual([])
        expect(versions(index.rows.values())).toEqual(versions(model.truth.values()))
      }),
      { numRuns: runs(400) },
    )
  })

  it('reports an instant that cannot be read completely, and continues after it', async () => {
    for (const after of ['inclusive', 'exclusive'] as const) {
      const model = new Model({ after, before: after, ties: 'same' })
      for (let id = 0; id < 30; id++) model.write(id, 1, true, false)
      model.now += 1
      model.write(99, 1, true, false)
      const index = new Memory()
      const result = await runPass({ search: model.search, store: index, limit: 5, signal })
      expect(result.gaps).toEqual([{ at: new Date(epoch).toISOString(), known: 5, reported: 30 }])
      expect(index.rows.has('audit_99')).toBe(true)
    }
  })

  it('still reads current changes when one row is dated far in the future', async () => {
    const model = new Model({ after: 'inclusive', before: 'inclusive', ties: 'same' })
    const index = new Memory()
    const pass = () =>
      runPass({ search: model.search, store: index, signal: new AbortController().signal, limit: 4, nowMs: model.now })
    model.write(1, 1, true, false)
    const now = model.now
    model.now = Date.parse('9999-01-01T00:00:00.000Z')
    for (let id = 2; id < 8; id += 1, model.now += 1) model.write(id, 1, true, false)
    model.now = now + 60_000
    await pass()
    expect(index.rows.size).toBe(7)
    model.write(8, 1, true, false)
    await pass()
    expect([...index.rows.keys()].toSorted()).toEqual([...model.truth.keys()].toSorted())
  })

  it('refuses a truncated page that is not oldest first, because its last row does not limit what is missing', async () => {
    const model = new Model({ after: 'inclusive', before: 'inclusive', ties: 'same' })
    for (let id = 0; id < 9; id++) {
      model.now += 5
      model.write(id, 1, true, false)
    }
    const search: Search = async (query, abort) => model.search({ ...query, order: 'desc' }, abort)
    const index = new Memory()
    await expect(runPass({ search, store: index, limit: 4, signal })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(index.at).toBeNull()
  })

  it('stops with a message when the service counts rows that it does not return', async () => {
    await expect(runPass({ search: searchNothing, store: new Memory(), limit: 4, signal })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })
})
