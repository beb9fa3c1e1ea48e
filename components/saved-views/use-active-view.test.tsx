// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { act } from 'react'
import { createRoot, type Spoken, WithMessages } from '@/components/testing-root'
import { afterEach, expect, it, vi } from 'vitest'
import { readMessages } from '@/lib/messages/catalog'
import { useActiveView } from './use-active-view'

const german: Spoken = { locale: 'de', messages: await readMessages('de') }

function Name() {
  return useActiveView()?.name
}

afterEach(() => vi.unstubAllGlobals())

it('names a start view in the language of the person, as its tab does', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json({ views: [], bar: { ordered: [], hidden: [] }, mayShare: false }))
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <WithMessages spoken={german}>
        <QueryClientProvider client={new QueryClient()}>
          <SearchParamsContext value={new URLSearchParams('view=in-progress')}>
            <Name />
          </SearchParamsContext>
        </QueryClientProvider>
      </WithMessages>,
    ),
  )
  expect(host.textContent).toBe('In Bearbeitung')
  await act(async () => root.unmount())
})
