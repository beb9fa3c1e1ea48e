'use client'

import { useRef, useState, type SubmitEvent } from 'react'
import { LargeField } from '@/components/ui/large-field'
import { PasswordField } from '@/components/ui/password-field'
import { PasswordMeter } from '@/components/ui/password-meter'
import { ApiError } from '@/lib/browser/api'
import { acceptance, type OpenInvitation } from '@/lib/people/invitation-schema'
import { invitationCalls } from '@/lib/people/queries'
import { describeRefusal, readText } from '../sign-in/sign-in-words'
import { SubmitRow } from '../sign-in/submit-row'
import { useCountdown } from '../sign-in/use-countdown'

/** Name and password of a new account. The address is that of the invitation and cannot be changed. */
export function AcceptForm({ token, invitation }: { token: string; invitation: OpenInvitation }) {
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
    // Read from the form, not from state: password managers fill fields without telling.
    const form = new FormData(event.currentTarget)
    const given = acceptance.safeParse({ token, name: readText(form, 'name'), password: readText(form, 'password') })
    if (!given.success) {
      const [issue] = given.error.issues
      return refuse(issue?.message ?? '', issue?.path[0] === 'name' ? nameInput.current : passwordInput.current)
    }
    setBusy(true)
    setMessage('')
    try {
      await invitationCalls.accept(given.data)
      // A full load, and the link leaves the history. The button stays busy until the page is gone.
      window.location.replace('/')
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
        // Password managers store it with the password.
        autoComplete="username"
        readOnly
        value={email}
        className="bg-raised"
      />
      <LargeField
        ref={nameInput}
        label="Your name"
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
          label="Password"
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
        message={message}
        isBusy={isBusy}
        waitSeconds={waitSeconds}
        label="Accept and sign in"
        busyLabel="Accepting"
      />
    </form>
  )
}

function describe(error: unknown): string {
  if (error instanceof ApiError && error.code === 'invalid')
    return Object.values(error.fields)[0] ?? 'Choose another password.'
  return describeRefusal(error)
}
