'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** A new secret and how it signs. It is shown only once. */
export function SecretText({ secret }: { secret: string }) {
  const t = useTranslations('outgoing')
  const common = useTranslations('common')
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(secret)
    setCopied(done)
    if (!done) toast.show({ title: common('copyBlocked') })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="font-medium">{t('secret.once')}</p>
      <div className="flex flex-wrap items-center gap-2 rounded border border-line bg-raised p-2">
        <code data-secret className="min-w-0 flex-1 basis-60 font-mono text-xs break-all select-all">
          {secret}
        </code>
        <Button data-autofocus variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? common('copied') : t('actions.copy')}
        </Button>
      </div>
      <p className="text-ink-muted wrap-anywhere">{t('secret.use')}</p>
    </div>
  )
}
