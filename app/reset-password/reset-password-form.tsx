'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useRef, useState, type SubmitEvent } from 'react'
import { buttonClass } from '@/lib/browser/button-class'
import { PasswordField } from '@/components/ui/inputs/password-field'
import { passwordLengths } from '@/lib/auth/password-strength'
import { api, ApiError } from '@/lib/browser/api'
import { noBody } from '@/lib/browser/late/late-schemas'
import { describeRefusal, readText } from '../sign-in/sign-in-texts'
import { FormMessage, SubmitRow } from '../sign-in/submit-row'
import { useCountdown } from '../sign-in/use-countdown'

/** The token at the end of the address in this browser. */
const readToken = () => window.location.hash.slice(1)

/** One field, because the link says whose password it is. The token is sent only in the body of a POST. */
export function ResetPasswordForm() {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
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
    if (token === '') return setMessage(t('reset.incomplete'))
    if (password.length < passwordLengths.min) {
      input.current?.focus()
      return setMessage(t('reset.tooShort', { min: passwordLengths.min }))
    }
    setBusy(true)
    setMessage('')
    try {
      await api.post('/api/people/password-reset', { token, password }, noBody)
      // The link is used: neither the address bar nor the history needs it.
      window.history.replaceState(null, '', window.location.pathname)
      setDone(true)
    } catch (error) {
      setBusy(false)
      setMessage(
        error instanceof ApiError && error.code === 'invalid'
          ? (error.fields['password'] ?? t('otherPassword'))
          : describeRefusal(tProblems, error),
      )
      if (error instanceof ApiError && error.code === 'throttled') setWaitSeconds(error.retryAfterSeconds ?? 5)
      input.current?.select()
    }
  }

  if (isDone) return <Done />
  return (
    <form
      // Without it, a form that is sent before scripts run would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <FormMessage>{message}</FormMessage>
      <PasswordField
        ref={input}
        label={t('reset.password')}
        size="lg"
        id="password"
        name="password"
        autoComplete="new-password"
        required
        aria-describedby="password-hint sign-in-message"
      />
      <p id="password-hint" className="text-sm text-ink-muted">
        {t('reset.passwordHint', { min: passwordLengths.min })}
      </p>
      <SubmitRow isBusy={isBusy} waitSeconds={waitSeconds} label={t('reset.submit')} busyLabel={t('reset.busy')} />
    </form>
  )
}

function Done() {
  const t = useTranslations('signIn')
  return (
    <div className="flex flex-col gap-4">
      <output>{t('reset.done')}</output>
      <Link
        // The button that had the focus was removed.
        ref={(link) => link?.focus()}
        href="/sign-in"
        className={buttonClass('primary', 'md', 'h-10 w-full')}
      >
        {t('submit')}
      </Link>
    </div>
  )
}
