'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeLines } from '@/components/activity/change-lines'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Skeleton } from '@/components/ui/skeleton'
import { describeGroupChange } from '@/lib/activity/view'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup, StatusGroupWritten } from '@/lib/status-groups/schema'
import { DeleteImpact } from './delete-impact'
import { useDeleteGroup } from './use-delete-group'
import { useImpact } from '@/components/status-groups/use-impact'

/** Names are compared as they appear on screen, where several spaces show as one. */
const settle = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/**
 * Deletes a group after showing which types and assets are affected and asking for its name. The group is refreshed when the
 * dialog opens. If another person has changed it, the change is shown and the name has to be typed again.
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
  const t = useTranslations('statusGroups.delete')
  const common = useTranslations('common')
  const opened = useQuery(statusGroupQueries.deleting(groupId))
  const group = opened.data
  const impact = useImpact(group)
  const [typed, setTyped] = useState('')
  const { start, isPending, error, conflict } = useDeleteGroup({ groupId, onDeleted, onConflict: () => setTyped('') })
  const isMissing = describeError(opened.error).code === 'not_found'
  const isReady = group !== undefined && settle(typed) === settle(group.name) && !impact.isCounting
  const remove = () => {
    if (isReady && !isPending) start(group)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={t('title', { name: group?.name ?? name })}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {isMissing ? common('close') : common('cancel')}
          </Button>
          {!isMissing && (
            <Button variant="danger" busy={isPending} disabled={!isReady} onClick={remove}>
              {t('actions.delete')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {opened.error !== null && (
          <ErrorNotice
            error={opened.error}
            title={isMissing ? t('missing') : t('loadFailed')}
            {...(isMissing
              ? { next: t('missingNote'), tone: 'attention' as const }
              : { onRetry: () => void opened.refetch(), isRetrying: opened.isFetching })}
          />
        )}
        {conflict !== null && <ChangedMeanwhile {...conflict} />}
        {group === undefined && opened.error === null && <Waiting />}
        {group !== undefined && !isMissing && (
          <>
            <DeleteImpact {...impact} />
            <TextField
              label={t('confirm', { name: settle(group.name) })}
              value={typed}
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') remove()
              }}
            />
          </>
        )}
        {error !== null && conflict === null && <DeleteFailure error={error} />}
      </div>
    </Dialog>
  )
}

function ChangedMeanwhile({ before, after }: { before: StatusGroup; after: StatusGroup }) {
  const t = useTranslations('statusGroups.delete.conflict')
  return (
    <div role="alert" className="rounded border border-attention/30 bg-attention-soft p-3">
      <p className="font-medium">{t('title')}</p>
      <p className="mb-2">{t('description')}</p>
      <ChangeLines lines={describeGroupChange(before, after)} />
    </div>
  )
}

function Waiting() {
  const t = useTranslations('statusGroups.delete')
  return (
    <div aria-busy className="flex flex-col gap-2">
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

function DeleteFailure({ error }: { error: Error }) {
  const t = useTranslations('statusGroups.delete')
  const isUnknown = describeError(error).code === 'upstream_unknown'
  return (
    <ErrorNotice
      error={error}
      tone={isUnknown ? 'attention' : 'bad'}
      title={isUnknown ? t('unknown') : t('failed')}
      {...(isUnknown ? {} : { kept: t('kept') })}
    />
  )
}
