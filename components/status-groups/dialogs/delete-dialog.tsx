'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeLines } from '@/components/activity/change-lines'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { activityQueries } from '@/lib/activity/queries'
import { describeGroupChange } from '@/lib/activity/view'
import { ApiError } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupCalls, statusGroupQueries } from '@/lib/status-groups/queries'
import { statusGroup, type StatusGroup, type StatusGroupWritten } from '@/lib/status-groups/schema'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'
import { DeleteImpact } from './delete-impact'
import { useImpact } from '@/components/status-groups/use-impact'

const lost = (words: string) => new ApiError(0, 'upstream_unknown', words)

/** Names are compared as they are read: runs of spaces show as one. */
const settle = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/**
 * Deletes a group after showing which types and assets it takes something from, and having its name typed. The group is read
 * anew when the dialog opens; what somebody else changes meanwhile is shown, and asked about again.
 */
export function DeleteGroupDialog({
  groupId,
  name,
  onDeleted,
  onClose,
}: {
  groupId: string
  name: string
  onDeleted: (group: StatusGroup, written: StatusGroupWritten) => void
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const cache = useBoardCache()
  const opened = useQuery(statusGroupQueries.deleting(groupId))
  const group = opened.data
  const impact = useImpact(group)
  const [typed, setTyped] = useState('')
  const [changed, setChanged] = useState<{ before: StatusGroup; after: StatusGroup } | null>(null)
  const isGone = describeError(opened.error).code === 'not_found'

  const deleting = useMutation({
    mutationFn: async (base: StatusGroup) => {
      try {
        return await statusGroupCalls.remove(groupId, { base, confirmedName: base.name })
      } catch (error) {
        if (!isAnswerLost(error)) throw error
        return await lookForIt()
      }
    },
    onSuccess: (written, base) => {
      if (written.outcome === 'done') cache.drop(groupId)
      onDeleted(base, written)
    },
    onError: (error, base) => {
      const current =
        error instanceof ApiError && error.code === 'conflict' ? statusGroup.safeParse(error.current) : null
      if (current?.success !== true) return
      setChanged({ before: base, after: current.data })
      setTyped('')
      queryClient.setQueryData(statusGroupQueries.deleting(groupId).queryKey, current.data)
    },
    onSettled: () => cache.settle(),
  })

  /** This page has no answer: the log has the deletion if the console got as far as that. */
  async function lookForIt(): Promise<StatusGroupWritten> {
    const pages = await queryClient
      .fetchInfiniteQuery({ ...activityQueries.list({ action: 'status-group.delete', objectId: groupId, limit: 1 }) })
      .catch(() => {
        throw lost('No answer came, and the log could not be read either. Look at the list before you try again.')
      })
    const entry = pages.pages[0]?.entries[0]
    if (entry === undefined || entry.outcome === 'failed')
      throw lost('No answer came, and the log has no such deletion. Look at the list before you try again.')
    return {
      outcome: entry.outcome === 'done' ? 'done' : 'unknown',
      group: null,
      activityId: entry.activityId,
      snapshotCount: entry.snapshotCount,
      wasLookedUp: true,
    }
  }

  const isNamed = group !== undefined && settle(typed) === settle(group.name)
  const isConflict = describeError(deleting.error).code === 'conflict' && changed !== null
  const isUnknown = describeError(deleting.error).code === 'upstream_unknown'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deleting.isPending && onClose()}
      title={`Delete “${group?.name ?? name}”?`}
      footer={
        <>
          <Button onClick={onClose} disabled={deleting.isPending}>
            {isGone ? 'Close' : 'Cancel'}
          </Button>
          {!isGone && (
            <Button
              variant="danger"
              busy={deleting.isPending}
              disabled={!isNamed || impact.isCounting}
              onClick={() => group !== undefined && deleting.mutate(group)}
            >
              Delete group
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {opened.error !== null && (
          <ErrorNotice
            error={opened.error}
            title={isGone ? 'It is not there any more' : 'The group could not be read'}
            {...(isGone
              ? { next: 'Somebody deleted it meanwhile.', tone: 'attention' as const }
              : { onRetry: () => void opened.refetch(), isRetrying: opened.isFetching })}
          />
        )}
        {isConflict && changed !== null && (
          <div role="alert" className="rounded border border-attention/30 bg-attention-soft p-3">
            <p className="font-medium">Somebody changed the group meanwhile, so it was not deleted</p>
            <p className="mb-2">This is what changed. What stands below is the group as it is now.</p>
            <ChangeLines lines={describeGroupChange(changed.before, changed.after)} />
          </div>
        )}
        {group === undefined
          ? opened.error === null && (
              <div aria-busy className="flex flex-col gap-2">
                <p className="sr-only">Reading the group</p>
                <Skeleton className="h-4 w-4/5" />
                <Skeleton className="h-4 w-3/5" />
              </div>
            )
          : !isGone && (
              <>
                <DeleteImpact {...impact} />
                <TextField
                  label={`Type the name to confirm: ${settle(group.name)}`}
                  value={typed}
                  data-autofocus
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => setTyped(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && isNamed && !impact.isCounting && !deleting.isPending)
                      deleting.mutate(group)
                  }}
                />
              </>
            )}
        {deleting.error !== null && !isConflict && (
          <ErrorNotice
            error={deleting.error}
            tone={isUnknown ? 'attention' : 'bad'}
            title={isUnknown ? 'It is not known whether the group was deleted' : 'The group was not deleted'}
            {...(isUnknown ? {} : { kept: 'Types and assets are as they were.' })}
          />
        )}
      </div>
    </Dialog>
  )
}
