'use client'

import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { LargeField } from '@/components/ui/large-field'
import { PasswordField } from '@/components/ui/password-field'
import { ApiError } from '@/lib/browser/api'
import type { NextStep } from '@/lib/factors/schema'
import { signIn } from './sign-in'
import { describeRefusal, readText } from './sign-in-words'
import { SubmitRow } from './submit-row'
import { useCountdown } from './use-countdown'

/** Many tries at once are let in a few at a time. The form goes on trying for so long, as a person would. */
const retryForMs = 60_000
/** Longer waits are for the person to decide about. */
const retryWaitSecondsMax = 10

/** Email address and password. */
export function PasswordForm({
  notice = '',
  onSignedIn,
  onNextStep,
}: {
  /** Why the person is here again. */
  notice?: string
  onSignedIn: () => void
  /** The password was right, and is not enough. */
  onNextStep: (step: NextStep) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState(notice)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const passwordInput = useRef<HTMLInputElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  /** When the first of the tries began that follow each other by themselves; null: the next one is the person's. */
  const firstTryAt = useRef<number | null>(null)

  useEffect(() => {
    if (waitSeconds === 0 && firstTryAt.current !== null) formElement.current?.requestSubmit()
  }, [waitSeconds])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    // Read from the form, not from state: password managers fill fields without telling.
    const form = new FormData(event.currentTarget)
    const email = readText(form, 'email').trim()
    const password = readText(form, 'password')
    if (email === '' || password === '') {
      setMessage('Enter your email and password.')
      return
    }
    const startedAt = firstTryAt.current ?? Date.now()
    firstTryAt.current = null
    setBusy(true)
    setMessage('')
    try {
      const step = await signIn(email, password)
      // The button stays busy until the page is gone.
      if (step === null) onSignedIn()
      else onNextStep(step)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'throttled') {
        const seconds = error.retryAfterSeconds ?? 5
        setWaitSeconds(seconds)
        if (seconds <= retryWaitSecondsMax && Date.now() - startedAt < retryForMs) {
          firstTryAt.current = startedAt
          setMessage('Too many tries at the moment. Sightline tries again by itself.')
          return
        }
      }
      setMessage(describeRefusal(error))
      passwordInput.current?.select()
    }
  }

  return (
    <form
      ref={formElement}
      // Never used by scripts; without it a form sent too early would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <LargeField
        label="Email"
        id="email"
        name="email"
        type="email"
        inputMode="email"
        // With passkeys, the browser offers them here.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        aria-describedby="sign-in-message"
      />
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
