'use client'

import { Building2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/browser/api'
import { startSingleSignOn } from '@/lib/browser/sign-in/single-sign-on'
import { useReady } from './use-countdown'

/** Signs in at the identity provider. `next` is where to go afterwards. */
export function SingleSignOn({ issuerName, next }: { issuerName: string; next: string }) {
  const t = useTranslations('signIn')
  const ready = useReady()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')

  const start = async () => {
    setBusy(true)
    setMessage('')
    try {
      // The button stays busy until the page unloads.
      window.location.assign(await startSingleSignOn(next, 'sign-in'))
    } catch (error) {
      setBusy(false)
      setMessage(error instanceof ApiError ? error.message : t('problems.unexpected'))
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="primary"
        icon={Building2}
        busy={isBusy}
        disabled={!ready}
        onClick={() => void start()}
        className={ready ? 'h-10 w-full' : 'h-10 w-full disabled:opacity-100'}
      >
        <span className="truncate">{t('issuer', { issuer: issuerName })}</span>
      </Button>
      {message !== '' && (
        <p role="alert" className="text-sm text-bad">
          {message}
        </p>
      )}
    </div>
  )
}

/** The other ways to sign in, below a line. Behind a link when passwords are only for emergencies. */
export function OtherWays({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const t = useTranslations('signIn')
  const [isShown, setShown] = useState(!isHidden)
  if (!isShown)
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        className="mx-auto mt-4 block text-sm text-ink-muted underline underline-offset-4 hover:text-ink"
      >
        {t('otherWays')}
      </button>
    )
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        {t('or')}
        <span className="h-px flex-1 bg-line" />
      </div>
      {children}
    </>
  )
}
