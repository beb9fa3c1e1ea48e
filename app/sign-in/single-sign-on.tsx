'use client'

import { Building2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/browser/api'
import { startSingleSignOn } from '@/lib/browser/single-sign-on'
import { useReady } from './use-countdown'

/** The way in through the issuer. `next` is where to go afterwards. */
export function SingleSignOn({ issuerName, next }: { issuerName: string; next: string }) {
  const ready = useReady()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')

  const start = async () => {
    setBusy(true)
    setMessage('')
    try {
      // The button stays busy until the page is gone.
      window.location.assign(await startSingleSignOn(next, 'sign-in'))
    } catch (error) {
      setBusy(false)
      setMessage(
        error instanceof ApiError ? error.message : 'Something went wrong on this page. Reload it and try again.',
      )
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
        <span className="truncate">Continue with {issuerName}</span>
      </Button>
      {message !== '' && (
        <p role="alert" className="text-sm text-bad">
          {message}
        </p>
      )}
    </div>
  )
}

/** What is below the button: behind a line, or behind a link where passwords are for emergencies only. */
export function OtherWays({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const [isShown, setShown] = useState(!isHidden)
  if (!isShown)
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        className="mx-auto mt-4 block text-sm text-ink-muted underline underline-offset-4 hover:text-ink"
      >
        Other ways to sign in
      </button>
    )
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-xs text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      {children}
    </>
  )
}
