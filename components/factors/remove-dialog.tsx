'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { describeError } from '@/lib/browser/describe-error'

/** Asks before a factor is removed, and stays open while it could not be. */
export function RemoveDialog({
  isOpen,
  onClose,
  title,
  button,
  removing,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  button: string
  removing: { isPending: boolean; error: unknown; mutate: () => void }
  children: ReactNode
}) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="sm"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            {button}
          </Button>
        </>
      }
    >
      <p className="text-sm">{children}</p>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {removing.error === null ? '' : describeError(removing.error).message}
      </p>
    </Dialog>
  )
}
