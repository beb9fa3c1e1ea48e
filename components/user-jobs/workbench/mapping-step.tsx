'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { describeUse } from '@/components/user-jobs/grid/grid-head'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { announce } from '@/lib/browser/announce'
import { columnOf, mapColumn, unmappedHeads } from '@/lib/user-jobs/sheet/columns'
import { describeIssue } from '@/lib/user-jobs/sheet/issue-view'
import type { CellIssue, ColumnUse, Mapping } from '@/lib/user-jobs/sheet/types'
import { findDoubleAttributes } from './column-choice'
import { ColumnRow } from './mapping-column'

const columnsPerPage = 60

/** Maps columns to fields. Columns that are not imported are named, never dropped silently. */
export function MappingStep({
  bench,
  onMap,
  onNext,
}: {
  bench: BenchSheet
  onMap: (mapping: Mapping) => void
  onNext: () => void
}) {
  const t = useTranslations('userJobs')
  const { sheet, validator, mapping } = bench
  useSheet(sheet, validator)
  const { header } = sheet
  const doubles = findDoubleAttributes(header, mapping)
  const missing = validator.sheetIssues
  const isReady = doubles.length === 0 && missing.every(({ level }) => level !== 'error')

  const choose = (column: number, use: ColumnUse) => {
    const before = use.to === 'field' ? columnOf(mapping, use.field) : -1
    onMap(mapColumn(mapping, column, use))
    if (before !== -1 && before !== column)
      announce(
        t('columns.moved', {
          field: describeUse(t, use),
          column: header[column] ?? '',
          before: header[before] ?? '',
        }),
      )
  }
  return (
    <div className="flex flex-col gap-4">
      {(missing.length > 0 || doubles.length > 0) && <MappingIssues missing={missing} doubles={doubles} />}
      <ColumnTable bench={bench} onChoose={choose} />
      {/* Always visible, however many columns there are. */}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-1 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-canvas px-4 py-2 max-sm:static sm:-mx-6 sm:px-6">
        <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere text-ink-muted">
          <Unmapped heads={unmappedHeads(header, mapping).map(({ head }) => head)} />
        </p>
        <Button variant="primary" disabled={!isReady} onClick={onNext}>
          {t('columns.actions.next')}
        </Button>
      </div>
    </div>
  )
}

const headsShown = 12

function Unmapped({ heads }: { heads: readonly string[] }) {
  const t = useTranslations('userJobs.columns')
  const format = useFormatter()
  if (heads.length === 0) return t('allMapped')
  const named = heads.slice(0, headsShown).map((column) => t('quoted', { column }))
  const count = heads.length - named.length
  return count === 0
    ? t('notImported', { columns: format.list(named) })
    : t('notImportedMore', { columns: format.list(named, { type: 'unit' }), count })
}

function MappingIssues({
  missing,
  doubles,
}: {
  missing: readonly CellIssue[]
  doubles: ReturnType<typeof findDoubleAttributes>
}) {
  const t = useTranslations('userJobs')
  const format = useFormatter()
  return (
    <ul
      aria-label={t('columns.issues')}
      className="flex flex-col gap-1 rounded border border-line bg-surface p-3 text-sm"
    >
      {missing.map((issue) => (
        <li key={issue.code} className="flex gap-2">
          <span className="mt-0.5">
            <LevelIcon level={issue.level} label={t(`grid.levels.${issue.level}`)} />
          </span>
          {describeIssue(t, issue)}
        </li>
      ))}
      {doubles.map(({ name, heads }) => (
        <li key={name} className="flex gap-2">
          <span className="mt-0.5">
            <LevelIcon level="error" label={t('grid.levels.error')} />
          </span>
          {t('columns.double', {
            columns: format.list(heads.map((column) => t('columns.quoted', { column }))),
            name,
          })}
        </li>
      ))}
    </ul>
  )
}

function ColumnTable({ bench, onChoose }: { bench: BenchSheet; onChoose: (column: number, use: ColumnUse) => void }) {
  const t = useTranslations('userJobs.columns')
  const [pages, setPages] = useState(1)
  const { header } = bench.sheet
  const shown = pages * columnsPerPage
  return (
    <>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="w-full text-sm max-sm:block">
          <caption className="sr-only">{t('caption')}</caption>
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line text-start text-xs text-ink-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                {t('column')}
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                {t('sample')}
              </th>
              <th scope="col" className="w-72 px-4 py-2 font-medium">
                {t('field')}
              </th>
              <th scope="col" className="w-36 px-4 py-2 font-medium">
                {t('match')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {header.slice(0, shown).map((head, column) => (
              <ColumnRow
                // Two columns may have the same header, so the index is the key.
                // oxlint-disable-next-line react/no-array-index-key -- see above
                key={column}
                head={head}
                column={column}
                bench={bench}
                onChoose={(use) => onChoose(column, use)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {header.length > shown && (
        <Button className="self-center" onClick={() => setPages(pages + 1)}>
          {t('actions.more', { count: Math.min(columnsPerPage, header.length - shown) })}
        </Button>
      )}
    </>
  )
}
