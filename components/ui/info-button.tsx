'use client'

import { Info } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from './button'
import { Popover } from './popover'

/** Explains a page on request. */
export function InfoButton({ text }: { text: string }) {
  const t = useTranslations('shell')
  return (
    <Popover
      label={t('about')}
      align="start"
      className="w-80 max-w-full p-3"
      trigger={<IconButton label={t('about')} icon={Info} size="sm" />}
    >
      <p className="text-sm">{text}</p>
    </Popover>
  )
}
