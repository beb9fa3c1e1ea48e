// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root, WithMessages } from '@/components/testing-root'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ToastProvider } from '@/components/ui/toast'
import { SignInForm } from './sign-in-form'

let root: Root
let place: HTMLDivElement
let answer: () => Response
const sent: Array<{ path: string; body: unknown }> = []
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  answer = () => json({ ok: true })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: init.body })
    return Promise.resolve(path.endsWith('/csrf') ? json({ csrfToken: 'token' }) : answer())
  })
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () => root.render(<SignInForm next="/inspections" passkeyOrigin={null} />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function find<Kind extends Element>(selector: string): Kind {
  const found = place.querySelector<Kind>(selector)
  if (found === null) throw new Error(`nothing is ${selector}`)
  return found
}
const submit = async (email: string, password: string) => {
  find<HTMLInputElement>('[name=email]').value = email
  find<HTMLInputElement>('[name=password]').value = password
  await act(async () => find<HTMLFormElement>('form').requestSubmit())
}
const message = () => find('[role=alert]').textContent

const typeWith = (isOn: boolean) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: isOn })
    find('[name=password]').dispatchEvent(event)
  })

describe('the sign-in form', () => {
  it('can be filled by a password manager, and shows the password on request', async () => {
    expect(find<HTMLInputElement>('[name=email]').autocomplete).toBe('username webauthn')
    const password = find<HTMLInputElement>('[name=password]')
    expect(password.autocomplete).toBe('current-password')
    const toggle = find<HTMLButtonElement>('[aria-label="Show password"]')
    await act(async () => toggle.click())
    expect([password.type, toggle.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  })

  it('says when Caps Lock is on while a password is typed', async () => {
    expect(place.textContent).not.toContain('Caps Lock')
    await typeWith(true)
    expect(place.textContent).toContain('Caps Lock is on')
    await typeWith(false)
    expect(place.textContent).not.toContain('Caps Lock')
  })

  it('names missing fields without a request to the server', async () => {
    await submit(' ', '')
    expect(message()).toBe('Enter your email and password.')
    expect(sent).toEqual([])
  })

  it('shows the same message for every wrong sign-in, and allows another attempt', async () => {
    answer = () => json({ code: 'unauthenticated', detail: 'Incorrect email or password.' }, 401)
    await submit('ann@example.com', 'wrong')
    await vi.waitFor(() => expect(message()).toBe('Incorrect email or password.'), 20_000)
    expect(find<HTMLButtonElement>('[type=submit]').disabled).toBe(false)
    expect(sent.map(({ path }) => path)).toEqual(['/api/auth/csrf', '/api/auth/callback/credentials'])
    expect(sent[1]?.body).toBe('{"csrfToken":"token","email":"ann@example.com","password":"wrong"}')
  })

  it('retries after short waits for a minute, and then leaves it to the person', { tags: ['full'] }, async () => {
    answer = () => json({ code: 'throttled', detail: 'Too many tries.', retryAfterSeconds: 3 }, 429)
    vi.useFakeTimers()
    await submit('ann@example.com', 'wrong')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(message()).toBe('Too many sign-ins right now. Sightline tries again automatically.')
    const button = find<HTMLButtonElement>('[type=submit]')
    expect([button.disabled, button.textContent]).toEqual([true, 'Try again in 3 s'])
    for (let second = 0; second < 70; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(sent.filter(({ path }) => path.endsWith('/credentials'))).toHaveLength(21)
    expect(message()).toBe('Too many attempts. Wait 3 seconds, then try again.')
    expect([button.disabled, button.textContent]).toEqual([false, 'Sign in'])
  })

  it('counts down a long wait, and then allows another attempt', async () => {
    answer = () => json({ code: 'throttled', detail: 'Too many tries.', retryAfterSeconds: 12 }, 429)
    vi.useFakeTimers()
    await submit('ann@example.com', 'wrong')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(message()).toBe('Too many attempts. Wait 12 seconds, then try again.')
    const button = find<HTMLButtonElement>('[type=submit]')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect([button.disabled, button.textContent]).toEqual([true, 'Try again in 11 s'])
    for (let second = 0; second < 12; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect([button.disabled, button.textContent]).toEqual([false, 'Sign in'])
    expect(sent.filter(({ path }) => path.endsWith('/credentials'))).toHaveLength(1)
  })

  it('puts no password into the address and no style into markup before scripts run', () => {
    const html = renderToString(
      <WithMessages>
        <SignInForm next="/" passkeyOrigin={null} />
      </WithMessages>,
    )
    expect(html).toMatch(/<form[^>]* method="post"/)
    expect(html).toMatch(/<button type="submit"[^>]* disabled=""/)
    expect(html).not.toContain('style=')
  })
})

const stepOf = (more: object) => ({
  ok: false,
  step: 's'.repeat(43),
  enroll: false,
  hasCode: true,
  hasRecoveryCode: true,
  passkey: null,
  ...more,
})
const pressed = (text: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)
async function answerCode(code: string) {
  find<HTMLInputElement>('[name=code]').value = code
  await act(async () => find<HTMLFormElement>('form').requestSubmit())
}

describe('the step after the password', () => {
  it('asks for a code or a recovery code, and starts over when the step has expired', { tags: ['S37'] }, async () => {
    answer = () => json(stepOf({}))
    await submit('ann@example.com', 'right')
    await vi.waitFor(() => expect(find('h2').textContent).toBe('Enter your code'), 20_000)
    expect(document.activeElement).toBe(find('[name=code]'))
    expect(find<HTMLInputElement>('[name=code]').autocomplete).toBe('one-time-code')
    answer = () => json({ code: 'unauthenticated', detail: 'Incorrect code.' }, 401)
    await answerCode('123 456')
    await vi.waitFor(() => expect(message()).toBe('Incorrect code.'), 20_000)
    expect(sent.at(-1)).toEqual({
      path: '/api/auth/second-factor',
      body: JSON.stringify({ step: 's'.repeat(43), given: { method: 'code', code: '123 456' } }),
    })
    await act(async () => pressed('Use a recovery code')?.click())
    answer = () => json({ code: 'not_found', detail: 'Enter your password again.' }, 404)
    await answerCode('abcde-fghij')
    await vi.waitFor(() => expect(message()).toBe('Enter your password again.'), 20_000)
    expect(sent.at(-1)?.body).toContain('"method":"recovery-code","code":"abcde-fghij"')
    expect(find<HTMLInputElement>('[name=password]').value).toBe('')
  })

  it('says where passkeys work if the account has nothing else and they do not work at this address', async () => {
    await act(async () => root.render(<SignInForm next="/" passkeyOrigin="http://localhost:3999" />))
    answer = () => json(stepOf({ hasCode: false, hasRecoveryCode: false, passkey: { challenge: 'c' } }))
    await submit('ann@example.com', 'right')
    await vi.waitFor(() => expect(find('h2').textContent).toBe('Your passkey does not work at this address'), 20_000)
    expect(find<HTMLAnchorElement>('a').href).toBe('http://localhost:3999/sign-in')
    await act(async () => pressed('Sign in as someone else')?.click())
    expect(place.querySelector('[name=password]')).not.toBeNull()
  })

  it('makes people set up a required second factor, without inline styles', async () => {
    const added = { recoveryCodes: ['aaaaa-bbbbb'] }
    const uri = 'otpauth://totp/Sightline:ann?secret=GEZDGNBVGY3TQOJQ'
    answer = () => json(stepOf({ enroll: true, hasCode: false, hasRecoveryCode: false }))
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <ToastProvider>
            <SignInForm next="/" passkeyOrigin={null} />
          </ToastProvider>
        </QueryClientProvider>,
      ),
    )
    await submit('ann@example.com', 'right')
    await vi.waitFor(() => expect(find('h2').textContent).toBe('Set up a second factor'), 20_000)
    answer = () => json({ step: 't'.repeat(43), secret: 'GEZDGNBVGY3TQOJQ', uri })
    await act(async () => pressed('Use an authenticator app')?.click())
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    await vi.waitFor(() => expect(find('code').textContent).toBe('GEZD GNBV GY3T QOJQ'), 20_000)
    expect(find('svg[role=img]').getAttribute('aria-label')).toBe('QR code for the authenticator app')
    expect(place.querySelector('[style]')).toBeNull()
    answer = () => json(added)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await answerCode('123456')
    await vi.waitFor(() => expect(find('li').textContent).toBe('aaaaa-bbbbb'), 20_000)
    expect(pressed('I saved them')).toBeDefined()
  })
})

/** A browser whose person has chosen a passkey in the email field once. */
function stubPasskeys(): void {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: () => Promise.resolve(true) }),
  )
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const chosen = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
    getClientExtensionResults: () => ({}),
  }
  const get = vi
    .fn(() => new Promise<typeof chosen>(() => undefined))
    .mockImplementationOnce(() => Promise.resolve(chosen))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { credentials: { get } }))
}

describe('passkeys in the email field', () => {
  it('are offered again when the page was open for so long that the choice came too late', async () => {
    stubPasskeys()
    const late = 'This took too long. Try again.'
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    vi.stubGlobal('fetch', (path: string) => {
      sent.push({ path, body: undefined })
      return Promise.resolve(
        path === '/api/auth/passkey'
          ? json({ code: 'not_found', detail: late }, 404)
          : json({ step: 's'.repeat(43), options: { challenge: 'AQID' } }),
      )
    })
    root.render(<SignInForm next="/" passkeyOrigin={window.location.origin} />)
    await vi.waitFor(() => expect(place.textContent).toContain(late), 20_000)
    await vi.waitFor(
      () =>
        expect(sent.map(({ path }) => path)).toEqual([
          '/api/auth/passkey/options',
          '/api/auth/passkey',
          '/api/auth/passkey/options',
        ]),
      20_000,
    )
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  })
})
