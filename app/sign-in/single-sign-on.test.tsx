// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OtherWays, SingleSignOn } from './single-sign-on'

let root: Root
let place: HTMLDivElement
let answer: () => Response
const sent: Array<{ path: string; body: unknown }> = []
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: init.body })
    return Promise.resolve(path.endsWith('/csrf') ? json({ csrfToken: 'token' }) : answer())
  })
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const button = () => place.querySelector('button') ?? place
const click = () => act(async () => button().click())

describe('the button of single sign-on', () => {
  it('says why it could not start, and can be pressed again', async () => {
    answer = () => json({ code: 'unavailable', detail: 'The identity provider does not answer.' }, 503)
    await act(async () => root.render(<SingleSignOn issuerName="Example ID" next="/inspections" />))
    expect(button().textContent).toBe('Continue with Example ID')
    await click()
    await vi.waitFor(() =>
      expect(place.querySelector('[role=alert]')?.textContent).toBe('The identity provider does not answer.'),
    )
    expect(button().hasAttribute('disabled')).toBe(false)
    expect(sent[1]).toEqual({
      path: '/api/auth/signin/oidc',
      body: '{"csrfToken":"token","next":"/inspections","purpose":"sign-in"}',
    })
  })
})

describe('the other ways to sign in', () => {
  it('are behind a link when passwords are for emergencies', async () => {
    await act(async () => root.render(<OtherWays isHidden>form</OtherWays>))
    expect(place.textContent).toBe('Other ways to sign in')
    await click()
    expect(place.textContent).toContain('form')
  })

  it('are visible when passwords are on', async () => {
    await act(async () => root.render(<OtherWays isHidden={false}>form</OtherWays>))
    expect(place.textContent).toBe('orform')
  })
})
