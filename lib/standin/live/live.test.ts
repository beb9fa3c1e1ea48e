import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryLog } from '@/lib/standin/changes'
import { faultsOf } from '@/lib/standin/demo/testing'
import type { InspectionDocument, Item } from '@/lib/standin/types'
import { leastPauseMs, nextPauseMs } from './pace'
import { LiveWork, type Deed } from './work'
import { Store } from '@/lib/standin/store'
import { startBench, testNow } from '@/lib/standin/testing'
import { makeAnchor, makeTimeline } from '@/lib/standin/timeline'

/** The organization with only a store, and a clock that the test moves. */
function makeWork(seed: number, log = memoryLog()) {
  const store = new Store(makeTimeline(seed, 600, makeAnchor(testNow)), log, () => 'http://127.0.0.1:1')
  const clock = { nowMs: testNow }
  let last = 0
  const tick = () => (last = Math.max(last + 1, clock.nowMs))
  const work = new LiveWork({ seed, store, now: () => clock.nowMs, tick })
  const step = (): Deed => {
    clock.nowMs += 11_000
    return work.step()
  }
  const read = (id: string): InspectionDocument => {
    const entry = store.find(id)
    if (!entry) throw new Error(`${id} is gone`)
    return structuredClone(store.document(entry))
  }
  return { store, work, step, read, clock }
}

const answersOf = (document: InspectionDocument) =>
  new Map(
    document.items
      .filter(({ type, inactive, responses }) => type === 'question' && inactive !== true && responses?.['selected'])
      .map((item: Item) => [item.item_id, JSON.stringify([item.responses, item.media])]),
  )

function run(seed: number) {
  const { step, read } = makeWork(seed)
  return Array.from({ length: 60 }, () => step()).map(({ what, auditId }) => [what, read(auditId)])
}

describe('the organization at work', () => {
  it('creates valid documents that keep their answers and get more until they are complete', { tags: ['full'] }, () => {
    const { step, read } = makeWork(7)
    const seen = new Map<string, InspectionDocument>()
    const completed: InspectionDocument[] = []
    const counts = new Map<string, number>()
    for (let at = 0; at < 380; at += 1) {
      const { what, auditId } = step()
      counts.set(what, (counts.get(what) ?? 0) + 1)
      if (what === 'archived') {
        expect(read(auditId).archived).toBe(true)
        continue
      }
      const document = read(auditId)
      // The vendor's validator is slow, so only some documents of every stage are checked.
      if (at % 9 === 0) expect(faultsOf(document)).toEqual([])
      const before = seen.get(auditId)
      expect(before === undefined).toBe(what === 'started')
      expect(document.audit_data['date_completed'] === null).toBe(what !== 'completed')
      if (before) {
        expect(Date.parse(document.modified_at)).toBeGreaterThan(Date.parse(before.modified_at))
        expect(document.created_at).toBe(before.created_at)
        expect(document.audit_data['name']).toBe(before.audit_data['name'])
        const now = answersOf(document)
        for (const [id, answer] of answersOf(before)) expect(now.get(id)).toBe(answer)
        const ids = new Set(document.items.map(({ item_id }) => item_id))
        for (const { item_id } of before.items) expect(ids).toContain(item_id)
        if (what === 'answered') expect(now.size).toBeGreaterThan(answersOf(before).size)
      }
      seen.set(auditId, document)
      if (what === 'completed') completed.push(document)
    }
    expect(completed.length).toBeGreaterThan(50)
    const failed = completed.filter(({ items }) => items.some(({ responses }) => responses?.['failed'] === true))
    expect(failed.length / completed.length).toBeGreaterThan(0.1)
    expect(failed.length / completed.length).toBeLessThan(0.35)
    expect(counts.get('archived')).toBeGreaterThan(1)
    expect(counts.get('archived')).toBeLessThan(30)
    const authors = new Set(completed.map(({ audit_data: data }) => JSON.stringify(data['authorship'])))
    expect(authors.size).toBeGreaterThan(8)
    expect(new Set(completed.map(({ template_id }) => template_id)).size).toBeGreaterThan(5)
    for (const { audit_data: data } of completed) expect(data['duration']).toBeGreaterThan(20)
  })

  it('repeats itself with the same seed and clock, and differs with another seed', () => {
    expect(run(7)).toEqual(run(7))
    expect(run(8)).not.toEqual(run(7))
  })

  it('ignores inspections that another client deleted, archived or completed', () => {
    const { store, step } = makeWork(7)
    const started = new Set<string>()
    while (started.size < 3) {
      const { what, auditId } = step()
      if (what === 'started') started.add(auditId)
    }
    const [one = '', two = '', three = ''] = started
    store.change({ kind: 'delete', id: one })
    store.change({ kind: 'flag', id: two, archived: true })
    store.change({ kind: 'complete', id: three, at: testNow + 3_600_000 })
    const touched = Array.from({ length: 80 }, () => step()).map(({ auditId }) => auditId)
    for (const id of started) expect(touched).not.toContain(id)
    expect(store.entryOf(one)).toBeNull()
  })

  it('works at a gentle pace, slower at night and at the weekend', () => {
    const hour = 3_600_000
    const shares = Array.from({ length: 1_000 }, (_, at) => at / 1_000)
    const perMinute = (at: number) => {
      const pauses = shares.map((share) => nextPauseMs(at, share))
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(leastPauseMs)
      return 60_000 / (pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length)
    }
    expect(leastPauseMs).toBe(5_000)
    // A Wednesday afternoon, the night after it, and the Saturday.
    expect(perMinute(testNow)).toBeGreaterThan(4)
    expect(perMinute(testNow)).toBeLessThan(8)
    expect(perMinute(testNow + 10 * hour)).toBeLessThan(3)
    expect(perMinute(testNow + 72 * hour)).toBeLessThan(3)
    expect(perMinute(testNow + 72 * hour)).toBeGreaterThan(0.5)
  })
})

describe('the organization at work on its own timer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('continues until it is stopped', () => {
    const { work, store } = makeWork(7)
    const changed = vi.fn()
    store.onChange = changed
    work.start()
    work.start()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(leastPauseMs - 1)
    expect(changed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600_000)
    expect(changed.mock.calls.length).toBeGreaterThan(40)
    expect(changed.mock.calls.length).toBeLessThan(80)
    work.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a live stand-in', () => {
  it('is off by default, and stops when the stand-in is closed', async () => {
    const stops = vi.spyOn(LiveWork.prototype, 'stop')
    const starts = vi.spyOn(LiveWork.prototype, 'start').mockImplementation(() => undefined)
    try {
      await startBench({ inspections: 5 }).then((bench) => bench.standin.close())
      expect(starts).not.toHaveBeenCalled()
      await startBench({ inspections: 5, live: true }).then((bench) => bench.standin.close())
      expect(starts).toHaveBeenCalledTimes(1)
      expect(stops).toHaveBeenCalledTimes(2)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('continues after a restart where it stopped', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'standin-'))
    try {
      const opened = new Set<string>()
      let kept: unknown
      {
        await using bench = await startBench({ dataDir: directory, inspections: 60 })
        for (let at = 0; at < 40; at += 1) {
          const { what, auditId } = bench.standin.control.live.step()
          if (what === 'started') opened.add(auditId)
          if (what === 'completed') opened.delete(auditId)
        }
        kept = bench.standin.control.truth('both')
      }
      expect(opened.size).toBeGreaterThan(2)
      await using again = await startBench({ dataDir: directory, inspections: 60 })
      expect(again.standin.control.truth('both')).toEqual(kept)
      const deeds = Array.from({ length: 60 }, () => again.standin.control.live.step())
      for (const { auditId } of deeds.filter(({ what }) => what === 'started')) expect(opened).not.toContain(auditId)
      const finished = new Set(deeds.flatMap(({ what, auditId }) => (what === 'completed' ? [auditId] : [])))
      for (const id of opened) expect(finished).toContain(id)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
