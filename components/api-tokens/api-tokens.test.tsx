// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReferencePage } from '@/components/openapi/reference-page'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { ApiToken, ServiceAccount } from '@/lib/api-tokens/schema'
import { ServiceAccountsPage } from './service-accounts-page'
import { TokensPage } from './tokens-page'

const secret = `sl_${'a1B2'.repeat(10)}`
const tokenId = '6f1b2a52-1111-4222-8333-444455556666'
const accountId = '6f1b2a52-2222-4222-8333-444455556666'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString()

const makeToken = (more: Partial<ApiToken> = {}): ApiToken => ({
  tokenId,
  name: 'CI',
  hint: 'a1B2',
  role: 'viewer',
  permissions: null,
  createdAt: inDays(-1),
  expiresAt: inDays(90),
  lastUsedAt: null,
  lastUsedAddress: null,
  ...more,
})

/** Answers the requests of the pages and records them. */
class Server {
  tokens: ApiToken[] = []
  accounts: ServiceAccount[] = []
  refusal: Record<string, string> | null = null
  sent: Array<{ method: string; path: string; body: unknown }> = []

  answer(address: string, { method = 'GET', body }: RequestInit = {}): Response {
    const { pathname: path } = new URL(address, 'http://console.test')
    if (method !== 'GET') {
      this.sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      if (this.refusal !== null)
        return Response.json({ code: 'invalid', detail: 'No.', requestId: 'r', fields: this.refusal }, { status: 422 })
    }
    if (path === '/api/openapi.json') return new Response(readFileSync('lib/openapi/openapi.json', 'utf8'))
    if (method === 'DELETE') {
      this.tokens = []
      return new Response(null, { status: 204 })
    }
    if (path === '/api/people/service-accounts' && method === 'GET') return Response.json({ accounts: this.accounts })
    if (path.startsWith('/api/people/service-accounts/') && method === 'PATCH') {
      this.accounts = this.accounts.map((account) => Object.assign({}, account, { isDisabled: true }))
      return Response.json(this.accounts[0])
    }
    if (method === 'POST') {
      this.tokens = [makeToken()]
      return Response.json({ apiToken: this.tokens[0], token: secret })
    }
    return Response.json({ tokens: this.tokens, roles: ['viewer', 'editor'] })
  }
}

let server: Server
let root: Root | null = null
const text = () => document.body.textContent

async function show(page: ReactNode) {
  const holder = document.createElement('main')
  document.body.append(holder)
  const shown = createRoot(holder)
  root = shown
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    shown.render(
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <ToastProvider>{page}</ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
}
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
      check()
    },
    { timeout: 20_000 },
  )
const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(
    (each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().startsWith(name) && !each.disabled,
  )
async function click(name: string) {
  await until(() => expect(button(name), name).toBeDefined())
  await act(async () => button(name)?.click())
}
async function write(value: string) {
  const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[autocomplete="off"]')
  if (input === null) throw new Error('no field for a name')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

beforeEach(() => {
  server = new Server()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => server.answer(address, init))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('API tokens', () => {
  it(
    'are created in a dialog that checks the form, shown once, and revoked after confirmation',
    { tags: ['full'] },
    async () => {
      await show(<TokensPage />)
      await until(() => expect(text()).toContain('No API tokens'))
      await click('New token')
      await click('Create token')
      await until(() => expect(text()).toContain('Enter a name.'))
      expect(server.sent).toEqual([])
      await write('CI')
      server.refusal = { name: 'A live token already has this name.' }
      await click('Create token')
      await until(() => expect(text()).toContain('A live token already has this name.'))
      server.refusal = null
      await click('Create token')
      await until(() => expect(text()).toContain(secret))
      expect(server.sent.at(-1)).toEqual({
        method: 'POST',
        path: '/api/account/tokens',
        body: { name: 'CI', role: 'viewer', permissions: null, expiresInDays: 90 },
      })
      await click('Done')
      await until(() => expect(text()).toContain('sl_…a1B2'))
      expect(text()).not.toContain(secret)
      await click('Revoke CI')
      await click('Revoke token')
      await until(() => expect(text()).toContain('No API tokens'))
      expect(server.sent.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/account/tokens/${tokenId}` })
    },
  )

  it('show when they expire and what they allow', async () => {
    server.tokens = [
      makeToken({ expiresAt: inDays(5), permissions: ['assets:read'] }),
      makeToken({ tokenId: accountId, name: 'Old', expiresAt: inDays(-2) }),
    ]
    await show(<TokensPage />)
    await until(() => expect(text()).toContain('Expires in 5 days'))
    expect(text()).toContain('Viewer, 1 permission')
    expect(text()).toContain('Expired')
  })
})

describe('service accounts', () => {
  it('show their tokens and can be disabled', async () => {
    server.accounts = [
      {
        accountId,
        name: 'Loader',
        role: 'viewer',
        isDisabled: false,
        createdAt: inDays(-3),
        tokens: [makeToken({ name: 'cron' })],
      },
    ]
    await show(<ServiceAccountsPage />)
    await until(() => expect(text()).toContain('cron'))
    await click('More actions for Loader')
    await until(() => expect(text()).toContain('Edit name and role'))
    const [, disable] = document.querySelectorAll<HTMLElement>('[role="menuitem"]')
    await act(async () => disable?.click())
    await until(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]).toMatchObject({ method: 'PATCH', body: { isDisabled: true } })
  })
})

it('shows an operation with its fields and a command in the API reference', { tags: ['full'] }, async () => {
  await show(<ReferencePage />)
  await until(() => expect(text()).toContain('Mark an inspection as reviewed'))
  const entry = document.querySelector<HTMLDetailsElement>('#putReviewByAuditId')
  await act(async () => {
    if (entry !== null) entry.open = true
    entry?.dispatchEvent(new Event('toggle'))
  })
  await until(() => expect(entry?.textContent).toContain('$SIGHTLINE_TOKEN'))
  for (const part of ['reviews:write', 'Parameters', 'Body', 'Response 200', '"unreviewed" | "reviewed" | "follow-up"'])
    expect(entry?.textContent).toContain(part)
})
