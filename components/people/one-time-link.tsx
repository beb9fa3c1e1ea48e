'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** A link that is shown only once, with a button that copies it. */
export function OneTimeLink({ link, label, isFirst = false }: { link: string; label: string; isFirst?: boolean }) {
  const t = useTranslations('people.invitation')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(link)
    setCopied(done)
    if (!done) toast.show({ title: tCommon('copyBlocked') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded border border-line bg-raised p-2">
      <code data-link className="min-w-0 flex-1 basis-60 font-mono text-xs break-all select-all">
        {link}
      </code>
      <Button
        size="sm"
        aria-label={isCopied ? undefined : label}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy()}
        {...(isFirst ? { 'data-autofocus': true } : {})}
      >
        {isCopied ? tCommon('copied') : t('copyLink')}
      </Button>
    </div>
  )
}
