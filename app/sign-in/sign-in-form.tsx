'use client'

import { useState } from 'react'
import type { NextStep } from '@/lib/factors/schema'
import { EnrollForm } from './enroll-form'
import { PasskeyButton } from './passkey-button'
import { PasswordForm } from './password-form'
import { SecondStepForm } from './second-step-form'

/**
 * The ways in, one below the other, and what follows the password. `next` is where to go afterwards: a path of this console,
 * checked by the page.
 */
export function SignInForm({ next, passkeyOrigin }: { next: string; passkeyOrigin: string | null }) {
  const [step, setStep] = useState<NextStep | null>(null)
  const [notice, setNotice] = useState('')
  // A full load: nothing of the time before is kept.
  const leave = () => window.location.assign(next)
  const begin = (why: string) => {
    setNotice(why)
    setStep(null)
  }
  if (step?.enroll === true)
    return <EnrollForm step={step} passkeyOrigin={passkeyOrigin} onSignedIn={leave} onBack={begin} />
  if (step !== null)
    return <SecondStepForm step={step} passkeyOrigin={passkeyOrigin} onSignedIn={leave} onBack={begin} />
  return (
    <>
      <PasswordForm notice={notice} onSignedIn={leave} onNextStep={setStep} />
      <PasskeyButton passkeyOrigin={passkeyOrigin} onSignedIn={leave} />
    </>
  )
}
