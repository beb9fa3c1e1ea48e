'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls, assetChangeQueries } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { leaveFor } from '@/lib/browser/leave-guard'
import { formatCount } from '@/lib/browser/numbers'
import { changeHref } from './links'
import { countStatuses, countThings } from './words'

/** Assigns the groups back that a change of types replaced, after saying what that does not bring back. */
export function UndoButton({ change }: { change: ChangeSummary }) {
  const router = useRouter()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => assetChangeCalls.undo(change.changeId),
    onSuccess: ({ change: undoing, leftOut, leftOutNote }) => {
      setOpen(false)
      if (leftOut > 0)
        toast.show({
          tone: 'attention',
          title: `${countThings(change.kind, leftOut)} left out`,
          description: leftOutNote ?? 'They cannot be assigned back any more.',
        })
      leaveFor(() => router.push(changeHref(undoing.changeId)))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: assetChangeQueries.list().queryKey }),
  })
  const { done, snapshotCount } = change
  const label = `Assign ${countThings('assign-types', done)} back`
  return (
    <>
      <Button
        icon={Undo2}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        Undo
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`${label}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Leave them as they are</Button>
            <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
              {label}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>
            {done === 1 ? 'The type gets' : `The ${formatCount(done)} types get`} the group again that{' '}
            {done === 1 ? 'it' : 'they'} had before. A type that was assigned something else since is left as it is.
          </p>
          <p>
            Statuses that their assets were given since are cleared by that, as by any change of a type’s group; the log
            keeps them first.
          </p>
          <p className="font-medium">
            {snapshotCount === 0
              ? 'The service cannot restore statuses that were cleared, and the log has none of this change.'
              : `The service cannot restore the ${countStatuses(snapshotCount)} that this change cleared. The log kept which assets had them: once the types are assigned back, “Restore ${countStatuses(snapshotCount)}” sets them again.`}
          </p>
          {error !== null && <ErrorNotice error={error} title="Nothing was assigned back" />}
        </div>
      </Dialog>
    </>
  )
}
