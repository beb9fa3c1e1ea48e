'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { apiTokenQueries } from '@/lib/api-tokens/queries'
import { peopleQueries } from '@/lib/people/queries'

/** Confirms a change of another person's account, makes it, and reports the result. */
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
  /** The text of the button. */
  button: string
  isDanger?: boolean
  /** Whether the chosen change can be made. */
  isReady?: boolean
  /** "The role was not changed" */
  failed: string
  /** Resolves with a message that says what was done. */
  run: () => Promise<string>
  onClose: () => void
  /** What changes, and what cannot be undone. */
  children: ReactNode
}) {
  const t = useTranslations('common')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: (done) => {
      toast.show({ tone: 'good', title: done })
      onClose()
    },
    // A token has at most the role of its owner, which may have changed.
    onSettled: () =>
      Promise.all(
        [peopleQueries.all, apiTokenQueries.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
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
            {t('cancel')}
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
