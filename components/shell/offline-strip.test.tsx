// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from '@/components/testing-root'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { TooltipProvider } from '@/components/ui/tooltip'
import { api } from '@/lib/browser/api'
import { OfflineStrip } from './offline-strip'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const read = () => api.get('/api/anything', undefined, z.object({})).catch(() => null)

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

async function show() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <OfflineStrip />
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
  return place
}

it('shows the age of the data while the server does not respond, and disappears after any response', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  await read()
  const answeredAt = Date.now()
  const place = await show()
  expect(place.textContent).toBe('')

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await act(async () => void (await read()))
  expect(place.textContent).toMatch(/^Offline, data from \d\d:\d\d/)
  const shown = Date.parse(place.querySelector('time')?.dateTime ?? '')
  expect(shown).toBeLessThanOrEqual(answeredAt)
  expect(document.documentElement.style.getPropertyValue('--strip-height')).toBe('2.5rem')

  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'unavailable' }, { status: 503 })))
  await act(async () => void (await read()))
  expect(place.textContent).toBe('')
  expect(document.documentElement.style.getPropertyValue('--strip-height')).toBe('')
})

it('appears at once when the browser loses its connection', async () => {
  const place = await show()
  await act(async () => void window.dispatchEvent(new Event('offline')))
  expect(place.textContent).toContain('Offline')
})
