'use client'

import { Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { copyText } from '@/lib/browser/copy-text'
import { IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** An address in full, and a button that copies it. */
export function CopyAddress({ address }: { address: string }) {
  const t = useTranslations('webhooks')
  const toast = useToast()
  const copy = async () => {
    if (await copyText(address)) toast.show({ tone: 'good', title: t('address.copied') })
    else toast.show({ title: t('address.refused') })
  }
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 py-1 font-mono text-xs break-all select-all">{address}</code>
      <IconButton size="sm" icon={Copy} label={t('actions.copyAddress')} onClick={() => void copy()} />
    </span>
  )
}
