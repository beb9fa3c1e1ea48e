'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { peopleQueries } from '@/lib/people/queries'

/** Asks before a change of somebody's account, makes it, and says that it is done. */
export function ActionDialog({
  title,
  button,
  isDanger = false,
  isReady = true,
  failed,
  run,
  onClose,
  children,
}: {
  title: string
  /** The verb of the button. */
  button: string
  isDanger?: boolean
  /** Whether something was chosen that can be done. */
  isReady?: boolean
  /** "The role was not changed" */
  failed: string
  /** Resolves with what was done. */
  run: () => Promise<string>
  onClose: () => void
  /** What changes, and what cannot be undone. */
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: (done) => {
      toast.show({ tone: 'good', title: done })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQueries.all }),
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={isPending}
            disabled={!isReady}
            onClick={() => mutate()}
          >
            {button}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {children}
        {error !== null && <ErrorNotice error={error} title={failed} />}
      </div>
    </Dialog>
  )
}
