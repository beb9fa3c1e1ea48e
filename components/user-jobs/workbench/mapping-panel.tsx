'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { describeUse } from '@/components/user-jobs/grid/grid-head'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { announce } from '@/lib/browser/announce'
import { columnOf, mapColumn } from '@/lib/user-jobs/sheet/columns'
import { describeIssue, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { CellIssue, ColumnUse, Mapping } from '@/lib/user-jobs/sheet/types'
import { findDoubleAttributes } from './column-choice'
import { ColumnRow } from './mapping-column'

const columnsPerPage = 60

/**
 * Shows problems of the mapping. On phones, where rows are cards, also shows the columns, which are in the grid's
 * header otherwise.
 */
export function MappingPanel({ bench, onMap }: { bench: BenchSheet; onMap: (mapping: Mapping) => void }) {
  const t = useTranslations('userJobs')
  const { sheet, validator, mapping } = bench
  useSheet(sheet, validator)
  const { missing, doubles, isReady } = judgeMapping(bench)
  return (
    <>
      {(missing.length > 0 || doubles.length > 0) && <MappingIssues missing={missing} doubles={doubles} />}
      <details open={!isReady} className="text-sm sm:hidden">
        <summary className="cursor-pointer text-ink-muted">{t('columns.title')}</summary>
        <div className="mt-2">
          <ColumnTable
            bench={bench}
            onChoose={(column, use) => onMap(chooseUse(t, { header: sheet.header, mapping }, column, use))}
          />
        </div>
      </details>
    </>
  )
}

/** The reasons why rows cannot be imported: required fields without a column, and attributes with several columns. */
export function judgeMapping({ sheet: { header }, validator, mapping }: BenchSheet) {
  const doubles = findDoubleAttributes(header, mapping)
  const missing = validator.sheetIssues
  return { missing, doubles, isReady: doubles.length === 0 && missing.every(({ level }) => level !== 'error') }
}

/** The mapping with another use of a column. Announces it when the field was taken from another column. */
export function chooseUse(
  t: UserJobTexts,
  { header, mapping }: { header: readonly string[]; mapping: Mapping },
  column: number,
  use: ColumnUse,
): Mapping {
  const before = use.to === 'field' ? columnOf(mapping, use.field) : -1
  if (before !== -1 && before !== column)
    announce(
      t('columns.moved', {
        field: describeUse(t, use),
        column: header[column] ?? '',
        before: header[before] ?? '',
      }),
    )
  return mapColumn(mapping, column, use)
}

const headsShown = 12

/** The columns that are not imported, as a sentence. */
export function Unmapped({ heads }: { heads: readonly string[] }) {
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
            <tr className="border-b border-line text-xs text-ink-muted">
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
