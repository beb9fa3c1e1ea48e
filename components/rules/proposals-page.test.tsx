// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createRoot } from '@/components/testing-root'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { ProposalsPage } from './proposals-page'

afterEach(() => vi.unstubAllGlobals())

it('the list of open proposals says how many it does not show', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const proposal = {
    proposalId: '6f1b2a52-1111-4222-8333-444455556666',
    ruleName: 'Broken',
    auditId: 'audit_1',
    title: 'Forklift check',
    assetId: 'asset_1',
    assetName: 'Forklift 1',
    before: null,
    after: { optionId: 'out', name: 'Out of service', color: '#cc0000', groupId: 'group_1' },
    state: 'open',
    createdAt: '2026-11-20T12:00:00.000Z',
    decidedAt: null,
    decidedByName: null,
    changeId: null,
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ proposals: [proposal], open: 151 })))
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <NuqsTestingAdapter>
        <QueryClientProvider client={new QueryClient()}>
          <ActorContext value={{ userId: 'u', name: 'Ann', email: 'a@b.test', role: 'viewer' }}>
            <TooltipProvider>
              <ToastProvider>
                <ProposalsPage />
              </ToastProvider>
            </TooltipProvider>
          </ActorContext>
        </QueryClientProvider>
      </NuqsTestingAdapter>,
    ),
  )
  await act(() => vi.waitFor(() => expect(container.textContent).toContain('Forklift 1')))
  expect(container.textContent).toContain('150 more are shown when these are decided.')
  await act(async () => root.unmount())
  container.remove()
})
