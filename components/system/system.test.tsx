// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTranslator } from 'next-intl'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { en } from '@/lib/testing/english'
import type { CheckRow, ConnectionCheck, SystemDetails, SystemStatus } from '@/lib/system/schema'
import { BudgetTable, describeLevel, readResetSeconds } from './budget-table'
import { CheckPanel, describeResult } from './check-panel'
import { ConsoleFacts, ThumbnailFacts } from './console-facts'
import { ProxyWarning } from './proxy-warning'
import { ServiceFacts } from './service-facts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'system.check' })

type Bucket = SystemStatus['service']['budget'][number]

const makeBucket = (bucket: string, more: Partial<Bucket> = {}): Bucket => ({
  bucket,
  limit: 100,
  remaining: 100,
  resetSeconds: 30,
  queuedPerson: 0,
  queuedBackground: 0,
  sentPerson: 0,
  sentBackground: 0,
  source: 'table',
  ...more,
})

const makeRow = (id: string, verdict: CheckRow['verdict']): CheckRow => ({
  id,
  permission: `Permission ${id}`,
  asked: 'GET /path',
  isMadeUp: id === 'b',
  isInferred: false,
  wasTaken: false,
  verdict,
  status: verdict === 'missing' ? 403 : 200,
  latencyMs: 12,
  found: 'The service answered.',
  disables: [`Nothing of ${id} works`],
})

const makeCheck = (rows: CheckRow[], more: Partial<ConnectionCheck> = {}): ConnectionCheck => ({
  startedAt: '2026-11-22T07:00:00.000Z',
  durationMs: 340,
  askedBy: 'Robin',
  token: 'accepted',
  owner: 'Sam Lee',
  rows,
  ...more,
})

let answer: (method: string, path: string) => Response = () => Response.json({})
let root: Root | null = null
const text = () => document.body.textContent

async function show(content: ReactNode) {
  const holder = document.createElement('main')
  document.body.append(holder)
  const shown = createRoot(holder)
  root = shown
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    shown.render(
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <ToastProvider>{content}</ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
}
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
      check()
    },
    { timeout: 20_000 },
  )
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent?.trim() === name)
const click = (name: string) => act(async () => button(name)?.click())

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) =>
    answer(method, new URL(address, 'http://console.test').pathname),
  )
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const heads = () => [...document.querySelectorAll('tbody th')].map((head) => head.textContent)

it('explains both types of token, and that the type in use is unknown', async () => {
  const service = { host: 'api.example', breaker: 'closed', nextProbeAt: null, refused: null, budget: [] } as const
  await show(<ServiceFacts status={{ mode: 'service', service }} />)
  expect(text()).toContain('Service user: for shared use, such as Sightline. Expires after 31 to 180 days without use.')
  expect(text()).toContain('User: for one person. Expires after 30 days without use.')
  expect(text()).toContain('SafetyCulture does not say which type is connected')
})

describe('API usage', () => {
  it('shows the busiest endpoint first, who uses it, and hides unused endpoints', async () => {
    await show(
      <BudgetTable
        readAt={new Date().toISOString()}
        budget={[
          makeBucket('idle'),
          makeBucket('some', { remaining: 60, sentPerson: 3, sentBackground: 37 }),
          makeBucket('other', { remaining: 0, sentBackground: 100, queuedPerson: 2, queuedBackground: 5 }),
        ]}
      />,
    )
    expect(heads()).toEqual(['Other endpoints', 'some'])
    const [first, second] = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(first).toMatch(/0 of 100Used up30s0100.*2 interactive, 5 background/)
    expect(second).toMatch(/60 of 100OK30s337none/)
    await click('Show 1 unused endpoint')
    expect(heads()).toEqual(['Other endpoints', 'some', 'idle'])
  })

  it('says that all limits are available without requests', async () => {
    await show(<BudgetTable readAt={new Date().toISOString()} budget={[makeBucket('one')]} />)
    expect(text()).toContain('all limits are fully available')
  })

  it('counts down from the time when it was loaded, but never below zero', () => {
    expect(readResetSeconds(30, 1_000, 1_000)).toBe(30)
    expect(readResetSeconds(30, 1_000, 11_500)).toBe(20)
    expect(readResetSeconds(30, 1_000, 99_000)).toBe(0)
    expect(readResetSeconds(30, 5_000, 1_000)).toBe(30)
  })

  it('has a level for each share of remaining requests', () => {
    const words = [100, 51, 50, 16, 15, 1, 0].map((remaining) => describeLevel({ remaining, limit: 100 }).level)
    expect(words).toEqual(['ok', 'ok', 'overHalfUsed', 'overHalfUsed', 'almostUsedUp', 'almostUsedUp', 'usedUp'])
  })
})

describe('the connection test', () => {
  it('lists what each missing permission disables', async () => {
    const check = makeCheck([makeRow('a', 'granted'), makeRow('b', 'missing'), makeRow('c', 'unknown')])
    answer = (method) => Response.json({ check: method === 'POST' ? check : null })
    await show(<CheckPanel mayCheck />)
    await until(() => expect(text()).toContain('Not tested since Sightline started.'))
    await click('Test connection')
    await until(() => expect(text()).toContain('The token lacks 1 of 3 permissions; 1 unknown.'))
    expect(text()).toMatch(/by Robin, in 340 ms\. The token belongs to Sam Lee\./)
    const rows = [...document.querySelectorAll('[aria-label=Permissions] > li')].map((row) => row.textContent)
    expect(rows[0]).toContain('Granted')
    expect(rows[0]).not.toContain('Nothing of a works')
    expect(rows[1]).toMatch(/Missing.*with an ID that does not exist.*Nothing of b works/)
    expect(rows[2]).toMatch(/Unknown.*Nothing of c works/)
  })

  it('keeps the last result when a new test is refused, and offers the test only to admins', async () => {
    const check = makeCheck([makeRow('a', 'granted')])
    answer = (method) =>
      method === 'POST'
        ? Response.json({ code: 'throttled', detail: 'It was checked a moment ago.', requestId: 'r' }, { status: 429 })
        : Response.json({ check })
    await show(<CheckPanel mayCheck />)
    await until(() => expect(text()).toContain('The token has the only permission.'))
    await click('Test connection')
    await until(() =>
      expect(text()).toContain('It was checked a moment ago. The result below is from the previous test.'),
    )
    expect(text()).toContain('The token has the only permission.')
    await act(async () => root?.unmount())
    await show(<CheckPanel mayCheck={false} />)
    await until(() => expect(text()).toContain('The token has the only permission.'))
    expect(button('Test connection')).toBeUndefined()
  })

  it('says "probably" for inferred permissions, and warns of an accepted write', async () => {
    const inferred = { ...makeRow('b', 'granted'), isInferred: true, status: 404 }
    const taken = { ...makeRow('c', 'granted'), wasTaken: true, found: 'The service took a write.' }
    const all = makeCheck([makeRow('a', 'granted'), inferred])
    expect(describeResult(t, all)).toBe('The token has all 2 permissions, 1 of them probably.')
    const lacking = makeCheck([inferred, makeRow('a', 'missing')])
    expect(describeResult(t, lacking)).toMatch(/^The token lacks 1 of 2 permissions; 1 probably granted\.$/)
    answer = () => Response.json({ check: makeCheck([inferred, taken]) })
    await show(<CheckPanel mayCheck />)
    await until(() => expect(text()).toContain('Probably granted'))
    const alert = document.querySelector('[role=alert]')
    expect(alert?.textContent).toMatch(/accepted a write that it should have refused.*Permission c/)
  })

  it('has a sentence for a refused token and for a missing response', () => {
    const rows = [makeRow('a', 'unknown')]
    expect(describeResult(t, { token: 'refused', rows })).toContain('does not accept the token')
    expect(describeResult(t, { token: 'unreachable', rows })).toContain('did not respond')
  })
})

const details = (thumbnails: SystemDetails['thumbnails']): SystemDetails => ({
  now: '2026-11-22T07:00:00.000Z',
  startedAt: '2026-11-22T06:00:00.000Z',
  versions: { sightline: '0.1.0', node: '20.9.0', next: '16.4.6' },
  connections: { open: 3, idle: 1, max: 10, waiting: 0 },
  replica: null,
  diskFreeBytes: 42e9,
  thumbnails,
  untrustedProxies: [],
})

describe('the figures of thumbnails', () => {
  it('show the cache hit rate, and that files are still being counted', async () => {
    answer = () => Response.json(details({ files: 1200, bytes: 61e6, bytesMax: 1.1e9, hits: 75, misses: 25 }))
    await show(<ThumbnailFacts />)
    await until(() => expect(text()).toContain('75% (100 requests)'))
    expect(text()).toMatch(/Files1,200On disk61 MB of at most 1\.1 GB/)
    await act(async () => root?.unmount())
    answer = () => Response.json(details({ files: null, bytes: null, bytesMax: 1, hits: 0, misses: 0 }))
    await show(<ThumbnailFacts />)
    await until(() => expect(text()).toContain('FilesCounting'))
    expect(text()).toContain('No requests since the start')
  })

  it('say why loading failed, and try again', async () => {
    let fails = true
    answer = () =>
      fails
        ? Response.json({ code: 'unavailable', detail: 'The database is away.', requestId: 'r' }, { status: 503 })
        : Response.json(details({ files: 1, bytes: 1, bytesMax: 1, hits: 1, misses: 0 }))
    await show(<ThumbnailFacts />)
    await until(() => expect(text()).toContain('The database is away.'))
    fails = false
    await click('Retry')
    await until(() => expect(text()).toContain('100% (1 request)'))
  })
})

it('the replica for lists is shown with its lag, if there is one', async () => {
  const status = {
    database: { kind: 'server', sizeBytes: 1, version: '18.1', migrations: 30 },
    version: '0.1.0',
  } as unknown as SystemStatus
  const replicas = [
    [null, /Migrations30Free disk42 GBConnections[^R]*$/],
    [{ behindBytes: 0, reads: 1_200, readsThere: 1_190 }, 'Read replicaUp to date, served 1,190 of 1,200 reads'],
    [{ behindBytes: 3e6, reads: 0, readsThere: 0 }, '3.0 MB behind. Lists are read from the primary.'],
    [{ behindBytes: null, reads: 0, readsThere: 0 }, 'Cannot be reached. Lists are read from the primary.'],
  ] as const
  for (const [replica, shown] of replicas) {
    answer = () => Response.json({ ...details({ files: 1, bytes: 1, bytesMax: 1, hits: 1, misses: 0 }), replica })
    await show(<ConsoleFacts status={status} />)
    await until(() => (typeof shown === 'string' ? expect(text()).toContain(shown) : expect(text()).toMatch(shown)))
    await act(async () => root?.unmount())
  }
})

describe('a proxy that is not trusted', () => {
  it('is shown with the setting to use, and no warning is shown otherwise', async () => {
    const none = details({ files: 1, bytes: 1, bytesMax: 1, hits: 1, misses: 0 })
    answer = () => Response.json(none)
    await show(<ProxyWarning />)
    expect(text()).toBe('')
    await act(async () => root?.unmount())
    const lastAt = new Date().toISOString()
    answer = () => Response.json({ ...none, untrustedProxies: [{ address: '172.18.0.2', requests: 1_204, lastAt }] })
    await show(<ProxyWarning />)
    await until(() => expect(text()).toContain('172.18.0.2 · 1,204 requests'))
    expect(text()).toContain('TRUSTED_PROXIES')
  })
})
