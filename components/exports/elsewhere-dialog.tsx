'use client'

import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { Dialog } from '@/components/ui/dialog'
import { strong } from '@/components/ui/rich-text'
import type { Elsewhere } from './use-download'

/** Names the other host that stores a document, and links to it. */
export function ElsewhereDialog({ elsewhere, onClose }: { elsewhere: Elsewhere | null; onClose: () => void }) {
  const t = useTranslations('exports.elsewhere')
  const common = useTranslations('common')
  if (elsewhere === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('close')}</Button>
          <a
            href={elsewhere.url}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            data-autofocus
            onClick={onClose}
            className={buttonClass('primary')}
          >
            <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
            {t('actions.open')}
          </a>
        </>
      }
    >
      <p>{t.rich('text', { host: elsewhere.host, b: strong })}</p>
    </Dialog>
  )
}
