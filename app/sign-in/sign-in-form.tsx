'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/browser/api'
import { signIn } from './sign-in'

const inputClass =
  'h-10 w-full min-w-0 rounded border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-ink-muted aria-invalid:border-bad sm:text-sm'

const never = () => () => undefined

/** True once the page's scripts run; until then a click would send the form as a form. */
function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function describe(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.'
  if (error.code === 'throttled' && error.retryAfterSeconds !== null)
    return `Too many tries. Wait ${writeWait(error.retryAfterSeconds)}, then try again.`
  if (error.code === 'invalid') return 'The e-mail address or the password is not right.'
  return error.message
}

function writeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** E-mail and password. `next` is where to go afterwards: a path of this console, checked by the page. */
export function SignInForm({ next }: { next: string }) {
  const ready = useReady()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const isWaiting = waitSeconds > 0
  const passwordInput = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || isWaiting) return
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
      // A full load: nothing of the time before is kept. The button stays busy until the page is gone.
      window.location.assign(next)
    } catch (error) {
      setBusy(false)
      setMessage(describe(error))
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
          className={inputClass}
        />
      </div>
      <PasswordField ref={passwordInput} />
      <p id="sign-in-message" role="alert" className="min-h-5 text-sm text-bad">
        {message}
      </p>
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        disabled={!ready || isWaiting}
        className={ready ? 'h-10 w-full' : 'h-10 w-full disabled:opacity-100'}
      >
        {isBusy ? 'Signing in' : isWaiting ? `Try again in ${writeCountdown(waitSeconds)}` : 'Sign in'}
      </Button>
    </form>
  )
}

function writeCountdown(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function PasswordField({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor="password" className="text-sm font-medium">
        Password
      </label>
      <div className="relative">
        <input
          ref={ref}
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={256}
          aria-describedby="sign-in-message"
          className={`${inputClass} pr-11`}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          aria-controls="password"
          onClick={() => setShown((shown) => !shown)}
          className="absolute inset-y-1 right-1 flex w-8 items-center justify-center rounded text-ink-muted hover:bg-raised hover:text-ink"
        >
          {isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
        </button>
      </div>
    </div>
  )
}

/** Seconds that are left, counted down to 0, and a way to set them. */
function useCountdown(): [seconds: number, set: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  const isCounting = seconds > 0
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isCounting])
  return [seconds, setSeconds]
}
