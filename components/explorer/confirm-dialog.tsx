'use client'

import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { Route } from 'next'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { WriteWarning } from '@/lib/explorer/model'
import type { ExplorerRequest } from '@/lib/explorer/schema'
import { MethodBadge } from './method-badge'

/** Asks before a write is sent: method, path and body as they will be, and what is lost by it. */
export function ConfirmDialog({
  request,
  title,
  warning,
  onConfirm,
  onClose,
}: {
  /** What is asked about; null while nothing is. */
  request: ExplorerRequest | null
  title: string
  warning: WriteWarning | null
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description="This is sent to the service as it stands here, once, and is kept in the log of activity."
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Do not send
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            Send {request?.method}
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
            <p className="text-ink-muted">Without a body.</p>
          ) : (
            <ScrollRegion label="Body" className="max-h-64 overflow-auto rounded border border-line p-3">
              <pre className="font-mono text-xs leading-5">{request.body}</pre>
            </ScrollRegion>
          )}
          {warning !== null && (
            <p className="flex gap-2 rounded border border-attention/30 bg-attention-soft p-3">
              <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
              <span>
                {warning.words} Nothing is shown or kept of it here:{' '}
                {/* The cast is safe: the model names pages of the console. */}
                <Link href={warning.href as Route} className="text-accent-ink underline underline-offset-2">
                  {warning.screen}
                </Link>{' '}
                shows what would be cleared, and can bring it back.
              </span>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
