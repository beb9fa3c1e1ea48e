'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useSelected } from '@/components/ui/data-table/records/use-selected'
import type { Records } from '@/components/ui/data-table/records/use-records'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportJobSummary } from '@/lib/exports/schema'
import { useDownloadAll } from './use-download-all'

/**
 * What people do with selected exports: download the documents that are ready, several of one export as a zip, and
 * remove ended exports from the list.
 */
export function BulkVerbs({
  records,
  selection,
  onDownload,
  onRemoved,
}: {
  records: Records<ExportJobSummary>
  selection: Selection
  onDownload: (jobId: string) => void
  onRemoved: () => void
}) {
  const t = useTranslations('exports.selection')
  const selected = useSelected(records, selection, ({ jobId }) => jobId)
  const { remove, isBusy } = useRemove(onRemoved)
  const { downloadAll, isPending } = useDownloadAll()
  const ready = selected?.filter((job) => job.ready > 0) ?? []
  const download = () => {
    for (const { jobId, single } of ready) if (single !== null) onDownload(jobId)
    const several = ready.filter(({ single }) => single === null)
    if (several.length > 0) downloadAll(several)
  }
  const removable = selected?.filter(({ mayChange, open }) => mayChange && open === 0) ?? []
  return (
    <>
      <BulkVerb id="download" keys="d" label={t('download')}>
        <Button
          size="sm"
          variant="primary"
          icon={FileDown}
          busy={isPending}
          disabled={ready.length === 0}
          onClick={download}
        >
          {t('actions.download', { count: ready.reduce((sum, job) => sum + job.ready, 0) })}
        </Button>
      </BulkVerb>
      <BulkVerb id="remove" keys="r" label={t('remove')}>
        <Button
          size="sm"
          variant="ghost"
          icon={Trash2}
          busy={isBusy || selected === null}
          disabled={removable.length === 0}
          onClick={() => remove(removable.map(({ jobId }) => jobId))}
        >
          {t('actions.remove', { count: removable.length })}
        </Button>
      </BulkVerb>
    </>
  )
}

/** Removes exports one after another, and says how many in one message. */
function useRemove(onRemoved: () => void) {
  const t = useTranslations('exports.selection')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (jobIds: readonly string[]) => {
      let error: unknown = null
      let count = 0
      for (const jobId of jobIds)
        try {
          // oxlint-disable-next-line no-await-in-loop -- one at a time, so that many do not crowd out others
          await exportCalls.forget(jobId)
          count += 1
        } catch (reason) {
          error = reason
        }
      return { count, error, left: jobIds.length - count }
    },
    onSuccess: ({ count, error, left }) => {
      if (error === null) toast.show({ tone: 'good', title: t('removed', { count }) })
      else
        toast.show({ tone: 'bad', title: t('notRemoved', { count: left }), description: describeError(error).message })
      onRemoved()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportQueries.all }),
  })
  return { remove: mutate, isBusy: isPending }
}
