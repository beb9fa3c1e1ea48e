'use client'

import { useTranslations } from 'next-intl'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { LargeField } from '@/components/ui/inputs/large-field'
import { addressOf } from '@/lib/base-path'
import { ApiError } from '@/lib/browser/api'
import { signWithPasskey } from '@/lib/browser/sign-in/authenticator'
import { signInCalls } from '@/lib/factors/queries'
import type { NextStep, SecondStep } from '@/lib/factors/schema'
import { describePasskeyRefusal, useCanUsePasskeys } from './passkey-button'
import { readText } from './sign-in-texts'
import { FormMessage, SubmitRow } from './submit-row'
import { useCountdown } from './use-countdown'

type Way = SecondStep['given']['method']

function listWays({ hasCode, hasRecoveryCode, passkey }: NextStep, canUsePasskey: boolean): Way[] {
  return [
    ...(passkey !== null && canUsePasskey ? ['passkey' as const] : []),
    ...(hasCode ? ['code' as const] : []),
    ...(hasRecoveryCode ? ['recovery-code' as const] : []),
  ]
}

/** The second factor, after the right password. `onBack` returns to the first step and says why. */
export function SecondStepForm({
  step,
  passkeyOrigin,
  onSignedIn,
  onBack,
}: {
  step: NextStep
  passkeyOrigin: string | null
  onSignedIn: () => void
  onBack: (why: string) => void
}) {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
  const ways = listWays(step, useCanUsePasskeys(passkeyOrigin))
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen ?? ways[0] ?? null
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>(way === 'passkey' ? 'h2' : 'input')?.focus(), [way])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || waitSeconds > 0 || way === null) return
    const code = readText(new FormData(event.currentTarget), 'code').trim()
    if (way !== 'passkey' && code === '') return
    setBusy(true)
    setMessage('')
    try {
      const given =
        way === 'passkey'
          ? { method: way, answer: await signWithPasskey(step.passkey ?? { challenge: '' }) }
          : { method: way, code }
      await signInCalls.takeSecondStep({ step: step.step, given })
      onSignedIn()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'not_found') return onBack(error.message)
      setMessage(describePasskeyRefusal(tProblems, error))
      if (error instanceof ApiError && error.code === 'throttled') setWaitSeconds(error.retryAfterSeconds ?? 5)
      form.current?.querySelector('input')?.select()
    }
  }

  if (way === null) return <NoWay passkeyOrigin={passkeyOrigin} onBack={() => onBack('')} />
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormMessage>{message}</FormMessage>
      <div>
        <h2 tabIndex={-1} className="text-base font-semibold outline-none">
          {t(`second.${way}.title`)}
        </h2>
        <p id="second-step-hint" className="text-sm text-ink-muted">
          {t(`second.${way}.hint`)}
        </p>
      </div>
      {way !== 'passkey' && <CodeInput key={way} way={way} />}
      <SubmitRow isBusy={isBusy} waitSeconds={waitSeconds} label={t(`second.${way}.submit`)} busyLabel={t('busy')} />
      <div className="flex flex-col items-start gap-1 border-t border-line pt-3">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              variant="ghost"
              className="-ms-3"
              onClick={() => {
                setMessage('')
                setChosen(other)
              }}
            >
              {t(`second.${other}.other`)}
            </Button>
          ))}
        <Button variant="ghost" className="-ms-3" onClick={() => onBack('')}>
          {t('otherPerson')}
        </Button>
      </div>
    </form>
  )
}

function CodeInput({ way }: { way: 'code' | 'recovery-code' }) {
  const t = useTranslations('signIn.second')
  const isCode = way === 'code'
  return (
    <LargeField
      label={t(isCode ? 'codeLabel' : 'recoveryCodeLabel')}
      id="code"
      name="code"
      inputMode={isCode ? 'numeric' : 'text'}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      aria-describedby="second-step-hint sign-in-message"
      className="font-mono"
    />
  )
}

/** The account has only passkeys, and they do not work at this address or in this browser. */
function NoWay({ passkeyOrigin, onBack }: { passkeyOrigin: string | null; onBack: () => void }) {
  const t = useTranslations('signIn')
  return (
    <div className="flex flex-col gap-4 text-sm">
      <h2 className="text-base font-semibold">{t('second.noWay.title')}</h2>
      <p>
        {passkeyOrigin === null ? t('second.noWay.noHost') : t('second.noWay.elsewhere', { origin: passkeyOrigin })}
      </p>
      {passkeyOrigin !== null && (
        <a
          href={passkeyOrigin + addressOf('/sign-in')}
          className="self-start text-accent-ink underline underline-offset-4"
        >
          {t('second.noWay.open', { origin: passkeyOrigin })}
        </a>
      )}
      <Button variant="ghost" className="self-start" onClick={onBack}>
        {t('otherPerson')}
      </Button>
    </div>
  )
}
