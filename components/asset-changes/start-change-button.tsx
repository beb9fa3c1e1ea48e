'use client'

import { useTranslations } from 'next-intl'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { StartedChange } from '@/lib/asset-changes/schema'
import { leaveFor } from '@/lib/browser/leave-guard'
import { changeHref } from './links'

/** A button that explains a change in a dialog, starts it, and then opens the page of the change. */
export function StartChangeButton({
  icon,
  button,
  title,
  action,
  start,
  describeLeftOut,
  failure,
  children,
}: {
  icon: LucideIcon
  /** The label of the button on the page. */
  button: string
  /** The title of the dialog, a question. */
  title: string
  /** The label of the button in the dialog. */
  action: string
  start: () => Promise<StartedChange>
  /** A toast about what was left out; `note` is shown if the server gives no reason. */
  describeLeftOut: (started: StartedChange) => { title: string; note: string }
  failure: { title: string; kept?: string }
  children: ReactNode
}) {
  const t = useTranslations('common')
  const router = useRouter()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: start,
    onSuccess: (started) => {
      setOpen(false)
      if (started.leftOut > 0) {
        const leftOut = describeLeftOut(started)
        toast.show({ tone: 'attention', title: leftOut.title, description: started.leftOutNote ?? leftOut.note })
      }
      leaveFor(() => router.push(changeHref(started.change.changeId)))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.list().queryKey }),
  })
  return (
    <>
      <Button
        icon={icon}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
            <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
              {action}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-sm">
          {children}
          {error !== null && <ErrorNotice error={error} {...failure} />}
        </div>
      </Dialog>
    </>
  )
}
