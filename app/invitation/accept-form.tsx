'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type SubmitEvent } from 'react'
import { LargeField } from '@/components/ui/inputs/large-field'
import { PasswordField } from '@/components/ui/inputs/password-field'
import { PasswordMeter } from '@/components/ui/inputs/password-meter'
import { addressOf } from '@/lib/base-path'
import { ApiError } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { ownText } from '@/lib/browser/own-texts'
import type { OpenInvitation } from '@/lib/people/invitation-schema'
import { invitationCalls } from '@/lib/people/queries'
import { describeRefusal, readText } from '../sign-in/sign-in-texts'
import { FormMessage, SubmitRow } from '../sign-in/submit-row'
import { useCountdown } from '../sign-in/use-countdown'

const loadAcceptance = lateSchemas(() => import('@/lib/people/invitation-schema'))('acceptance')

/** Name and password of a new account. The email address comes from the invitation and cannot be changed. */
export function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const t = useTranslations('signIn')
  const tCommon = useTranslations('common')
  const describe = useRefusals()
  const { email } = invitation
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const [name, setName] = useState(invitation.name ?? '')
  const [password, setPassword] = useState('')
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const refuse = (problem: string, input: HTMLInputElement | null) => {
    setBusy(false)
    setMessage(problem)
    input?.focus()
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0) return
    setBusy(true)
    setMessage('')
    // Read from the form, not from state: password managers fill fields without an event.
    const given = await readForm(new FormData(event.currentTarget), token)
    if (given === null) return refuse(ownText('offline'), null)
    if (!given.success) {
      const [issue] = given.error.issues
      return refuse(issue?.message ?? '', issue?.path[0] === 'name' ? nameInput.current : passwordInput.current)
    }
    try {
      await invitationCalls.accept(given.data)
      // A full load that also removes the link from the history. The button stays busy until the page unloads.
      window.location.replace(addressOf('/'))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'throttled') setWaitSeconds(error.retryAfterSeconds ?? 5)
      refuse(
        describe(error),
        error instanceof ApiError && 'name' in error.fields ? nameInput.current : passwordInput.current,
      )
    }
  }

  return (
    <form
      // Without it, a form that is sent before scripts run would put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <FormMessage>{message}</FormMessage>
      <LargeField
        label={tCommon('email')}
        id="email"
        name="email"
        type="email"
        // Password managers store this with the password.
        autoComplete="username"
        readOnly
        value={email}
        className="bg-raised"
      />
      <LargeField
        ref={nameInput}
        label={t('invitation.yourName')}
        id="name"
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-describedby="sign-in-message"
      />
      <div className="flex flex-col gap-1.5">
        <PasswordField
          ref={passwordInput}
          label={tCommon('password')}
          size="lg"
          id="password"
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-describedby="password-hint sign-in-message"
        />
        <PasswordMeter id="password-hint" password={password} owner={{ email, name }} />
      </div>
      <SubmitRow
        isBusy={isBusy}
        waitSeconds={waitSeconds}
        label={t('invitation.accept')}
        busyLabel={t('invitation.accepting')}
      />
    </form>
  )
}

/** What the form holds, or what is wrong with it. Null: the code that checks it could not be loaded. */
async function readForm(form: FormData, token: string) {
  const acceptance = await loadAcceptance().catch(() => null)
  return acceptance?.safeParse({ token, name: readText(form, 'name'), password: readText(form, 'password') }) ?? null
}

/** Says why the server refused the form. */
function useRefusals(): (error: unknown) => string {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
  return (error) =>
    error instanceof ApiError && error.code === 'invalid'
      ? (Object.values(error.fields)[0] ?? t('otherPassword'))
      : describeRefusal(tProblems, error)
}
