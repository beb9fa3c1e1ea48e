'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { addressOf } from '@/lib/base-path'
import type { NextStep } from '@/lib/factors/schema'
import { EnrollForm } from './enroll-form'
import { PasskeyButton } from './passkey-button'
import { PasswordForm } from './password-form'
import { SecondStepForm } from './second-step-form'
import { OtherWays, SingleSignOn } from './single-sign-on'

/**
 * The ways to sign in, one below the other, and the steps after the password. `next` is where to go afterwards: a path of
 * Sightline that the page has checked.
 */
export function SignInForm({
  next,
  passkeyOrigin,
  singleSignOn = null,
}: {
  next: string
  passkeyOrigin: string | null
  singleSignOn?: { issuerName: string; isPasswordOn: boolean } | null
}) {
  const t = useTranslations('signIn')
  const [step, setStep] = useState<NextStep | null>(null)
  const [notice, setNotice] = useState('')
  // A full load, so that no earlier state is kept.
  const leave = () => window.location.assign(addressOf(next))
  const begin = (why: string) => {
    setNotice(why)
    setStep(null)
  }
  if (step?.enroll === true)
    return <EnrollForm step={step} passkeyOrigin={passkeyOrigin} onSignedIn={leave} onBack={begin} />
  if (step !== null)
    return <SecondStepForm step={step} passkeyOrigin={passkeyOrigin} onSignedIn={leave} onBack={begin} />
  const ways = (
    <>
      <PasswordForm notice={notice} onSignedIn={leave} onNextStep={setStep} />
      <PasskeyButton passkeyOrigin={passkeyOrigin} onSignedIn={leave} />
    </>
  )
  if (singleSignOn === null) return ways
  return (
    <>
      <SingleSignOn issuerName={singleSignOn.issuerName} next={next} />
      <OtherWays isHidden={!singleSignOn.isPasswordOn && notice === ''}>
        {!singleSignOn.isPasswordOn && <p className="mb-4 text-sm text-ink-muted">{t('emergency')}</p>}
        {ways}
      </OtherWays>
    </>
  )
}
