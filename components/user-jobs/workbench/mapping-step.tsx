'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { describeUse } from '@/components/user-jobs/grid/grid-head'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import { columnOf, mapColumn, unmappedHeads } from '@/lib/user-jobs/sheet/columns'
import type { CellFault, ColumnUse, Mapping } from '@/lib/user-jobs/sheet/types'
import { findDoubleAttributes } from './column-choice'
import { ColumnRow } from './mapping-column'

const columnsPerPage = 60

/** What each column is for. Columns that are not sent are named, never dropped in silence. */
export function MappingStep({
  bench,
  onMap,
  onNext,
}: {
  bench: BenchSheet
  onMap: (mapping: Mapping) => void
  onNext: () => void
}) {
  const { sheet, validator, mapping } = bench
  useSheet(sheet, validator)
  const { header } = sheet
  const doubles = findDoubleAttributes(header, mapping)
  const missing = validator.sheetFaults
  const isReady = doubles.length === 0 && missing.every(({ level }) => level !== 'error')

  const choose = (column: number, use: ColumnUse) => {
    const before = use.to === 'field' ? columnOf(mapping, use.field) : -1
    onMap(mapColumn(mapping, column, use))
    if (before !== -1 && before !== column)
      announce(`${describeUse(use)} is now ${header[column] ?? ''}; ${header[before] ?? ''} has no use any more.`)
  }
  return (
    <div className="flex flex-col gap-4">
      {(missing.length > 0 || doubles.length > 0) && <MappingFaults missing={missing} doubles={doubles} />}
      <ColumnTable bench={bench} onChoose={choose} />
      {/* In sight however many columns there are. */}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-1 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-canvas px-4 py-2 max-sm:static sm:-mx-6 sm:px-6">
        <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere text-ink-muted">
          {describeUnmapped(unmappedHeads(header, mapping))}
        </p>
        <Button variant="primary" disabled={!isReady} onClick={onNext}>
          Continue to the rows
        </Button>
      </div>
    </div>
  )
}

function describeUnmapped(unmapped: ReturnType<typeof unmappedHeads>): string {
  if (unmapped.length === 0) return 'Every column has a use or is ignored on purpose.'
  const named = unmapped.slice(0, 12).map(({ head }) => head)
  const more = unmapped.length > 12 ? ` and ${formatCount(unmapped.length - 12)} more` : ''
  return `Not sent, because nobody has said what for: ${named.join(', ')}${more}.`
}

function MappingFaults({
  missing,
  doubles,
}: {
  missing: readonly CellFault[]
  doubles: ReturnType<typeof findDoubleAttributes>
}) {
  return (
    <ul aria-label="What is missing" className="flex flex-col gap-1 rounded border border-line bg-surface p-3 text-sm">
      {missing.map(({ code, level, message }) => (
        <li key={code} className="flex gap-2">
          <span className="mt-0.5">
            <LevelIcon level={level} label={level} />
          </span>
          {message}
        </li>
      ))}
      {doubles.map(({ name, heads }) => (
        <li key={name} className="flex gap-2">
          <span className="mt-0.5">
            <LevelIcon level="error" label="error" />
          </span>
          The columns {heads.map((head) => `“${head}”`).join(' and ')} are both the attribute “{name}”. Choose one, or
          name the other differently.
        </li>
      ))}
    </ul>
  )
}

function ColumnTable({ bench, onChoose }: { bench: BenchSheet; onChoose: (column: number, use: ColumnUse) => void }) {
  const [pages, setPages] = useState(1)
  const { header } = bench.sheet
  const shown = pages * columnsPerPage
  return (
    <>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="w-full text-sm max-sm:block">
          <caption className="sr-only">Columns of the file and what they are for</caption>
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line text-left text-xs text-ink-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                Column of the file
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                First values
              </th>
              <th scope="col" className="w-72 px-4 py-2 font-medium">
                Is for
              </th>
              <th scope="col" className="w-36 px-4 py-2 font-medium">
                How it was found
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {header.slice(0, shown).map((head, column) => (
              <ColumnRow
                // Two columns may have the same head: the index is the key.
                // oxlint-disable-next-line react/no-array-index-key -- said above
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
          Show {formatCount(Math.min(columnsPerPage, header.length - shown))} more of {formatCount(header.length)}{' '}
          columns
        </Button>
      )}
    </>
  )
}
