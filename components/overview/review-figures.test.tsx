// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '@/components/inspections/testing-list'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { Role } from '@/lib/access/permissions'
import type { ListParams } from '@/lib/inspections/schema'
import { readViewParams } from '@/lib/saved-views/model'
import type { ReviewCounts } from '@/lib/review/schema'
import { countedLists } from '@/lib/review/values-model'
import { ReviewFigures } from './review-figures'

let root: Root
let asked: string[]
let counts: ReviewCounts | null

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = []
  counts = { failedUnreviewed: 1_234, unreviewed: 5_678, followUps: 0, myFollowUps: 0, newMentions: 0, changedSince: 9 }
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return counts === null
      ? Response.json({ code: 'unavailable', detail: 'Away.', requestId: 'r' }, { status: 503 })
      : Response.json(counts)
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const show = (role: Role = 'editor') =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ActorContext value={{ userId: 'u', name: 'I', email: 'i@example.com', role }}>
          <ReviewFigures />
        </ActorContext>
      </QueryClientProvider>,
    ),
  )
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((figure) => [
      figure.querySelector('dt')?.textContent,
      figure.querySelector('dd')?.textContent,
    ]),
  )
const isRed = (name: string) =>
  [...document.querySelectorAll('dl > div')]
    .find((figure) => figure.querySelector('dt')?.textContent === name)
    ?.querySelector('dd')
    ?.className.includes('text-bad')
const hrefOf = (name: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href') ?? ''
/** Values of one parameter are alternatives, in any order. */
const sorted = (params: ListParams) =>
  Object.fromEntries(Object.entries(params).map(([name, values]) => [name, [...(values ?? [])].toSorted()]))
const paramsOf = (name: string) => sorted(readViewParams(hrefOf(name).split('?')[1] ?? ''))
const isReady = () => until(() => expect(figures()['Not reviewed']).toBe('5,678'))

it('shows each number of the server under its own name', async () => {
  await show()
  await isReady()
  expect(figures()).toEqual({
    'Failed, not reviewed': '1,234',
    'Not reviewed': '5,678',
    'Changed since review': '9',
    'Follow-ups': '0',
    'My follow-ups': '0',
  })
  expect(asked).toEqual(['/api/review/counts'])
  expect([isRed('Failed, not reviewed'), isRed('Not reviewed')]).toEqual([true, false])
})

it('links each number to the list that it counts', async () => {
  await show()
  await isReady()
  for (const [name, list] of [
    ['Failed, not reviewed', countedLists.failedUnreviewed],
    ['Not reviewed', countedLists.unreviewed],
    ['Changed since review', countedLists.changedSince],
  ] as const) {
    expect(hrefOf(name)).toMatch(/^\/inspections\?/)
    expect(paramsOf(name)).toEqual(sorted(list))
  }
  // That list has only follow-ups, so its address does not ask for them.
  expect(hrefOf('Follow-ups')).toMatch(/^\/review\/follow-ups\?/)
  expect(paramsOf('Follow-ups')).toEqual({ archived: ['false'] })
})

it('starts the review with failed inspections, or with all when none failed', async () => {
  await show()
  await isReady()
  expect(hrefOf('Review failures')).toMatch(/^\/review\?/)
  expect(paramsOf('Review failures')).toEqual(sorted(countedLists.failedUnreviewed))
  await act(async () => root.render(null))
  counts = { failedUnreviewed: 0, unreviewed: 5_678, followUps: 0, myFollowUps: 0, newMentions: 0, changedSince: 0 }
  await show()
  await isReady()
  expect(hrefOf('Review')).toBe('/review')
})

it('shows viewers the numbers without the button', async () => {
  await show('viewer')
  await isReady()
  expect(hrefOf('Review failures')).toBe('')
})

it('leaves out the section when the counts cannot be read', async () => {
  counts = null
  await show()
  await until(() => expect(document.querySelector('section')).toBeNull())
  expect(document.body.textContent).toBe('')
})
