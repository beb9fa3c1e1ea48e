// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createRoot } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { DeliveryDetails } from './delivery-details'

afterEach(() => vi.unstubAllGlobals())

const deliveryId = '6f1b2a52-1111-4222-8333-444455556666'
const delivery = {
  deliveryId,
  receivedAt: '2026-11-20T12:00:00.000Z',
  webhookId: null,
  eventTypes: [],
  triggeredAt: null,
  triggeredBy: null,
  resourceType: null,
  resourceId: null,
  inspectionId: null,
  inspectionTitle: null,
  dueAt: null,
  tries: 0,
  handledAt: null,
  note: null,
  body: 'not JSON',
  bodyBytes: 8,
  bodyDigest: 'abc',
}

it.each([
  ['failed', false],
  ['unreadable', true],
] as const)('a delivery that is %s cannot be reprocessed: %s', async (state, isOff) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...delivery, state })))
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ActorContext value={{ userId: 'u', name: 'Ann', email: 'a@b.test', role: 'admin' }}>
          <TooltipProvider>
            <DeliveryDetails deliveryId={deliveryId} />
          </TooltipProvider>
        </ActorContext>
      </QueryClientProvider>,
    ),
  )
  await act(() => vi.waitFor(() => expect(container.querySelector('button')).not.toBeNull()))
  expect(container.querySelector('button')?.disabled).toBe(isOff)
  await act(async () => root.unmount())
  container.remove()
})
