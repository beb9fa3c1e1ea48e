'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { LargeField } from '@/components/ui/inputs/large-field'
import { PasswordField } from '@/components/ui/inputs/password-field'
import { ApiError } from '@/lib/browser/api'
import type { NextStep } from '@/lib/factors/schema'
import { signIn } from './sign-in'
import { describeRefusal, readText } from './sign-in-texts'
import { FormMessage, SubmitRow } from './submit-row'
import { useCountdown } from './use-countdown'

/** The server handles a few sign-ins at a time. When it is busy, the form retries for this long. */
const retryForMs = 60_000
/** For longer waits, the person decides. */
const retryWaitSecondsMax = 10

/** Email address and password. */
export function PasswordForm({
  notice = '',
  onSignedIn,
  onNextStep,
}: {
  /** Why the person has to sign in again. */
  notice?: string
  onSignedIn: () => void
  /** The password was right, but a second factor is needed. */
  onNextStep: (step: NextStep) => void
}) {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState(notice)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const passwordInput = useRef<HTMLInputElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  /** When the first of the automatic attempts began. Null: the person starts the next one. */
  const firstTryAt = useRef<number | null>(null)

  useEffect(() => {
    if (waitSeconds === 0 && firstTryAt.current !== null) formElement.current?.requestSubmit()
  }, [waitSeconds])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    // Read from the form, not from state: password managers fill fields without an event.
    const form = new FormData(event.currentTarget)
    const email = readText(form, 'email').trim()
    const password = readText(form, 'password')
    if (email === '' || password === '') {
      setMessage(t('missing'))
      return
    }
    const startedAt = firstTryAt.current ?? Date.now()
    firstTryAt.current = null
    setBusy(true)
    setMessage('')
    try {
      const step = await signIn(email, password)
      // The button stays busy until the page unloads.
      if (step === null) onSignedIn()
      else onNextStep(step)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'throttled') {
        const seconds = error.retryAfterSeconds ?? 5
        setWaitSeconds(seconds)
        if (seconds <= retryWaitSecondsMax && Date.now() - startedAt < retryForMs) {
          firstTryAt.current = startedAt
          setMessage(t('problems.busy'))
          return
        }
      }
      setMessage(describeRefusal(tProblems, error))
      passwordInput.current?.select()
    }
  }

  return (
    <form
      ref={formElement}
      // Without it, a form that is sent before scripts run would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <FormMessage>{message}</FormMessage>
      <Credentials passwordInput={passwordInput} />
      <SubmitRow isBusy={isBusy} waitSeconds={waitSeconds} label={t('submit')} busyLabel={t('busy')} />
    </form>
  )
}

function Credentials({ passwordInput }: { passwordInput: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations('common')
  return (
    <>
      <LargeField
        label={t('email')}
        id="email"
        name="email"
        type="email"
        inputMode="email"
        // The browser offers passkeys in this field.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        aria-describedby="sign-in-message"
      />
      <PasswordField
        ref={passwordInput}
        label={t('password')}
        size="lg"
        id="password"
        name="password"
        autoComplete="current-password"
        required
        aria-describedby="sign-in-message"
      />
    </>
  )
}
