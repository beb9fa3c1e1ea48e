'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { describeError } from '@/lib/browser/describe-error'

/** Confirms before a factor is removed. Stays open if that fails. */
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
  const t = useTranslations('common')
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
          <Button onClick={onClose}>{t('cancel')}</Button>
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
