'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useReady } from './use-countdown'
import { writeCountdown } from './sign-in-texts'

/** An error message above the fields. Takes no space while it is empty. */
export function FormMessage({ children }: { children: string }) {
  return (
    <p id="sign-in-message" role="alert" className="text-sm text-bad empty:hidden">
      {children}
    </p>
  )
}

/** The button that sends the form. During the countdown nothing can be sent. */
export function SubmitRow({
  isBusy,
  waitSeconds,
  label,
  busyLabel,
}: {
  isBusy: boolean
  waitSeconds: number
  label: string
  busyLabel: string
}) {
  const t = useTranslations('signIn')
  const tCountdown = useTranslations('signIn.countdown')
  const ready = useReady()
  const isWaiting = waitSeconds > 0
  return (
    <Button
      type="submit"
      variant="primary"
      busy={isBusy}
      disabled={!ready || isWaiting}
      className={ready ? 'h-10 w-full' : 'h-10 w-full disabled:opacity-100'}
    >
      {isBusy ? busyLabel : isWaiting ? t('waiting', { time: writeCountdown(tCountdown, waitSeconds) }) : label}
    </Button>
  )
}
