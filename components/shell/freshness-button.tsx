'use client'

import { RefreshCw } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { toneIcons } from '@/components/ui/badge'
import { buttonClass } from '@/lib/browser/button-class'
import { latePopover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import { describeFreshness, type Freshness } from '@/lib/system/freshness'
import { useNow } from '@/lib/browser/now'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { useLiveState } from './use-live'
import type { SyncNow } from './use-sync-now'

const tones: Record<Freshness['tone'], string> = {
  good: 'text-ink-muted',
  attention: 'bg-attention-soft text-attention!',
  bad: 'bg-bad-soft text-bad!',
  unknown: 'text-unknown!',
}

const LatePanel = latePopover(async () => (await import('./freshness-panel')).FreshnessPanel)

/** Always visible: how fresh the data is. Its panel says why and lets people with permission start a sync. */
export function FreshnessButton({ syncNow }: { syncNow: SyncNow | null }) {
  const t = useTranslations('shell.freshness')
  const language = useLocale()
  const { status, error } = useSystemStatus()
  const now = useNow(1000)
  const isLive = useLiveState() === 'live'
  const { tone, text, short, reason } = describeFreshness(t, { status, isReachable: error === null, now, language })
  const Icon = toneIcons[tone]
  const isRunning = status?.sync.running === true || syncNow?.isRunning === true
  return (
    <LatePanel
      label={t('label')}
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          aria-label={t('named', { text })}
          className={classNames(buttonClass('ghost', 'md', 'min-w-0 shrink px-2'), tones[tone])}
        >
          {tone === 'good' ? (
            <RefreshCw
              aria-hidden
              size={14}
              strokeWidth={1.75}
              className={classNames('shrink-0 text-good', isRunning && 'animate-spin')}
            />
          ) : (
            Icon !== null && <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
          )}
          <span className="hidden truncate tabular-nums sm:inline">{text}</span>
          <span className="truncate tabular-nums sm:hidden">{short}</span>
        </button>
      }
      of={{ text, reason, status, isLive, isRunning, syncNow }}
    />
  )
}
