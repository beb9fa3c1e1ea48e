// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { click, until } from '@/components/inspections/testing-list'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Actor } from '@/lib/access/actor'
import { AccountPanel } from './account-panel'

const actor = { userId: 'user_1', name: 'Ann', email: 'ann@example.com', role: 'admin' } as unknown as Actor
let root: Root
let client: QueryClient
let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    asked.push(String(input instanceof Request ? input.url : input))
    return new Promise(() => {})
  })
  client = new QueryClient()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const buttonOf = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text) ?? null

const show = () =>
  act(async () =>
    root.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <ToastProvider>
              <AccountPanel actor={actor} onShortcuts={() => {}} onClose={() => {}} />
              <LeaveDialog isUnsaved>Three changes would be lost.</LeaveDialog>
            </ToastProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )

it('signing out asks about unsaved changes before the session ends', async () => {
  await show()
  await click(buttonOf('Sign out'))
  await until(() => expect(document.body.textContent).toContain('Three changes would be lost.'))
  expect(asked).toEqual([])
  await click(buttonOf('Leave without saving'))
  await until(() => expect(asked.join(' ')).toContain('/api/auth/csrf'))
})

it('the browser asks about unsaved changes again after a sign-out that failed', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await show()
  await click(buttonOf('Sign out'))
  await until(() => expect(buttonOf('Leave without saving')).not.toBeNull())
  await click(buttonOf('Leave without saving'))
  await until(() => expect(document.body.textContent).toContain('You are still signed in'))
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
})
