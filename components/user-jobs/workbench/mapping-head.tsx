'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type SyntheticEvent, useState } from 'react'
import { Popover } from '@/components/ui/popover'
import { describeUse } from '@/components/user-jobs/grid/grid-head'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { classNames } from '@/lib/browser/class-names'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'
import { ColumnField, listSamples, MatchBadge } from './mapping-column'

const keepFromGrid = (event: SyntheticEvent) => event.stopPropagation()

/** The field of a column in the header of the grid, as a button that opens the choice of fields. */
export function MappingHead({
  bench,
  column,
  onChoose,
}: {
  bench: BenchSheet
  column: number
  onChoose: (use: ColumnUse) => void
}) {
  const t = useTranslations('userJobs')
  const [isOpen, setOpen] = useState(false)
  const use = bench.mapping[column] ?? { to: 'unmapped' as const }
  const head = bench.sheet.header[column] ?? ''
  const isOpenQuestion = use.to === 'unmapped'
  const name = isOpenQuestion ? t('columns.choose') : describeUse(t, use)
  return (
    // The grid handles keys, clicks and the clipboard, but those in the choice must not reach it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps events from the grid
    <div
      onKeyDown={keepFromGrid}
      onPointerDown={keepFromGrid}
      onMouseDown={keepFromGrid}
      onDoubleClick={keepFromGrid}
      onCopy={keepFromGrid}
      onCut={keepFromGrid}
      onPaste={keepFromGrid}
      onFocus={keepFromGrid}
      className="min-w-0"
    >
      <Popover
        label={t('columns.fieldOf', { column: head })}
        open={isOpen}
        onOpenChange={setOpen}
        className="w-80"
        trigger={
          <button
            type="button"
            aria-label={t('columns.mapNamed', { column: head, field: name })}
            className={classNames(
              'flex max-w-full items-center gap-0.5 rounded-sm text-xs hover:text-ink hover:underline',
              isOpenQuestion ? 'font-medium text-attention' : 'text-ink-muted',
            )}
          >
            <span className="min-w-0 truncate">{name}</span>
            <ChevronDown aria-hidden size={12} strokeWidth={2} className="shrink-0" />
          </button>
        }
      >
        <div className="flex flex-col gap-3 p-3">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm font-medium">{head}</span>
            <MatchBadge bench={bench} column={column} use={use} />
          </div>
          <ColumnField bench={bench} head={head} column={column} use={use} onChoose={onChoose} />
          <p className="line-clamp-2 text-xs text-ink-muted wrap-anywhere">
            {bench.secret.has(column) ? t('columns.hidden') : listSamples(bench, column).join(' · ')}
          </p>
        </div>
      </Popover>
    </div>
  )
}
