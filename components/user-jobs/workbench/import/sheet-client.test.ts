// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { fileBytesMax } from '@/lib/user-jobs/sheet/kinds'
import { createSheetWorker } from './sheet-client'
import type { WorkerMessage } from './sheet-messages'

const text = 'email\tname\na@x.co\tAl\nbad\tBo'

/** A fake worker that sends these messages, or fails. */
function stubWorker(messages: readonly WorkerMessage[] | 'breaks' | 'breaks later' | 'silent') {
  const made: { isTerminated: boolean }[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      isTerminated = false
      constructor() {
        super()
        made.push(this)
      }
      postMessage() {
        const notify = (data: WorkerMessage) => this.dispatchEvent(new MessageEvent('message', { data }))
        queueMicrotask(() => {
          if (messages === 'silent') return
          if (messages === 'breaks later') notify({ type: 'progress', progress: { step: 'reading', rows: null } })
          if (typeof messages === 'string') this.dispatchEvent(new Event('error', { cancelable: true }))
          else messages.forEach(notify)
        })
      }
      terminate() {
        this.isTerminated = true
      }
    },
  )
  return made
}

afterEach(() => vi.unstubAllGlobals())

it('the sheet reader works on the page if there are no workers, in slices and with progress', async () => {
  vi.stubGlobal('Worker', undefined)
  const steps: string[] = []
  const { read } = await createSheetWorker().read({ text }, { onProgress: ({ step }) => steps.push(step) })
  expect(read?.table.rows).toEqual([
    ['a@x.co', 'Al'],
    ['bad', 'Bo'],
  ])
  expect(read?.issues.map(({ code }) => code)).toContain('bad-email')
  expect(steps).toEqual(['reading', 'checking'])
})

it('the sheet reader works on the page if the worker cannot be started', async () => {
  const made = stubWorker('breaks')
  const { read } = await createSheetWorker().read({ text })
  expect(read?.table.rows).toHaveLength(2)
  expect(made.map(({ isTerminated }) => isTerminated)).toEqual([true])
})

it('the sheet reader does not retry on the page after a worker has run out of memory', async () => {
  stubWorker('breaks later')
  expect((await createSheetWorker().read({ text })).problem?.code).toBe('too-large')
})

it('the sheet reader joins the portions of a worker and stops the worker', async () => {
  const { read: whole } = await readOnPage()
  if (whole === null) throw new Error('not read')
  const { table, mapping, isRemembered, issues } = whole
  const made = stubWorker([
    { type: 'rows', rows: table.rows.slice(0, 1), lines: table.lines.slice(0, 1) },
    { type: 'rows', rows: table.rows.slice(1), lines: table.lines.slice(1) },
    { type: 'issues', issues },
    { type: 'end', table: { header: table.header, notes: table.notes }, read: { mapping, isRemembered } },
  ])
  expect((await createSheetWorker().read({ text })).read).toEqual(whole)
  expect(made[0]?.isTerminated).toBe(true)
})

async function readOnPage() {
  vi.stubGlobal('Worker', undefined)
  return createSheetWorker().read({ text })
}

it('the sheet reader stops at once when a signal aborts or the reader is disposed', async () => {
  const made = stubWorker('silent')
  const worker = createSheetWorker()
  const bySignal = new AbortController()
  const first = worker.read({ text }, { signal: bySignal.signal })
  const second = worker.read({ text })
  bySignal.abort()
  expect((await first).problem?.code).toBe('stopped')
  worker.dispose()
  expect((await second).problem?.code).toBe('stopped')
  expect(made.every(({ isTerminated }) => isTerminated)).toBe(true)
  expect((await worker.read({ text }, { signal: bySignal.signal })).problem?.code).toBe('stopped')
})

it('the sheet reader does not load a file that is too large into memory', async () => {
  vi.stubGlobal('Worker', undefined)
  const file = new File([''], 'x.csv')
  const arrayBuffer = vi.fn()
  Object.defineProperties(file, { size: { value: fileBytesMax + 1 }, arrayBuffer: { value: arrayBuffer } })
  expect((await createSheetWorker().read(file)).problem?.code).toBe('too-large')
  expect(arrayBuffer).not.toHaveBeenCalled()
})
