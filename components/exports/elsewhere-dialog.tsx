'use client'

import { ExternalLink } from 'lucide-react'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Elsewhere } from './use-download'

/** Says that a document lies at another host, and lets the person go there. */
export function ElsewhereDialog({ elsewhere, onClose }: { elsewhere: Elsewhere | null; onClose: () => void }) {
  if (elsewhere === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The document lies elsewhere"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
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
            Open it there
          </a>
        </>
      }
    >
      <p>
        The inspection service keeps it at <strong className="font-medium wrap-anywhere">{elsewhere.host}</strong>. Your
        browser opens it there; the console sends nothing to that address. The link works for a short time only.
      </p>
    </Dialog>
  )
}
