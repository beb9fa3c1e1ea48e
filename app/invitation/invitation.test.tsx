// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import { Invitation } from './invitation'

const token = 'x3fK9_of-43-characters'
const found = {
  email: 'bob@example.com',
  name: 'Bob',
  role: 'editor',
  invitedByName: 'Ann Archer',
  expiresAt: '2026-11-27T09:00:00.000Z',
}
const problem = (code: string, status: number) => new Response(JSON.stringify({ code, detail: code }), { status })

let root: Root
let place: HTMLDivElement
let answers: Record<string, () => Response>
const sent: Array<{ path: string; body: unknown }> = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  answers = { open: () => new Response(JSON.stringify(found)), accept: () => problem('invalid', 422) }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(init.body as string) })
    return Promise.resolve(answers[path.split('/').at(-1) ?? '']?.() ?? problem('not_found', 404))
  })
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  window.location.hash = ''
  vi.unstubAllGlobals()
})

async function open(hash: string, more: Partial<Parameters<typeof Invitation>[0]> = {}): Promise<void> {
  window.location.hash = hash
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <Invitation issuerName={null} isPasswordOn signedInAs={null} {...more} />
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(place.querySelector('[aria-busy]')).toBeNull())
}

describe('the page of an invitation', () => {
  it('says who invited the person to which role, and sends the token only in a body', { tags: ['S34'] }, async () => {
    await open(token)
    expect(place.textContent).toContain('Ann Archer invited you as an editor')
    const [name, password] = [
      place.querySelector<HTMLInputElement>('#name'),
      place.querySelector<HTMLInputElement>('#password'),
    ]
    expect([name?.value, place.querySelector<HTMLInputElement>('#email')?.readOnly]).toEqual(['Bob', true])
    if (password === null) throw new Error('no password field')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(password, 'short')
      password.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => place.querySelector('form')?.requestSubmit())
    await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toBe('Choose another password.'))
    expect(sent).toEqual([
      { path: '/api/people/invitations/open', body: { token } },
      { path: '/api/people/invitations/accept', body: { token, name: 'Bob', password: 'short' } },
    ])
  })

  it('shows the same message for a link that is used, unknown or empty', { tags: ['S34'] }, async () => {
    answers['open'] = () => problem('not_found', 404)
    await open(token)
    const unknown = place.textContent
    expect(unknown).toContain('This link does not work')
    await act(async () => root.unmount())
    root = createRoot(place)
    await open('')
    expect(place.textContent).toBe(unknown)
    expect(sent).toHaveLength(1)
  })

  it('offers another try when the server did not respond', async () => {
    answers['open'] = () => problem('unavailable', 503)
    await open(token)
    expect(place.querySelector('[role=alert]')?.textContent).toBe('unavailable')
    answers['open'] = () => new Response(JSON.stringify(found))
    await act(async () => [...place.querySelectorAll('button')].find((one) => one.textContent === 'Retry')?.click())
    await vi.waitFor(() => expect(place.textContent).toContain('Accept your invitation'))
  })

  it('offers only single sign-on when passwords are off, and warns a person who is already signed in', async () => {
    await open(token, { issuerName: 'Acme ID', isPasswordOn: false })
    expect(place.textContent).toContain('Continue with Acme ID')
    expect(place.querySelector('form')).toBeNull()
    await act(async () => root.unmount())
    root = createRoot(place)
    await open(token, { signedInAs: 'ann@example.com' })
    expect(place.textContent).toContain('You are signed in as ann@example.com')
    await act(async () => root.unmount())
    root = createRoot(place)
    await open(token, { issuerName: 'Acme ID', isPasswordOn: false, signedInAs: 'ann@example.com' })
    expect(place.textContent).toContain('Continue with Acme ID')
  })
})
