'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import {
  turnOffSystemNotices,
  turnOnSystemNotices,
  useSystemNoticesChoice,
} from '@/lib/browser/preferences/system-notices'

/** Turns the notifications of this browser on and off. */
export function SystemNotices() {
  const t = useTranslations('account.notices.browser')
  const state = useSystemNoticesChoice()
  if (state === 'unsupported') return null
  return (
    <section aria-label={t('title')} className="mt-5 flex max-w-xl flex-col gap-2 border-t border-line pt-4 text-sm">
      <h3 className="font-medium">{t('title')}</h3>
      <p className="text-xs text-ink-muted">{state === 'blocked' ? t('blocked') : t('text')}</p>
      {state === 'off' && (
        <Button className="self-start" onClick={() => void turnOnSystemNotices()}>
          {t('actions.on')}
        </Button>
      )}
      {state === 'on' && (
        <div className="flex items-center gap-3">
          <output>{t('isOn')}</output>
          <Button onClick={turnOffSystemNotices}>{t('actions.off')}</Button>
        </div>
      )}
    </section>
  )
}
