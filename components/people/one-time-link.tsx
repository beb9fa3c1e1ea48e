'use client'

import { useTranslations } from 'next-intl'
import { CopyBox } from '@/components/ui/copy-box'

/** A link that is shown only once, with a button that copies it. */
export function OneTimeLink({ link, label, isFirst = false }: { link: string; label: string; isFirst?: boolean }) {
  const t = useTranslations('people.invitation')
  return (
    <CopyBox
      text={link}
      kind="link"
      copyLabel={t('copyLink')}
      label={label}
      size="sm"
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  )
}
