'use client'

import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import type { WriteWarning } from '@/lib/explorer/model'
import type { ExplorerRequest } from '@/lib/explorer/schema'
import { MethodBadge } from './method-badge'

/** Asks before a write is sent: shows its method, path and body, and what it clears. */
export function ConfirmDialog({
  request,
  title,
  warning,
  onConfirm,
  onClose,
}: {
  /** The request to confirm; null while there is none. */
  request: ExplorerRequest | null
  title: string
  warning: WriteWarning | null
  onConfirm: () => void
  onClose: () => void
}) {
  const t = useTranslations('explorer')
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={t('confirm.description')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('actions.doNotSend')}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {t('actions.send', { method: request?.method ?? '' })}
          </Button>
        </>
      }
    >
      {request !== null && (
        <div className="flex flex-col gap-3 text-sm">
          <p className="flex items-start gap-2">
            <MethodBadge method={request.method} />
            <code className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{request.path}</code>
          </p>
          {request.body === null ? (
            <p className="text-ink-muted">{t('confirm.noBody')}</p>
          ) : (
            <ScrollRegion label={t('confirm.body')} className="max-h-64 overflow-auto rounded border border-line p-3">
              <pre className="font-mono text-xs leading-5">{request.body}</pre>
            </ScrollRegion>
          )}
          {warning !== null && (
            <p className="flex gap-2 rounded border border-attention/30 bg-attention-soft p-3">
              <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
              <span>
                {t.rich(`confirm.warnings.${warning.name}`, {
                  link: (text: ReactNode) => (
                    // The cast is safe: the model names pages of Sightline.
                    <Link href={warning.href as Route} className="text-accent-ink underline underline-offset-2">
                      {text}
                    </Link>
                  ),
                })}
              </span>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
