// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSheetFile } from '@/lib/user-jobs/parse/read'
import { MemoryDrafts } from '@/components/user-jobs/workbench/testing-workbench'
import { useDraftKeeping } from './use-draft'
import { benchOfRead, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const restMs = 800

let memory: MemoryDrafts
let root: Root
let bench: BenchSheet
let dropDraft = () => {}
let keeping: { isKept: boolean; isElsewhere: boolean } | null = null

function Keeper({ bench: shown }: { bench: BenchSheet | null }) {
  const { dropDraft: drop, ...is } = useDraftKeeping(memory, shown)
  useEffect(() => {
    dropDraft = drop
    keeping = is
  })
  return null
}
const show = (shown: BenchSheet | null) => act(async () => root.render(<Keeper bench={shown} />))

async function readBench(email: string): Promise<BenchSheet> {
  const { read } = await readSheetFile({ text: `E-mail\n${email}` })
  if (read === null) throw new Error('Not a table.')
  return benchOfRead(read, { sourceName: 'pasted', source: null })
}

beforeEach(async () => {
  bench = await readBench('ann@x.test')
  memory = new MemoryDrafts()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React's own scheduling is not faked, because these tests are about events between two renders.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  root = createRoot(document.createElement('div'))
  await show(bench)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a draft is saved some time after a change, and when the page is left with unsaved changes', async () => {
  await act(async () => vi.advanceTimersByTime(restMs - 1))
  expect(memory.draft).toBeNull()
  await act(async () => vi.advanceTimersByTime(1))
  expect(memory.draft?.rows).toHaveLength(1)
  await act(async () => bench.sheet.setCell(1, 0, 'ben@x.test'))
  await act(async () => root.unmount())
  expect(JSON.stringify(memory.draft)).toContain('ben@x.test')
})

it('a deleted draft does not return, even if a save was due before React rendered the deletion', async () => {
  dropDraft()
  vi.advanceTimersByTime(restMs)
  expect(memory.draft).toBeNull()
  await act(async () => bench.sheet.setCell(1, 0, 'ben@x.test'))
  await act(async () => vi.advanceTimersByTime(restMs))
  expect(memory.draft).toBeNull()
  await act(async () => root.unmount())
  expect(memory.draft).toBeNull()
})

it('the next sheet is saved after a draft was deleted', async () => {
  dropDraft()
  await show(null)
  await show(await readBench('cy@x.test'))
  await act(async () => vi.advanceTimersByTime(restMs))
  expect(JSON.stringify(memory.draft)).toContain('cy@x.test')
})

it('a draft of another tab is reported at the next change, and when the page becomes visible again', async () => {
  const { save } = memory
  await act(async () => vi.advanceTimersByTime(restMs))
  expect(keeping).toEqual({ isKept: true, isElsewhere: false })
  memory.check = memory.save = async () => 'elsewhere'
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(keeping).toEqual({ isKept: false, isElsewhere: true })
  await act(async () => bench.sheet.setCell(1, 0, 'ben@x.test'))
  await act(async () => vi.advanceTimersByTime(restMs))
  expect(keeping).toEqual({ isKept: false, isElsewhere: true })
  memory.save = save
  await act(async () => bench.sheet.setCell(1, 0, 'cy@x.test'))
  await act(async () => vi.advanceTimersByTime(restMs))
  expect(keeping).toEqual({ isKept: true, isElsewhere: false })
})
