'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { copyText } from '@/lib/browser/copy-text'

/** A text that is shown only once, with a button that copies it. `kind` marks the text in the page: `data-token`. */
export function CopyBox({
  text,
  kind,
  copyLabel,
  label,
  ...button
}: {
  text: string
  kind: 'link' | 'secret' | 'token'
  /** The text of the button. */
  copyLabel: string
  /** The accessible name of the button, for pages with several such buttons. */
  label?: string
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & { 'data-autofocus'?: boolean }) {
  const t = useTranslations('common')
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) toast.show({ title: t('copyBlocked') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded border border-line bg-raised p-2">
      <code {...{ [`data-${kind}`]: true }} className="min-w-0 flex-1 basis-60 font-mono text-xs break-all select-all">
        {text}
      </code>
      <Button
        {...button}
        aria-label={isCopied ? undefined : label}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy()}
      >
        {isCopied ? t('copied') : copyLabel}
      </Button>
    </div>
  )
}
