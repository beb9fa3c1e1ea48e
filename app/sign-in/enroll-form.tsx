'use client'

import { Fingerprint, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { suggestPasskeyName } from '@/components/factors/passkey-name'
import { RecoveryCodeList } from '@/components/factors/recovery-code-list'
import { TotpSetUpForm } from '@/components/factors/totp-set-up'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/browser/api'
import { makePasskey } from '@/lib/browser/sign-in/authenticator'
import { signInCalls } from '@/lib/factors/queries'
import type { FactorAdded, NextStep } from '@/lib/factors/schema'
import { describePasskeyRefusal, useCanUsePasskeys } from './passkey-button'

/** For people who need a second factor and have none: they get a session only after they set one up. */
export function EnrollForm({
  step: { step: enrollment },
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
  const tRecovery = useTranslations('factors.recovery')
  const [way, setWay] = useState<'app' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = ({ recoveryCodes }: FactorAdded) => (recoveryCodes === null ? onSignedIn() : setCodes(recoveryCodes))
  const orBack = async <Answer,>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') onBack(error.message)
      throw error
    }
  }

  if (codes !== null)
    return (
      <div className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">{tRecovery('save.title')}</h2>
        <RecoveryCodeList codes={codes} />
        <Button variant="primary" className="h-10 w-full" onClick={onSignedIn}>
          {tRecovery('actions.saved')}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-base font-semibold">{t('enroll.title')}</h2>
        <p className="text-sm text-ink-muted">{t('enroll.text')}</p>
      </div>
      {way === 'app' ? (
        <TotpSetUpForm
          begin={() => orBack(signInCalls.beginTotp(enrollment))}
          confirm={(given) => orBack(signInCalls.confirmTotp({ enrollment, ...given }))}
          onAdded={done}
        />
      ) : (
        <>
          <EnrollPasskey enrollment={enrollment} passkeyOrigin={passkeyOrigin} onAdded={done} orBack={orBack} />
          <Button icon={Smartphone} className="h-10 w-full" onClick={() => setWay('app')}>
            {t('enroll.app')}
          </Button>
        </>
      )}
      <Button variant="ghost" className="-ms-3 self-start" onClick={() => (way === null ? onBack('') : setWay(null))}>
        {t(way === null ? 'otherPerson' : 'enroll.otherWay')}
      </Button>
    </div>
  )
}

function EnrollPasskey({
  enrollment,
  passkeyOrigin,
  onAdded,
  orBack,
}: {
  enrollment: string
  passkeyOrigin: string | null
  onAdded: (added: FactorAdded) => void
  orBack: <Answer>(call: Promise<Answer>) => Promise<Answer>
}) {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
  const tNames = useTranslations('factors.passkey.names')
  const isPossible = useCanUsePasskeys(passkeyOrigin)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const add = async () => {
    setBusy(true)
    setMessage('')
    try {
      const { step, options } = await orBack(signInCalls.beginEnrolledPasskey(enrollment))
      const answer = await makePasskey(options)
      const name = tNames(suggestPasskeyName(navigator.userAgent))
      onAdded(await orBack(signInCalls.addPasskey({ enrollment, step, name, answer })))
    } catch (error) {
      setMessage(describePasskeyRefusal(tProblems, error))
    } finally {
      setBusy(false)
    }
  }
  if (!isPossible) return null
  return (
    <>
      <Button variant="primary" icon={Fingerprint} busy={isBusy} className="h-10 w-full" onClick={() => void add()}>
        {t('enroll.passkey')}
      </Button>
      {message !== '' && (
        <p role="alert" className="text-sm text-bad">
          {message}
        </p>
      )}
    </>
  )
}
