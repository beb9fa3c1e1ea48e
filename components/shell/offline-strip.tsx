'use client'

import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { readConnection, subscribeConnection, type Connection } from '@/lib/browser/connection'

const online: Connection = { isOffline: false, lastAnswerAt: 0 }

/** Above every page while the server does not respond: says how old the data below is. */
export function OfflineStrip() {
  const { isOffline, lastAnswerAt } = useSyncExternalStore(subscribeConnection, readConnection, () => online)
  const t = useTranslations('shell.offline')
  const tCommon = useTranslations('common')
  const queryClient = useQueryClient()
  const [isTrying, setTrying] = useState(false)
  // Pages that fill the window leave room for the strip.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (isOffline) style.setProperty('--strip-height', '2.5rem')
    return () => {
      style.removeProperty('--strip-height')
    }
  }, [isOffline])
  const retry = async () => {
    setTrying(true)
    await queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
    setTrying(false)
  }
  return (
    <output className="sticky top-12 z-10 block print:hidden">
      {isOffline && (
        <span className="flex h-10 items-center gap-2 border-b border-attention/30 bg-attention-soft px-4 text-sm sm:px-6">
          <WifiOff aria-hidden size={16} strokeWidth={2} className="shrink-0 text-attention" />
          <span className="min-w-0 flex-1 truncate">
            {t.rich('text', {
              time: () => <Time value={new Date(lastAnswerAt).toISOString()} format="time" />,
              more: (chunks) => <span className="max-sm:hidden">{chunks}</span>,
            })}
          </span>
          <Button size="sm" busy={isTrying} onClick={() => void retry()}>
            {tCommon('retry')}
          </Button>
        </span>
      )}
    </output>
  )
}
