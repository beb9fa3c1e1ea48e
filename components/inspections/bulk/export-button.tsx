'use client'

import { Download, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useActiveView } from '@/components/saved-views/use-active-view'
import { Button, IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useKeptFocus } from '@/lib/browser/lists/kept-focus'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { useZone } from '@/lib/browser/preferences/zone'
import type { FacetName } from '@/lib/inspections/columns'
import { exportFileName, type ShownColumn } from '@/lib/inspections/model'
import type { AuditId } from '@/lib/ids'
import type { TableFormat } from '@/lib/csv/formats'
import type { ListParams } from '@/lib/inspections/schema'
import { cancelExport, startExport, useExport } from './export-store'
import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'

const ExportMenu = lateMenu(async () => (await import('./export-formats')).ExportFormats)

/** Exports the list, or selected rows, as CSV or Excel: all rows, with the columns, groups and order of the list. */
export function ExportButton({
  params,
  columns,
  group = null,
  total,
  selection = null,
  size = 'md',
}: {
  params: ListParams
  columns: readonly ShownColumn[]
  /** The column by whose values the list is grouped. */
  group?: FacetName | null
  /** The number of matching rows; null while not known. */
  total: number | null
  /** Null: all matching rows. */
  selection?: Selection<AuditId> | null
  size?: 'sm' | 'md'
}) {
  const t = useTranslations('inspections.export')
  const exportText = useTranslations('shell.listExport')
  const shortcutGroup = useTranslations('shell.shortcutGroups')('list')
  const run = useExport()
  const { zone } = useZone()
  const view = useActiveView()
  const rows = selection === null ? total : countSelected(selection, total)
  const start = (format: TableFormat, hasLinks = false) => {
    const viewName = view === null || view.query === '' ? null : view.name
    const fileName = exportFileName(viewName ?? undefined, new Date(), zone, format)
    void startExport({ params, columns, group, selection, zone, viewName, fileName, format, hasLinks }, exportText)
  }
  const isOffered = selection === null && rows !== 0 && run.kind !== 'running'
  useShortcuts(
    isOffered
      ? [
          {
            id: 'export',
            keys: [],
            label: t('actions.exportList'),
            group: shortcutGroup,
            inPalette: true,
            run: () => start('csv'),
          },
        ]
      : [],
  )
  const focus = useKeptFocus<HTMLSpanElement>(run.kind)
  return (
    <span {...focus} className="inline-flex outline-none">
      {run.kind === 'running' ? (
        <Running rows={run.rows} total={run.total} />
      ) : (
        <ExportMenu
          trigger={
            <Button
              size={size}
              variant={selection === null ? 'secondary' : 'ghost'}
              icon={Download}
              className="max-lg:px-2"
              disabled={rows === 0}
            >
              <span className={selection === null ? 'max-lg:sr-only' : '@max-4xl:sr-only'}>{t('actions.export')}</span>
            </Button>
          }
          of={{ rows, columns: columns.length, onStart: start }}
        />
      )}
    </span>
  )
}

function Running({ rows, total }: { rows: number | null; total: number | null }) {
  const t = useTranslations('inspections.export')
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-ink-muted tabular-nums">
      <span className="flex w-44 flex-col gap-0.5">
        <span className="truncate text-xs">
          {total === null || rows === null ? t('starting') : t('progress', { rows, total })}
        </span>
        <ProgressBar value={rows ?? 0} max={Math.max(1, total ?? 1)} />
      </span>
      <IconButton size="sm" icon={X} label={t('actions.cancel')} onClick={cancelExport} />
    </span>
  )
}
