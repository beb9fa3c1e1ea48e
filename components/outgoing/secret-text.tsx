'use client'

import { useTranslations } from 'next-intl'
import { CopyBox } from '@/components/ui/copy-box'

/** A new secret and how it signs. It is shown only once. */
export function SecretText({ secret }: { secret: string }) {
  const t = useTranslations('outgoing')
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="font-medium">{t('secret.once')}</p>
      <CopyBox text={secret} kind="secret" copyLabel={t('actions.copy')} variant="primary" data-autofocus />
      <p className="text-ink-muted wrap-anywhere">{t('secret.use')}</p>
    </div>
  )
}
