'use client'

import Link from 'next/link'
import { useRef, useState, type SubmitEvent } from 'react'
import * as z from 'zod'
import { buttonClass } from '@/components/ui/button'
import { PasswordField } from '@/components/ui/password-field'
import { passwordLengths } from '@/lib/auth/password-strength'
import { api, ApiError } from '@/lib/browser/api'
import { describeRefusal, readText } from '../sign-in/sign-in-words'
import { SubmitRow } from '../sign-in/submit-row'
import { useCountdown } from '../sign-in/use-countdown'

const incomplete = 'This link is not complete. Open it again from the message it came in.'

/** The token that the address ends with, as this browser has it. */
const readToken = () => window.location.hash.slice(1)

/** One field: the link says whose password it is. The token goes out in the body of a POST and nowhere else. */
export function ResetPasswordForm() {
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [message, setMessage] = useState('')
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    const password = readText(new FormData(event.currentTarget), 'password')
    const token = readToken()
    if (token === '') return setMessage(incomplete)
    if (password.length < passwordLengths.min) {
      input.current?.focus()
      return setMessage(`Use at least ${passwordLengths.min} characters.`)
    }
    setBusy(true)
    setMessage('')
    try {
      await api.post('/api/people/password-reset', { token, password }, z.undefined())
      // The link is used up: neither the address bar nor the history needs it.
      window.history.replaceState(null, '', window.location.pathname)
      setDone(true)
    } catch (error) {
      setBusy(false)
      setMessage(describe(error))
      if (error instanceof ApiError && error.code === 'throttled') setWaitSeconds(error.retryAfterSeconds ?? 5)
      input.current?.select()
    }
  }

  if (isDone) return <Done />
  return (
    <form
      // Never used by scripts; without it a form sent too early would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <PasswordField
        ref={input}
        label="New password"
        size="lg"
        id="password"
        name="password"
        autoComplete="new-password"
        required
        aria-describedby="password-hint sign-in-message"
      />
      <p id="password-hint" className="text-sm text-ink-muted">
        At least {passwordLengths.min} characters. Four or more unrelated words work well. Setting it signs you out
        everywhere.
      </p>
      <SubmitRow
        message={message}
        isBusy={isBusy}
        waitSeconds={waitSeconds}
        label="Set password"
        busyLabel="Setting password"
      />
    </form>
  )
}

function describe(error: unknown): string {
  if (error instanceof ApiError && error.code === 'invalid')
    return error.fields['password'] ?? 'Choose another password.'
  return describeRefusal(error)
}

function Done() {
  return (
    <div className="flex flex-col gap-4">
      <output>Your password is set. All your sessions have ended.</output>
      <Link
        // The button that had the focus is gone.
        ref={(link) => link?.focus()}
        href="/sign-in"
        className={buttonClass('primary', 'md', 'h-10 w-full')}
      >
        Sign in
      </Link>
    </div>
  )
}
