'use client'

import { useLeaveGuard } from '@/lib/browser/leave-guard'
import { Button } from './button'
import { Dialog } from './dialog'

/** Holds up leaving the page while `isUnsaved`, and asks. `children` say what would be lost. */
export function LeaveDialog({
  isUnsaved,
  title = 'Leave without saving?',
  leaveLabel = 'Leave without saving',
  children,
}: {
  isUnsaved: boolean
  title?: string
  leaveLabel?: string
  children: string
}) {
  const { isAsking, stay, leave } = useLeaveGuard(isUnsaved)
  return (
    <Dialog
      open={isAsking}
      onOpenChange={(open) => {
        if (!open) stay()
      }}
      size="sm"
      title={title}
      footer={
        <>
          <Button variant="danger" onClick={leave}>
            {leaveLabel}
          </Button>
          <Button variant="primary" data-autofocus onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p className="text-sm">{children}</p>
    </Dialog>
  )
}
