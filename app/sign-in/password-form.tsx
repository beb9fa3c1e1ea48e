'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { largeInputClass, PasswordField } from '@/components/ui/password-field'
import { ApiError } from '@/lib/browser/api'
import { signIn } from './sign-in'
import { describeRefusal, readText } from './sign-in-words'
import { SubmitRow } from './submit-row'
import { useCountdown } from './use-countdown'

/** Email address and password. */
export function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const passwordInput = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    // Read from the form, not from state: password managers fill fields without telling.
    const form = new FormData(event.currentTarget)
    const email = readText(form, 'email').trim()
    const password = readText(form, 'password')
    if (email === '' || password === '') {
      setMessage('Enter your e-mail address and your password.')
      return
    }
    setBusy(true)
    setMessage('')
    try {
      await signIn(email, password)
      // The button stays busy until the page is gone.
      onSignedIn()
    } catch (error) {
      setBusy(false)
      setMessage(describeRefusal(error))
      if (error instanceof ApiError && error.code === 'throttled') setWaitSeconds(error.retryAfterSeconds ?? 5)
      passwordInput.current?.select()
    }
  }

  return (
    <form
      // Never used by scripts; without it a form sent too early would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor="email" className="text-sm font-medium">
          E-mail
        </label>
        <input
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          aria-describedby="sign-in-message"
          className={largeInputClass}
        />
      </div>
      <PasswordField
        ref={passwordInput}
        label="Password"
        size="lg"
        id="password"
        name="password"
        autoComplete="current-password"
        required
        aria-describedby="sign-in-message"
      />
      <SubmitRow message={message} isBusy={isBusy} waitSeconds={waitSeconds} label="Sign in" busyLabel="Signing in" />
    </form>
  )
}
