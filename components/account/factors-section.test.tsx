// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Factors } from '@/lib/factors/schema'
import { FactorsSection } from './factors-section'

const at = '2026-11-20T10:00:00.000Z'
let root: Root
let own: Factors
let sent: string[]
let refusal: string | null
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })

function answer(path: string, { method = 'GET' }: RequestInit): Response {
  if (method === 'GET') return json(own)
  sent.push(`${method} ${path}`)
  if (refusal !== null) return json({ code: 'conflict', detail: refusal }, 409)
  if (path.endsWith('/recovery-codes')) return json({ recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] })
  own = { ...own, passkeys: [], recoveryCodesLeft: 0 }
  return new Response(null, { status: 204 })
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => Promise.resolve().then(() => answer(path, init)))
  sent = []
  refusal = null
  own = {
    passkeys: [{ credentialId: 'key-1', name: 'Laptop', createdAt: at, lastUsedAt: null, isBackedUp: true }],
    totpSince: null,
    recoveryCodesLeft: 2,
    hasPassword: true,
    isRequired: false,
    passkeyOrigin: 'http://localhost:3999',
  }
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent
const show = async (marker: string) => {
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <ToastProvider>
          <FactorsSection />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(text()).toContain(marker), 20_000)
}
async function press(name: string): Promise<void> {
  const find = () =>
    [...document.querySelectorAll<HTMLButtonElement>('button')].find(
      (button) => (button.getAttribute('aria-label') ?? button.textContent) === name && !button.disabled,
    )
  await vi.waitFor(() => expect(find()).toBeDefined(), 20_000)
  find()?.click()
}

describe('the section of second factors', () => {
  it('lists the factors of the person, and says where passkeys work if they do not work at this address', async () => {
    await show('Laptop')
    expect(text()).toContain('not used yet')
    expect(text()).toContain('2 left')
    expect(document.querySelector('a')?.href).toBe('http://localhost:3999/settings/account#factors')
    expect(text()).not.toContain('Add a passkey')
  })

  it('says that passkeys do not work at an IP address', async () => {
    own = { ...own, passkeys: [], passkeyOrigin: null, isRequired: true }
    await show('Passkeys need a host name.')
    expect(text()).toContain('Your organization requires a second factor in addition to your password.')
  })

  it('confirms before it removes a passkey, and shows why the removal failed', async () => {
    await show('Laptop')
    await press('Remove Laptop')
    await vi.waitFor(() => expect(text()).toContain('your password alone signs you in'), 20_000)
    refusal = 'Your organization requires a second factor. Add another one first.'
    await press('Remove passkey')
    await vi.waitFor(() => expect(text()).toContain(refusal), 20_000)
    refusal = null
    await press('Remove passkey')
    await vi.waitFor(() => expect(text()).not.toContain('Laptop'), 20_000)
    expect(sent).toEqual(['DELETE /api/account/passkeys/key-1', 'DELETE /api/account/passkeys/key-1'])
  })

  it('does not speak of a password to people who sign in without one', async () => {
    own = { ...own, hasPassword: false }
    await show('Laptop')
    await press('Remove Laptop')
    await vi.waitFor(() => expect(text()).toContain('you sign in with single sign-on only'), 20_000)
    expect(text()).not.toContain('your password alone signs you in')
  })

  it('shows new recovery codes once', async () => {
    await show('Recovery codes')
    await press('Create new codes')
    await press('Create 10 codes')
    await vi.waitFor(() => expect(text()).toContain('aaaaa-bbbbb'), 20_000)
    await press('I saved them')
    await vi.waitFor(() => expect(text()).not.toContain('aaaaa-bbbbb'), 20_000)
  })
})
