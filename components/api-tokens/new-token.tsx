'use client'

import { useTranslations } from 'next-intl'
import { CopyBox } from '@/components/ui/copy-box'
import { fullAddress } from '@/lib/browser/own-address'

/** A new token and how to use it. It is shown only once. */
export function NewToken({ token }: { token: string }) {
  const t = useTranslations('apiTokens.created')
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{t.rich('once', { b: (chunks) => <b>{chunks}</b> })}</p>
      <CopyBox text={token} kind="token" copyLabel={t('copy')} variant="primary" data-autofocus />
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted">{t('usage')}</p>
        <pre className="overflow-x-auto rounded border border-line bg-raised p-2 font-mono text-xs">
          {`curl -H "Authorization: Bearer $SIGHTLINE_TOKEN" \\\n  ${fullAddress('/api/inspections')}`}
        </pre>
      </div>
    </div>
  )
}
