'use client'

import { Fingerprint } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/browser/api'
import { canAutofillPasskeys, canUsePasskeys, PasskeyError, signWithPasskey } from '@/lib/browser/sign-in/authenticator'
import { signInCalls } from '@/lib/factors/queries'
import type { Translator } from '@/lib/messages/translator'
import { describeRefusal } from './sign-in-texts'

const never = () => () => undefined

/** Whether this browser can use passkeys at this address. False until scripts run. */
export function useCanUsePasskeys(passkeyOrigin: string | null): boolean {
  return useSyncExternalStore(
    never,
    () => canUsePasskeys(passkeyOrigin),
    () => false,
  )
}

async function signIn(isAutofill: boolean): Promise<void> {
  const { step, options } = await signInCalls.beginPasskey()
  const answer = await signWithPasskey(options, { isAutofill })
  await signInCalls.signInWithPasskey({ step, answer })
}

/** Lets the browser offer passkeys in the email field, for as long as the page is open. */
async function offerPasskeys(): Promise<boolean> {
  if (!(await canAutofillPasskeys())) return false
  await signIn(true)
  return true
}

/** Why a passkey was refused. Empty when the person canceled or another request replaced this one. */
export function describePasskeyRefusal(t: Translator<'signIn.problems'>, error: unknown): string {
  if (error instanceof PasskeyError) return error.code === 'aborted' ? '' : error.message
  return describeRefusal(t, error)
}

/** Signs in without a password. The browser also offers passkeys in the email field. */
export function PasskeyButton({ passkeyOrigin, onSignedIn }: { passkeyOrigin: string | null; onSignedIn: () => void }) {
  const t = useTranslations('signIn')
  const tProblems = useTranslations('signIn.problems')
  const isPossible = useCanUsePasskeys(passkeyOrigin)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const sign = async () => {
    setBusy(true)
    setMessage('')
    try {
      await signIn(false)
      onSignedIn()
    } catch (error) {
      setBusy(false)
      setMessage(describePasskeyRefusal(tProblems, error))
    }
  }
  const enter = useEffectEvent(onSignedIn)
  useEffect(() => {
    if (!isPossible) return undefined
    let isOver = false
    const offer = async (): Promise<void> => {
      try {
        if (await offerPasskeys()) enter()
      } catch (error) {
        // The browser offered passkeys by itself, so only a refusal of a chosen passkey is worth a message.
        if (isOver || !(error instanceof ApiError)) return
        const isTooLate = error.code === 'not_found'
        if (isTooLate || error.code === 'unauthenticated') setMessage(error.message)
        // A challenge is kept for five minutes, but the page may be open for longer.
        if (isTooLate) await offer()
      }
    }
    void offer()
    return () => {
      isOver = true
    }
  }, [isPossible])
  if (!isPossible) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button icon={Fingerprint} busy={isBusy} className="h-10 w-full" onClick={() => void sign()}>
        {t('passkey')}
      </Button>
      {message !== '' && (
        <p role="alert" className="text-sm text-bad">
          {message}
        </p>
      )}
    </div>
  )
}
