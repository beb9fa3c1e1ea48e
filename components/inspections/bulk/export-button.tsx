'use client'

import { Download, X } from 'lucide-react'
import { useActiveView } from '@/components/saved-views/use-active-view'
import { Button, IconButton } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useKeptFocus } from '@/lib/browser/kept-focus'
import { formatCount } from '@/lib/browser/numbers'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useZone } from '@/lib/browser/zone'
import { exportFileName, type ShownColumn } from '@/lib/inspections/model'
import type { ListParams } from '@/lib/inspections/schema'
import { cancelExport, startExport, useExport } from './export-store'
import { countSelected, type Selection } from '@/components/inspections/selection/selection'

/** Exports what the list shows, or what is chosen in it, as CSV: all rows of it, in its columns and order. */
export function ExportButton({
  params,
  columns,
  total,
  selection = null,
  size = 'md',
}: {
  params: ListParams
  columns: readonly ShownColumn[]
  /** Rows that match the list; null while that is not known. */
  total: number | null
  /** Null: everything that matches. */
  selection?: Selection | null
  size?: 'sm' | 'md'
}) {
  const run = useExport()
  const { zone } = useZone()
  const view = useActiveView()
  const rows = selection === null ? total : countSelected(selection, total)
  const start = () => {
    const viewName = view === null || view.query === '' ? null : view.name
    void startExport({
      params,
      columns,
      selection,
      zone,
      viewName,
      fileName: exportFileName(viewName ?? undefined, new Date(), zone),
    })
  }
  const isOffered = selection === null && rows !== 0 && run.kind !== 'running'
  useShortcuts(
    isOffered
      ? [{ id: 'export', keys: [], label: 'Export the list as CSV', group: 'List', inPalette: true, run: start }]
      : [],
  )
  const focus = useKeptFocus<HTMLSpanElement>(run.kind)
  return (
    <span {...focus} className="inline-flex outline-none">
      {run.kind === 'running' ? (
        <Running rows={run.rows} total={run.total} />
      ) : (
        <Button
          size={size}
          variant={selection === null ? 'secondary' : 'ghost'}
          icon={Download}
          className="max-lg:px-2"
          disabled={rows === 0}
          title={rows === null ? undefined : `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} as CSV`}
          onClick={start}
        >
          <span className="max-lg:sr-only">Export</span>
        </Button>
      )}
    </span>
  )
}

function Running({ rows, total }: { rows: number; total: number | null }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-ink-muted tabular-nums">
      <span className="flex w-44 flex-col gap-0.5">
        <span className="truncate text-xs">
          {total === null ? 'Starting the export' : `${formatCount(rows)} of ${formatCount(total)} rows`}
        </span>
        <ProgressBar value={rows} max={Math.max(1, total ?? 1)} />
      </span>
      <IconButton size="sm" icon={X} label="Cancel the export" onClick={cancelExport} />
    </span>
  )
}
