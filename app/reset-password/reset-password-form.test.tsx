// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root, WithMessages } from '@/components/testing-root'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResetPasswordForm } from './reset-password-form'

let root: Root
let place: HTMLDivElement
let answer: () => Response
const sent: Array<{ path: string; body: unknown }> = []
const good = 'walnut-cobalt-fern-orbit'

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  answer = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: init.body })
    return Promise.resolve(answer())
  })
  window.history.replaceState(null, '', '/reset-password#the-token')
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () => root.render(<ResetPasswordForm />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const submit = async (password: string) => {
  const input = place.querySelector<HTMLInputElement>('[name=password]')
  if (input !== null) input.value = password
  await act(async () => place.querySelector('form')?.requestSubmit())
}
const message = () => place.querySelector('[role=alert]')?.textContent

describe('the page of a password link', () => {
  it('sends the token of the fragment in a body, and removes it from the address after use', async () => {
    await submit(good)
    expect(sent).toEqual([{ path: '/api/people/password-reset', body: `{"token":"the-token","password":"${good}"}` }])
    expect(window.location.hash).toBe('')
    expect(place.textContent).toContain('Your password is set.')
    expect(document.activeElement?.getAttribute('href')).toBe('/sign-in')
  })

  it('keeps the link and says why a weak password is refused', async () => {
    answer = () =>
      new Response(JSON.stringify({ code: 'invalid', detail: 'x', fields: { password: 'This is easy to guess.' } }), {
        status: 422,
      })
    await submit('password1234')
    expect(message()).toBe('This is easy to guess.')
    expect(window.location.hash).toBe('#the-token')
  })

  it('sends nothing without a token or with too few characters', async () => {
    await submit('short')
    expect(message()).toBe('Use at least 12 characters.')
    window.history.replaceState(null, '', '/reset-password')
    await submit(good)
    expect(message()).toContain('This link is incomplete.')
    expect(sent).toEqual([])
  })

  it('puts no password into the address before scripts run', () => {
    expect(
      renderToString(
        <WithMessages>
          <ResetPasswordForm />
        </WithMessages>,
      ),
    ).toMatch(/<form[^>]* method="post"/)
  })
})
