import { readFileSync } from 'node:fs'
import { focusManager, QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher, type Refresher } from '@/lib/browser/live/refresh'
import { showCounts, showEvent } from './live-queries'

let client: QueryClient
let refresher: Refresher
let reads: string[]

beforeEach(() => {
  vi.useFakeTimers()
  focusManager.setFocused(true)
  client = new QueryClient()
  refresher = createRefresher(client)
  reads = []
})
afterEach(() => {
  refresher.stop()
  client.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

/** A query that is on screen. */
async function show(key: QueryKey, takesMs = 0) {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: async () => {
      reads.push(key.join(' '))
      if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs))
      return {}
    },
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(takesMs)
  return observer
}

it('loads no queries with their schemas when an event arrives', () => {
  expect(readFileSync(new URL('live-queries.ts', import.meta.url), 'utf8')).not.toMatch(/queries'/)
})

describe('the queries that an event refetches', () => {
  it('include everything that shows the change, but never the document of a version', async () => {
    for (const key of [
      ['inspections', 'block', {}, 0],
      ['inspections', 'report', 'a1'],
      ['inspections', 'report', 'a2'],
      ['inspections', 'raw', 'a1', '2026'],
      ['inspections', 'changes', 'a1', '1', '2'],
      ['reviews', 'counts'],
      ['media', 'wall', {}],
      ['media', 'wall-newest', {}],
      ['media', 'wall-total', {}],
      ['media', 'facts', 'a1', 'm1'],
      ['templates'],
      ['sites'],
      ['connections'],
      ['users', 'list', []],
      ['system', 'details'],
      ['status-groups', 'opened', 'g1'],
      ['user-jobs', 'elsewhere'],
    ])
      await show(key)
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'inspections', ids: ['a1'] })
    await vi.advanceTimersByTimeAsync(200)
    // Tiles of a wall stay in place; new files are offered above them.
    expect(reads.toSorted()).toEqual([
      'inspections block [object Object] 0',
      'inspections report a1',
      'media wall-newest [object Object]',
      'media wall-total [object Object]',
      'reviews counts',
      'sites',
      'templates',
    ])
    reads = []
    await vi.advanceTimersByTimeAsync(10_000)
    showEvent(refresher, { kind: 'reset', ids: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads.toSorted()).toEqual([
      'inspections block [object Object] 0',
      'inspections report a1',
      'inspections report a2',
      'media wall-newest [object Object]',
      'media wall-total [object Object]',
      'reviews counts',
      'sites',
      'system details',
      'templates',
      'users list ',
    ])
    reads = []
    await vi.advanceTimersByTimeAsync(10_000)
    showCounts(refresher)
    await vi.advanceTimersByTimeAsync(200)
    expect(reads.toSorted()).toEqual(['inspections block [object Object] 0', 'reviews counts', 'sites', 'templates'])
  })

  it('are the list of users after a new listing, and the state of the process after a system event', async () => {
    await show(['users', 'list', []])
    await show(['system', 'details'])
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'users', ids: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual(['users list '])
    reads = []
    showEvent(refresher, { kind: 'system', ids: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual(['system details'])
  })

  it('are the badge of failed deliveries after a webhook event, and no other numbers of Overview', async () => {
    await show(['overview'])
    await show(['overview', 'attention', 'UTC'])
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'webhooks', ids: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual(['overview attention UTC'])
  })

  it('are those of the job after an event of user jobs, but not the rows that its grid has loaded already', async () => {
    for (const name of ['one', 'rows', 'retry-plan', 'fix-sheet'])
      for (const jobId of ['j1', 'j2']) await show(['user-jobs', name, jobId])
    await show(['user-jobs', 'list', {}])
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'user-jobs', ids: ['j1'] })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads.toSorted()).toEqual([
      'user-jobs list [object Object]',
      'user-jobs one j1',
      'user-jobs retry-plan j1',
      'user-jobs rows j1',
    ])
  })

  it('are the restorable statuses after assets have changed', async () => {
    await show(['asset-changes', 'kept', 'e1'])
    await show(['asset-changes', 'one', 'c1'])
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'assets', ids: ['a1'] })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual(['asset-changes kept e1'])
  })

  it.each([
    ['templates', 'inspections'],
    ['sites', 'inspections'],
    ['sites', 'assets'],
    ['status-groups board', 'assets'],
  ] as const)('are refetched less often for %s, whose numbers need much work, during many %s', async (key, kind) => {
    await show(key.split(' '))
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    for (let at = 0; at < 100; at += 1) {
      showEvent(refresher, { kind, ids: [`one${at}`] })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(reads.length).toBeGreaterThanOrEqual(2)
    expect(reads.length).toBeLessThanOrEqual(3)
  })

  it('are the deliveries of webhooks, and not the subscriptions, which SafetyCulture has', async () => {
    for (const name of ['deliveries', 'status', 'subscriptions']) await show(['webhooks', name])
    await vi.advanceTimersByTimeAsync(10_000)
    reads = []
    showEvent(refresher, { kind: 'webhooks', ids: ['d1'] })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads.toSorted()).toEqual(['webhooks deliveries', 'webhooks status'])
  })

  it('are refetched at most once a second during many events, and once more at the end', async () => {
    await show(['inspections', 'block', {}, 0])
    await vi.advanceTimersByTimeAsync(2_000)
    reads = []
    for (let at = 0; at < 2_000; at += 1) {
      showEvent(refresher, { kind: 'inspections', ids: [`a${at}`] })
      await vi.advanceTimersByTimeAsync(5)
    }
    const during = reads.length
    expect(during).toBeGreaterThanOrEqual(9)
    expect(during).toBeLessThanOrEqual(11)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads.length - during).toBeLessThanOrEqual(1)
  })

  it('are refetched once more when an event arrives during a fetch', async () => {
    const observer = await show(['reviews', 'counts'], 3_000)
    await vi.advanceTimersByTimeAsync(2_000)
    reads = []
    void observer.refetch()
    await vi.advanceTimersByTimeAsync(1_500)
    showEvent(refresher, { kind: 'reviews', ids: null })
    await vi.advanceTimersByTimeAsync(1_400)
    // A running request is not aborted, because a slow response would then never arrive.
    expect(reads).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads).toHaveLength(2)
  })

  it('wait while the page is hidden', async () => {
    await show(['reviews', 'counts'])
    await vi.advanceTimersByTimeAsync(2_000)
    reads = []
    focusManager.setFocused(false)
    showEvent(refresher, { kind: 'reviews', ids: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toEqual([])
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual(['reviews counts'])
  })

  it('are refetched while the page is hidden only if they also poll then', async () => {
    await show(['inbox', 'list'])
    const observer = new QueryObserver(client, {
      queryKey: ['inbox', 'count'],
      queryFn: () => reads.push('inbox count'),
      refetchInterval: 60_000,
      refetchIntervalInBackground: true,
    })
    const end = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(2_000)
    reads = []
    focusManager.setFocused(false)
    showEvent(refresher, { kind: 'inbox', ids: null })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads).toEqual(['inbox count'])
    end()
  })

  it('are only marked stale if nothing shows them, and refetched when shown', async () => {
    const observer = await show(['reviews', 'counts'])
    observer.destroy()
    await vi.advanceTimersByTimeAsync(2_000)
    reads = []
    showEvent(refresher, { kind: 'reviews', ids: null })
    await vi.advanceTimersByTimeAsync(200)
    expect(reads).toEqual([])
    expect(client.getQueryState(['reviews', 'counts'])?.isInvalidated).toBe(true)
  })
})
