'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** A new token and how to use it. It is shown only once. */
export function NewToken({ token }: { token: string }) {
  const t = useTranslations('apiTokens.created')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(token)
    setCopied(done)
    if (!done) toast.show({ title: tCommon('copyBlocked') })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{t.rich('once', { b: (chunks) => <b>{chunks}</b> })}</p>
      <div className="flex flex-wrap items-center gap-2 rounded border border-line bg-raised p-2">
        <code data-token className="min-w-0 flex-1 basis-60 font-mono text-xs break-all select-all">
          {token}
        </code>
        <Button data-autofocus variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? tCommon('copied') : t('copy')}
        </Button>
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted">{t('usage')}</p>
        <pre className="overflow-x-auto rounded border border-line bg-raised p-2 font-mono text-xs">
          {`curl -H "Authorization: Bearer $SIGHTLINE_TOKEN" \\\n  ${globalThis.location.origin}/api/inspections`}
        </pre>
      </div>
    </div>
  )
}
