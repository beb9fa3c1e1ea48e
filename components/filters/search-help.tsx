'use client'

import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'

const ways = ['all', 'phrase', 'without', 'prefix', 'id', 'list'] as const

/** Explains the search syntax with examples. */
export function SearchHelp() {
  const t = useTranslations('filters.searchHelp')
  return (
    <Popover
      label={t('title')}
      className="w-96"
      trigger={<IconButton label={t('title')} icon={CircleHelp} size="sm" className="size-6" />}
    >
      <div className="p-3">
        <p className="mb-2 font-medium">{t('title')}</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-sm">
          {ways.map((way) => (
            <div key={way} className="contents">
              <dt className="font-mono text-xs leading-5">{t(`${way}.example`)}</dt>
              <dd className="text-ink-muted">{t(`${way}.meaning`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t border-line pt-2 text-xs text-ink-muted">{t('note')}</p>
      </div>
    </Popover>
  )
}
