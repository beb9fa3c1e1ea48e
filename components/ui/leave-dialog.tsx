'use client'

import { useTranslations } from 'next-intl'
import { useLeaveGuard } from '@/lib/browser/leave-guard'
import { Button } from './button'
import { Dialog } from './dialog'

/** While `isUnsaved`, asks before the person leaves the page. `children` say what would be lost. */
export function LeaveDialog({
  isUnsaved,
  title,
  leaveLabel,
  children,
}: {
  isUnsaved: boolean
  title?: string
  leaveLabel?: string
  children: string
}) {
  const t = useTranslations('common.leave')
  const { isAsking, stay, leave } = useLeaveGuard(isUnsaved)
  return (
    <Dialog
      open={isAsking}
      onOpenChange={(open) => {
        if (!open) stay()
      }}
      size="sm"
      title={title ?? t('title')}
      footer={
        <>
          <Button variant="danger" onClick={() => void leave()}>
            {leaveLabel ?? t('leave')}
          </Button>
          <Button variant="primary" data-autofocus onClick={stay}>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p className="text-sm">{children}</p>
    </Dialog>
  )
}
