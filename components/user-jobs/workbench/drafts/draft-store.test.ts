import { beforeEach, expect, it, vi } from 'vitest'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { createDraftStore } from './draft-store'

interface Range {
  owner: string
}
const isIn = (key: string, range: string | Range) =>
  typeof range === 'string' ? key === JSON.stringify(range) : key.startsWith(`["${range.owner}",`)

function answer<T>(result: T, onDone = () => {}) {
  const request = Object.assign(new EventTarget(), { result })
  queueMicrotask(() => {
    request.dispatchEvent(new Event('success'))
    onDone()
  })
  return request
}

/** A fake of the parts of IndexedDB that drafts need. All stores share it, like tabs of one browser. */
function makeFactory(): IDBFactory {
  const kept: Record<string, Map<string, unknown>> = { facts: new Map(), rows: new Map() }
  const transaction = () => {
    const events = new EventTarget()
    let open = 0
    // A transaction ends when it has no more requests.
    const onDone = () => {
      open -= 1
      setTimeout(() => open === 0 && events.dispatchEvent(new Event('complete')))
    }
    const ask = <T>(result: T) => {
      open += 1
      return answer(result, onDone)
    }
    const objectStore = (name: string) => {
      const map = kept[name] ?? new Map<string, unknown>()
      return {
        get: (key: string) => ask(structuredClone(map.get(JSON.stringify(key)))),
        put: (value: unknown, key: unknown) => ask(void map.set(JSON.stringify(key), structuredClone(value))),
        delete: (range: string | Range) =>
          ask([...map.keys()].filter((key) => isIn(key, range)).forEach((key) => map.delete(key))),
        getAll: (range: Range) =>
          ask([...map].filter(([key]) => isIn(key, range)).map(([, value]) => structuredClone(value))),
      }
    }
    return Object.assign(events, { objectStore })
  }
  return { open: () => answer({ transaction, close: () => {} }) } as unknown as IDBFactory
}

const mapping = [{ to: 'field', field: 'email' }] as const
const sheetOf = (email: string) => createSheet({ header: ['E-mail'], rows: [[email]] })
const sourceAt = (second: number) => ({
  sourceName: 'a.csv',
  savedAt: new Date(second * 1_000).toISOString(),
  checkJobId: null,
})

let factory: IDBFactory
const openTab = () => createDraftStore('u', factory)
const keptEmail = async () => (await openTab().load())?.rows[0]?.[1][0] ?? null

beforeEach(() => {
  factory = makeFactory()
  vi.stubGlobal('IDBKeyRange', { bound: ([owner]: [string]) => ({ owner }) })
})

it('a sheet is saved repeatedly, and continues after a reload of the page', async () => {
  const before = openTab()
  await before.load()
  expect(await before.save(sheetOf('a@x.test'), mapping, sourceAt(1))).toBe('kept')
  expect(await before.save(sheetOf('b@x.test'), mapping, sourceAt(2))).toBe('kept')
  const after = openTab()
  expect((await after.load())?.rows).toEqual([[1, ['b@x.test']]])
  expect(await after.save(sheetOf('c@x.test'), mapping, sourceAt(3))).toBe('kept')
  expect(await keptEmail()).toBe('c@x.test')
})

it('a draft that another tab has saved in the meantime is not overwritten', async () => {
  const [one, other] = [openTab(), openTab()]
  await Promise.all([one.load(), other.load()])
  expect(await one.save(sheetOf('one@x.test'), mapping, sourceAt(1))).toBe('kept')
  expect(await other.save(sheetOf('other@x.test'), mapping, sourceAt(2))).toBe('elsewhere')
  expect([await one.check(), await other.check()]).toEqual(['kept', 'elsewhere'])
  expect(await one.save(sheetOf('one@x.test'), mapping, sourceAt(3))).toBe('kept')
  await other.clear()
  expect(await keptEmail()).toBe('one@x.test')
  // After the other tab has deleted its draft, this tab can save again.
  await one.clear()
  expect(await one.check()).toBe('failed')
  expect(await other.save(sheetOf('other@x.test'), mapping, sourceAt(4))).toBe('kept')
  expect(await one.save(sheetOf('one@x.test'), mapping, sourceAt(5))).toBe('elsewhere')
  expect(await keptEmail()).toBe('other@x.test')
})

it('an unreadable draft is replaced', async () => {
  const before = openTab()
  await before.save(sheetOf('a@x.test'), mapping, { ...sourceAt(1), savedAt: 'some time' })
  const after = openTab()
  expect(await after.load()).toBeNull()
  expect(await after.save(sheetOf('b@x.test'), mapping, sourceAt(2))).toBe('kept')
  expect(await keptEmail()).toBe('b@x.test')
})
