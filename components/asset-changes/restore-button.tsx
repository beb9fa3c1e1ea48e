'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import { useMay } from '@/lib/browser/actor'
import { leaveFor } from '@/lib/browser/leave-guard'
import { formatCount } from '@/lib/browser/numbers'
import { changeHref } from './links'
import { countStatuses } from './words'

/** Sets cleared statuses again, after saying how many and what cannot be restored; then leads to the change's page. */
export function RestoreButton({
  source,
  count,
}: {
  source: { activityId: string } | { changeId: string }
  count: number
}) {
  const mayRestore = useMay('assets:write')
  const router = useRouter()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => assetChangeCalls.restore(source),
    onSuccess: ({ change, leftOut, leftOutNote }) => {
      setOpen(false)
      if (leftOut > 0)
        toast.show({
          tone: 'attention',
          title: `${formatCount(leftOut)} of ${formatCount(leftOut + change.total)} left out`,
          description: leftOutNote ?? 'They cannot take their status any more.',
        })
      leaveFor(() => router.push(changeHref(change.changeId)))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.list().queryKey }),
  })
  if (!mayRestore || count === 0) return null
  const label = `Restore ${countStatuses(count)}`
  return (
    <>
      <Button
        icon={History}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`${label}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Do not restore</Button>
            <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
              {label}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>
            The service cannot bring cleared statuses back. The log of this console kept which{' '}
            {count === 1 ? 'asset' : `${formatCount(count)} assets`} had which status, and sets{' '}
            {count === 1 ? 'it' : 'them'} again, one by one and within the rate limit.
          </p>
          <p>Left out are</p>
          <ul className="list-disc pl-5">
            <li>assets that have a status again: what somebody has set since stays,</li>
            <li>assets that are not there any more, and</li>
            <li>assets whose type has no group with that status now. Assign the group to the type again first.</li>
          </ul>
          <p className="text-ink-muted">How many those are is said as soon as it has started.</p>
          {error !== null && (
            <ErrorNotice error={error} title="Nothing was restored" kept="The log keeps the statuses." />
          )}
        </div>
      </Dialog>
    </>
  )
}
