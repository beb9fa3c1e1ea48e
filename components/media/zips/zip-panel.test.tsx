// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, until } from '@/components/inspections/testing-list'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { ZipProgress } from '@/lib/media/schema'
import { ZipPanel } from './zip-panel'
import { startZip } from './zip-start'
import { dismissZip } from './zip-store'

const zipId = '11111111-1111-4111-8111-111111111111'
const againId = '22222222-2222-4222-8222-222222222222'
const started = { zipId, fileName: 'round.zip', files: 10, inspections: 1, unread: 0 }
const running: ZipProgress = {
  zipId,
  fileName: 'round.zip',
  state: 'running',
  problem: null,
  files: 10,
  done: 3,
  bytes: 2_000_000,
  missingCount: 0,
  missing: [],
  endsAt: null,
}
const paused: ZipProgress = { ...running, state: 'paused', endsAt: new Date(Date.now() + 29.6 * 60_000).toISOString() }

let root: Root
let progress: ZipProgress
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  progress = running
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST' && address.endsWith('/zips')) return Response.json(started)
    if (address.endsWith('/pause')) progress = paused
    if (address.endsWith('/resume')) progress = running
    if (address.endsWith('/retry')) return Response.json({ ...started, zipId: againId })
    return Response.json(progress)
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TooltipProvider>
          <ToastProvider>
            <ZipPanel />
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
  await act(() => startZip({ selection: { kind: 'matching', query: '', except: [] } }))
})
afterEach(async () => {
  dismissZip(zipId)
  dismissZip(againId)
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const words = () => document.querySelector('[aria-label="Zip downloads"]')?.textContent ?? ''

it('a paused zip says when it ends, until it is resumed', async () => {
  await until(() => expect(words()).toContain('3 of 10 files'))
  expect(words()).not.toContain('unless you resume')
  await click(button('Pause'))
  await until(() => expect(button('Resume')).toBeDefined())
  expect(words()).toContain('Paused at 3 of 10 files')
  expect(words()).toContain('The download ends in 30 min unless you resume it. An incomplete file cannot be opened.')
  await click(button('Resume'))
  await until(() => expect(button('Pause')).toBeDefined())
  expect(words()).not.toContain('unless you resume')
})

it('a zip that broke off can be downloaded again', { tags: ['full'] }, async () => {
  await until(() => expect(words()).toContain('3 of 10 files'))
  progress = { ...running, state: 'failed', problem: 'The console that created this zip stopped. Download it again.' }
  await until(() => expect(button('Download again')).toBeDefined())
  expect(words()).toContain('The console that created this zip stopped.')
  progress = { ...running, zipId: againId }
  await click(button('Download again'))
  await until(() => expect(words()).toContain('3 of 10 files'))
  expect(words()).not.toContain('stopped')
})
