// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from '@/components/testing-root'
import { describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import { ActionDialog } from './action-dialog'

describe('a change of a person', () => {
  it("also loads the person's tokens again, which have at most the new role", async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    const queryClient = new QueryClient()
    const { queryKey } = apiTokenQueries.of('6f1b2a52-1111-4222-8333-444455550001')
    queryClient.setQueryData(queryKey, { tokens: [], roles: ['viewer'] })
    await act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <TooltipProvider>
            <ToastProvider>
              <ActionDialog
                title="Change the role of Ann"
                button="Make viewer"
                failed="The role was not changed"
                run={() => Promise.resolve('Ann is now a viewer')}
                onClose={() => undefined}
              >
                Text
              </ActionDialog>
            </ToastProvider>
          </TooltipProvider>
        </QueryClientProvider>,
      ),
    )
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Make viewer')
    await act(async () => button?.click())
    await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true), 20_000)
    await act(async () => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
})
