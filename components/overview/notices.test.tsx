// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '@/components/inspections/testing-list'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { Notices } from './notices'

const hourMs = 3_600_000
let root: Root
/** The number of inspections that match a query. */
let totals: (query: URLSearchParams) => number

let asked: string[]

const page = { rows: [], after: null, totalIsExact: true, totalAll: null, facets: null, asOf: null }
const resolved = { modified: [], completedAt: [] }

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, location.href)
    asked.push(pathname)
    if (pathname === '/api/inspections') {
      const isCounted = searchParams.getAll('include').join(',').split(',').includes('total')
      return Response.json({ ...page, resolved, total: isCounted ? totals(searchParams) : null })
    }
    if (pathname === '/api/activity') {
      const count = { total: 7, isExact: true }
      return Response.json({ entries: [], after: null, counts: { matching: count, all: count, exported: count } })
    }
    return Response.json({ code: 'unavailable', detail: 'Away.', requestId: 'r' }, { status: 503 })
  })
  asked = []
  totals = (query) => (query.get('result') === 'failed' ? 2 : 34)
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (role: Role = 'admin') =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ActorContext value={{ userId: 'u', name: 'I', email: 'i@example.com', role }}>
          <Notices />
        </ActorContext>
      </QueryClientProvider>,
    ),
  )
const links = () => [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
const leave = (agoMs: number) => {
  const seenAt = Date.now() - agoMs
  localStorage.setItem('sightline.last-visit', JSON.stringify({ seenAt, before: null }))
  return new Date(seenAt).toISOString()
}

it('counts what changed since the last visit, with links to exactly these lists', async () => {
  const since = leave(5 * hourMs)
  await show()
  await until(() =>
    expect(links()).toEqual([
      ['34 inspections changed', `/inspections?modified=${since}..`],
      ['2 inspections failed', `/inspections?result=failed&modified=${since}..`],
      ['7 activity entries', `/activity?from=${encodeURIComponent(since)}`],
    ]),
  )
  expect(document.body.textContent).toContain('Since your last visit')
})

it('leaves out what did not change', async () => {
  const since = leave(5 * hourMs)
  totals = () => 0
  await show()
  await until(() => expect(links()).toEqual([['7 activity entries', `/activity?from=${encodeURIComponent(since)}`]]))
})

it('says nothing at the first visit and within the same visit', async () => {
  leave(hourMs / 6)
  await show()
  expect(asked).not.toContain('/api/inspections')
})
