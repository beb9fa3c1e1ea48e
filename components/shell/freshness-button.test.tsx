// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { click, until } from '@/components/inspections/testing-list'
import { FreshnessButton } from './freshness-button'

const stay = (event: Event) => event.preventDefault()
let root: Root
let client: QueryClient
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  client = new QueryClient()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  document.removeEventListener('click', stay, true)
  await act(async () => root.unmount())
  client.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const systemLink = () => document.querySelector<HTMLElement>('a[href="/system"]')

it('the panel of the sync closes when its link opens the System page', async () => {
  await act(async () =>
    root.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <QueryClientProvider client={client}>
          <FreshnessButton syncNow={null} />
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
  await click(document.querySelector('button'))
  await until(() => expect(systemLink()).not.toBeNull())
  // jsdom cannot navigate.
  document.addEventListener('click', stay, true)
  await click(systemLink())
  await until(() => expect(systemLink()).toBeNull())
})
