'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { formatCount } from '@/lib/browser/numbers'
import { useZone } from '@/lib/browser/zone'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import {
  exportFilesMax,
  layoutIdsMax,
  type ExportFormat,
  type ExportJobSummary,
  type ExportLayout,
} from '@/lib/exports/schema'
import type { BulkSelection } from '@/lib/review/schema'
import { countDocuments } from './words'

const formats = [
  { value: 'pdf', label: 'PDF' },
  { value: 'word', label: 'Word' },
] as const

/**
 * Asks for format and layout and starts the export. `count` is how many are chosen, as far as that is known; more than
 * one job takes cannot be started.
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
      title={
        count === 1 ? 'Export this inspection' : `Export ${count === null ? '' : `${formatCount(count)} `}inspections`
      }
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} disabled={isTooMany} onClick={() => mutate()}>
            {count === null || isTooMany ? 'Make documents' : `Make ${countDocuments(count)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <Segmented label="Format" value={format} options={formats} onChange={setFormat} />
        <LayoutChoice
          layouts={layouts.data?.layouts ?? []}
          value={layoutId}
          onChange={setLayoutId}
          hint={
            ids === null || layouts.data?.isOneTemplate === false
              ? 'To choose a layout, select up to 50 inspections from one template.'
              : layouts.isPending
                ? 'Loading layouts…'
                : null
          }
        />
        {layouts.error !== null && (
          <ErrorNotice
            tone="attention"
            error={layouts.error}
            title="The layouts could not be read"
            kept="The default layout can be used."
            onRetry={() => void layouts.refetch()}
            isRetrying={layouts.isFetching}
          />
        )}
        {isTooMany && (
          <p role="alert" className="text-bad">
            One export takes at most {formatCount(exportFilesMax)} inspections, and {formatCount(count)} are chosen.
            Choose fewer, or narrow the filter.
          </p>
        )}
        {layout?.via === 'export' && count !== null && count > 20 && (
          <p className="text-ink-muted">
            The service makes 20 of these a minute: this takes about {formatCount(Math.ceil(count / 18))} minutes.
          </p>
        )}
        {error !== null && <ErrorNotice error={error} title="Nothing was started" />}
        <p className="text-ink-muted">
          The inspection service makes the documents. You can leave this page meanwhile; Exports keeps the list.
        </p>
      </div>
    </Dialog>
  )
}

const ways = [
  ['report', 'Report layouts'],
  ['export', 'Export profiles'],
] as const

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
  return (
    <label className="flex flex-col gap-1">
      <span className="font-medium">Layout</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        disabled={layouts.length === 0}
        className={inputClass}
      >
        <option value="">Default layout</option>
        {ways.map(([via, name]) => {
          const listed = layouts.filter((layout) => layout.via === via)
          return (
            listed.length > 0 && (
              <optgroup key={via} label={name}>
                {listed.map((layout) => (
                  <option key={layout.id} value={layout.id}>
                    {layout.isDefault ? `${layout.name} (default)` : layout.name}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
      </select>
      {hint !== null && <span className="text-xs text-ink-muted">{hint}</span>}
    </label>
  )
}
