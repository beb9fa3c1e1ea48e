import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InspectionDocument } from './types'
import { searchPage, startBench, testNow, type Bench } from './testing'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'standin-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A document's text without the port, which differs between starts. */
const strip = (document: unknown) => JSON.stringify(document).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')

const logFile = () => path.join(directory, readdirSync(directory)[0] ?? '')

describe("the stand-in's change log", () => {
  it('restores all changes after a restart', async () => {
    let kept: unknown
    let documents: unknown[] = []
    let ids: string[] = []
    {
      await using bench = await startBench({ dataDir: directory, inspections: 300 })
      const { control } = bench.standin
      const all = control.truth()
      const template = (await searchPage(bench, 'field=audit_id&field=template_id&limit=1')).audits[0]?.template_id
      const created = await bench.json('/audits', {
        method: 'POST',
        body: JSON.stringify({
          template_id: template,
          header_items: [{ item_id: 'f3245d40-ea77-11e1-aff1-0800200c9a66', responses: { text: 'Kept' } }],
        }),
      })
      await bench.ask(`/audits/${all[3]?.audit_id}`, { method: 'PUT', body: JSON.stringify({ archived: true }) })
      control.touch(all[5]?.audit_id ?? '')
      control.delete(all[7]?.audit_id ?? '')
      control.hide(all[9]?.audit_id ?? '')
      control.override(all[11]?.audit_id ?? '', { items: 'not even a list' })
      control.insert(4, { stepMs: 3 })
      kept = control.truth('both')
      ids = [String(created['audit_id']), ...[3, 5, 11].map((at) => all[at]?.audit_id ?? '')]
      documents = await Promise.all(ids.map((id) => bench.json(`/audits/${id}`)))
    }
    await using again = await startBench({ dataDir: directory, inspections: 300 })
    expect(again.standin.control.truth('both')).toEqual(kept)
    expect(strip(await Promise.all(ids.map((id) => again.json(`/audits/${id}`))))).toBe(strip(documents))
    const [created] = documents as InspectionDocument[]
    expect(created?.audit_data['name']).toBe('Kept')
    const { audit_id } = (await again.json('/audits', {
      method: 'POST',
      body: JSON.stringify({ template_id: created?.template_id }),
    })) as unknown as InspectionDocument
    expect(ids).not.toContain(audit_id)
  })

  it('drops a last line that a crash cut off, and continues after it', async () => {
    let kept: unknown
    {
      await using bench = await startBench({ dataDir: directory })
      bench.standin.control.insert(2)
      kept = bench.standin.control.truth()
    }
    const whole = readFileSync(logFile())
    for (const torn of ['{"kind":"del', '{"kind":"delete","id":"audit_', '\u0000\u0000']) {
      writeFileSync(logFile(), whole)
      appendFileSync(logFile(), torn)
      await using bench = await startBench({ dataDir: directory })
      expect(bench.standin.control.truth()).toEqual(kept)
      bench.standin.control.insert(1)
      await using again = await startBench({ dataDir: directory })
      expect(again.standin.control.truth()).toHaveLength((kept as unknown[]).length + 1)
    }
  })

  it('stops the start when a line in the middle is damaged', async () => {
    {
      await using bench = await startBench({ dataDir: directory })
      bench.standin.control.insert(2)
    }
    appendFileSync(logFile(), '{"kind":"nonsense"}\n')
    await expect(startBench({ dataDir: directory })).rejects.toThrow()
  })

  it('keeps rows in place when started on a later day, with new work added', async () => {
    let first: Array<{ audit_id: string; modified_at: string }> = []
    {
      await using bench = await startBench({ dataDir: directory })
      first = bench.standin.control.truth()
    }
    const later = testNow + 5 * 86_400_000
    await using again = await startBench({ dataDir: directory, now: () => later })
    const second = again.standin.control.truth()
    expect(second.slice(0, first.length)).toEqual(first)
    expect(second.length).toBeGreaterThan(first.length + 15)
    expect(Date.parse(second.at(-1)?.modified_at ?? '')).toBeLessThanOrEqual(later)
  })

  it('gives two changes different times, even when the clock stops or goes back', async () => {
    await using bench = await startBench()
    const { control } = bench.standin
    const [one, two] = control.truth()
    const first = control.touch(one?.audit_id ?? '')
    control.setClockOffset(-3_600_000)
    const second = control.touch(two?.audit_id ?? '')
    expect(second > first).toBe(true)
  })

  it('keeps the time of a hidden inspection, which gives 403 and later returns with the same time', async () => {
    await using bench = await startBench({ inspections: 50 })
    const { control } = bench.standin
    const before = control.truth()
    const id = before[4]?.audit_id ?? ''
    control.hide(id)
    expect((await bench.ask(`/audits/${id}`)).status).toBe(403)
    expect(control.truth()).toEqual(before.filter(({ audit_id }) => audit_id !== id))
    control.hide(id, false)
    expect(control.truth()).toEqual(before)
  })
})

const readDocument = async (bench: Bench, id: string) =>
  (await (await bench.ask(`/audits/${id}`)).text()).replaceAll(bench.standin.baseUrl, '')

it('the documents of a prepared stand-in are those that it would make, and each change has a document of its own', async () => {
  await using plain = await startBench({ inspections: 3 })
  await using prepared = await startBench({ inspections: 3, prepared: true })
  const { audits } = await searchPage(plain, 'field=audit_id&archived=both')
  for (const { audit_id: id } of audits) expect(await readDocument(prepared, id)).toBe(await readDocument(plain, id))
  const id = audits[0]?.audit_id ?? ''
  const before = await readDocument(prepared, id)
  const at = prepared.standin.control.touch(id)
  const after = await readDocument(prepared, id)
  expect(after).not.toBe(before)
  expect(after).toContain(at)
})
