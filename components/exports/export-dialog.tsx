'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Select } from '@/components/ui/inputs/select'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useZone } from '@/lib/browser/preferences/zone'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportFormat, ExportJobSummary, ExportLayout } from '@/lib/exports/schema'
import { exportFilesMax, exportFormats, exportWays, layoutIdsMax } from '@/lib/exports/values-model'
import type { BulkSelection } from '@/lib/review/schema'

/**
 * Asks for format and layout and starts the export. `count` is the number of selected inspections, null while not
 * known; more than `exportFilesMax` cannot be started.
 */
export function ExportDialog({
  selection,
  count,
  onStarted,
  onClose,
}: {
  selection: BulkSelection
  count: number | null
  onStarted: (job: ExportJobSummary, leftOut: number) => void
  onClose: () => void
}) {
  const t = useTranslations('exports')
  const common = useTranslations('common')
  const { zone } = useZone()
  const queryClient = useQueryClient()
  const [format, setFormat] = useState<ExportFormat>('pdf')
  const [layoutId, setLayoutId] = useState('')
  const ids = selection.kind === 'ids' && selection.ids.length <= layoutIdsMax ? selection.ids : null
  const layouts = useQuery({ ...exportQueries.layouts(ids ?? []), enabled: ids !== null })
  const layout = layouts.data?.layouts.find(({ id }) => id === layoutId)
  const isTooMany = count !== null && count > exportFilesMax
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      exportCalls.start({ selection, format, zone, via: layout?.via ?? 'report', profileId: layout?.id ?? null }),
    onSuccess: ({ job, leftOut }) => {
      void queryClient.invalidateQueries({ queryKey: exportQueries.all })
      onStarted(job, leftOut)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === null ? t('dialog.titleUncounted') : t('dialog.title', { count })}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={isPending} disabled={isTooMany} onClick={() => mutate()}>
            {count === null || isTooMany
              ? t('dialog.actions.createUncounted')
              : t(`dialog.actions.create.${format}`, { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <Segmented
          label={t('dialog.format')}
          value={format}
          options={exportFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={setFormat}
        />
        <LayoutChoice
          layouts={layouts.data?.layouts ?? []}
          value={layoutId}
          onChange={setLayoutId}
          hint={
            ids === null || layouts.data?.isOneTemplate === false
              ? t('dialog.layout.oneTemplate', { max: layoutIdsMax })
              : layouts.isPending
                ? t('dialog.layout.loading')
                : null
          }
        />
        {layouts.error !== null && (
          <ErrorNotice
            tone="attention"
            error={layouts.error}
            title={t('dialog.layout.failure')}
            kept={t('dialog.layout.kept')}
            onRetry={() => void layouts.refetch()}
            isRetrying={layouts.isFetching}
          />
        )}
        {isTooMany && (
          <p role="alert" className="text-bad">
            {t('dialog.tooMany', { max: exportFilesMax, count })}
          </p>
        )}
        {layout?.via === 'export' && count !== null && count > 20 && (
          <p className="text-ink-muted">{t('dialog.duration', { minutes: Math.ceil(count / 18) })}</p>
        )}
        {error !== null && <ErrorNotice error={error} title={t('dialog.notStarted')} />}
        <p className="text-ink-muted">{t('dialog.leave')}</p>
      </div>
    </Dialog>
  )
}

function LayoutChoice({
  layouts,
  value,
  onChange,
  hint,
}: {
  layouts: readonly ExportLayout[]
  value: string
  onChange: (id: string) => void
  hint: string | null
}) {
  const t = useTranslations('exports.dialog.layout')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {t('label')}
      </label>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        disabled={layouts.length === 0}
        options={[
          { value: '', label: t('default') },
          ...exportWays.flatMap((via) =>
            layouts
              .filter((layout) => layout.via === via)
              .map((layout) => ({
                value: layout.id,
                label: layout.isDefault ? t('defaultNamed', { name: layout.name }) : layout.name,
                group: t(`ways.${via}`),
              })),
          ),
        ]}
      />
      {hint !== null && <span className="text-xs text-ink-muted">{hint}</span>}
    </div>
  )
}
