// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Dialog } from '@/components/ui/dialog'
import { TooltipProvider } from '@/components/ui/tooltip'
import { api, ApiError } from '@/lib/browser/api'
import type { ProofWays } from '@/lib/factors/schema'
import { ProofDialog } from './proof-dialog'

let root: Root
let isProved: boolean
let ways: ProofWays
let sent: Array<{ path: string; body: unknown }>
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
const password = 'right'

function answer(path: string, { method, body }: RequestInit): Response {
  const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  if (method !== 'GET') sent.push({ path, body: given })
  if (path === '/api/account/proof') {
    if (method === 'GET') return json(ways)
    isProved = given !== undefined && (given as { password?: string }).password === password
    return isProved
      ? new Response(null, { status: 204 })
      : json({ code: 'forbidden', detail: 'Incorrect password.' }, 403)
  }
  return isProved ? json({ done: true }) : json({ code: 'proof_required', detail: 'Confirm that it is you.' }, 403)
}

/** Another dialog that stays open below. */
function Below() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Below">
      <input aria-label="Below" />
    </Dialog>
  )
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  isProved = false
  ways = { hasPassword: true, hasPasskey: false, hasCode: false, issuerName: null }
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => Promise.resolve().then(() => answer(path, init)))
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <Below />
          <ProofDialog email="ann@example.com" />
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const call = () => api.post('/api/people', { name: 'Bo' }, z.object({ done: z.boolean() }))
const find = <Kind extends Element>(selector: string): Kind | null => document.querySelector<Kind>(selector)
const titles = () => [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent)
/** Waits outside of `act`, because the page updates by itself. */
async function waitFor(check: () => void) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await vi.waitFor(check, 20_000)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}
const opened = () => waitFor(() => expect(find('[name=password]')).not.toBeNull())
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)

const proofOf = (typed: string) => ({ path: '/api/account/proof', body: { method: 'password', password: typed } })

async function confirm(typed: string) {
  const input = find<HTMLInputElement>('[name=password]')
  if (input !== null) input.value = typed
  await act(async () => find<HTMLFormElement>('form#proof')?.requestSubmit())
}

describe('a call that needs a recent sign-in', () => {
  it('asks the person and is repeated once, with the same body', { tags: ['S37'] }, async () => {
    const calls = Promise.all([call(), call()])
    await opened()
    expect(titles()).toEqual(['Below', 'Confirm that it is you'])
    await confirm('wrong')
    await waitFor(() => expect(find('#proof-message')?.textContent).toBe('Incorrect password.'))
    await confirm(password)
    expect(await calls).toEqual([{ done: true }, { done: true }])
    await waitFor(() => expect(titles()).toEqual(['Below']))
    const repeated = { path: '/api/people', body: { name: 'Bo' } }
    // Two calls at the same time ask the person only once.
    expect(sent).toEqual([repeated, repeated, proofOf('wrong'), proofOf(password), repeated, repeated])
  })

  it('sends a password with its spaces at the beginning and at the end', async () => {
    const failed = call().catch(() => null)
    await opened()
    await confirm(' right ')
    await waitFor(() => expect(sent.at(-1)).toEqual(proofOf(' right ')))
    await act(async () => button('Cancel')?.click())
    await failed
  })

  it('fails with its first error when the person cancels', async () => {
    const failed = call().catch((error: unknown) => error)
    await opened()
    await act(async () => button('Cancel')?.click())
    const error = await failed
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'proof_required', status: 403 })
    expect(sent).toHaveLength(1)
    // The next call asks again.
    const next = call()
    await opened()
    await confirm(password)
    expect(await next).toEqual({ done: true })
  })

  it('leaves the dialog below open when Escape closes this one', { tags: ['full'] }, async () => {
    const failed = call().catch((error: unknown) => error)
    await opened()
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    await act(async () => find('[name=password]')?.dispatchEvent(escape))
    expect(await failed).toMatchObject({ code: 'proof_required' })
    await waitFor(() => expect(titles()).toEqual(['Below']))
  })

  it('says what to do when the account has no way to confirm', async () => {
    ways = { hasPassword: false, hasPasskey: false, hasCode: false, issuerName: null }
    const failed = call().catch((error: unknown) => error)
    await waitFor(() => expect(document.body.textContent).toContain('Sign out, sign in again'))
    await act(async () => button('Cancel')?.click())
    expect(await failed).toMatchObject({ code: 'proof_required' })
  })
})
