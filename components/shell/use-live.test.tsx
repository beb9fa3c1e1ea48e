// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import './live-queries'
import { useLive } from './use-live'

const minuteMs = 60_000
let root: Root
let reads: number

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  vi.useFakeTimers()
  reads = 0
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Rules() {
  useLive('u')
  useQuery({ queryKey: ['rules', 'list'], queryFn: () => (reads += 1) })
  return null
}

it('refetches once a minute what events would refresh, while the event stream is down', async () => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Rules />
      </QueryClientProvider>,
    ),
  )
  await act(() => vi.advanceTimersByTimeAsync(minuteMs / 2))
  expect(reads).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(minuteMs))
  await vi.waitFor(() => expect(reads).toBe(2))
  await act(() => vi.advanceTimersByTimeAsync(minuteMs))
  await vi.waitFor(() => expect(reads).toBe(3))
})
