'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { columnOf, mapColumn, unmappedHeads } from '@/lib/user-jobs/sheet/columns'
import { fieldOf, fields } from '@/lib/user-jobs/sheet/fields'
import type { ColumnUse, Mapping } from '@/lib/user-jobs/sheet/types'
import { findDoubleAttributes } from './column-choice'
import { describeUse } from '@/components/user-jobs/grid/grid-head'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const columnsPerPage = 60
const sampleRows = 200
const samplesShown = 3

/** What each column is for. What is not sent is named, never dropped in silence. */
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
  const [pages, setPages] = useState(1)
  const { header } = sheet
  const unmapped = unmappedHeads(header, mapping)
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
      {(missing.length > 0 || doubles.length > 0) && (
        <ul
          aria-label="What is missing"
          className="flex flex-col gap-1 rounded border border-line bg-surface p-3 text-sm"
        >
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
              The columns {heads.map((head) => `“${head}”`).join(' and ')} are both the attribute “{name}”. Choose one,
              or name the other differently.
            </li>
          ))}
        </ul>
      )}
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
            {header.slice(0, pages * columnsPerPage).map((head, column) => (
              <ColumnRow
                // A head may be there twice; the place is the column's name.
                // oxlint-disable-next-line react/no-array-index-key -- said above
                key={column}
                head={head}
                column={column}
                bench={bench}
                onChoose={(use) => choose(column, use)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {header.length > pages * columnsPerPage && (
        <Button className="self-center" onClick={() => setPages(pages + 1)}>
          Show {formatCount(Math.min(columnsPerPage, header.length - pages * columnsPerPage))} more of{' '}
          {formatCount(header.length)} columns
        </Button>
      )}
      {/* In sight however many columns there are. */}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-1 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-canvas px-4 py-2 max-sm:static sm:-mx-6 sm:px-6">
        <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere text-ink-muted">
          {unmapped.length === 0
            ? 'Every column has a use or is ignored on purpose.'
            : `Not sent, because nobody has said what for: ${unmapped
                .slice(0, 12)
                .map((one) => one.head)
                .join(', ')}${unmapped.length > 12 ? ` and ${formatCount(unmapped.length - 12)} more` : ''}.`}
        </p>
        <Button variant="primary" disabled={!isReady} onClick={onNext}>
          Continue to the rows
        </Button>
      </div>
    </div>
  )
}

const isSameUse = (one: ColumnUse | undefined, other: ColumnUse | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

function ColumnRow({
  head,
  column,
  bench,
  onChoose,
}: {
  head: string
  column: number
  bench: BenchSheet
  onChoose: (use: ColumnUse) => void
}) {
  const { mapping, firstMapping, isRemembered, secret } = bench
  const use = mapping[column] ?? { to: 'unmapped' as const }
  const value = use.to === 'field' ? use.field : use.to
  const samples = listSamples(bench, column)
  const isFirst = isSameUse(use, firstMapping[column])
  return (
    <tr className="align-top max-sm:flex max-sm:flex-col max-sm:gap-1.5 max-sm:p-3">
      <th scope="row" className="max-w-64 px-4 py-2.5 text-left font-medium wrap-anywhere max-sm:p-0">
        {head}
      </th>
      <td className="max-w-80 px-4 py-2.5 wrap-anywhere text-ink-muted max-sm:p-0">
        {secret.has(column) ? (
          'Hidden: passwords are not shown'
        ) : samples.length === 0 ? (
          'Empty'
        ) : (
          <span className="line-clamp-2">{samples.join(' · ')}</span>
        )}
      </td>
      <td className="px-4 py-1.5 max-sm:p-0">
        <div className="flex flex-col gap-1.5">
          <select
            aria-label={`${head} is for`}
            className={classNames(inputClass, use.to === 'unmapped' && 'border-attention')}
            value={value}
            onChange={({ currentTarget }) => onChoose(readUse(currentTarget.value, head))}
          >
            <option value="unmapped">Choose …</option>
            <option value="ignored">Nothing: leave it out</option>
            <option value="attribute">An attribute …</option>
            <optgroup label="Fields of a user">
              {fields.map(({ key, label }) => {
                const taken = columnOf(mapping, key)
                const by = taken === -1 || taken === column ? '' : ` (now ${bench.sheet.header[taken] ?? ''})`
                return (
                  <option key={key} value={key}>
                    {label}
                    {by}
                  </option>
                )
              })}
            </optgroup>
          </select>
          {use.to === 'attribute' && (
            <input
              aria-label={`Name of the attribute of ${head}`}
              className={inputClass}
              defaultValue={use.name}
              maxLength={200}
              onBlur={({ currentTarget }) => {
                const name = currentTarget.value.trim()
                if (name === '') currentTarget.value = use.name
                else if (name !== use.name) onChoose({ to: 'attribute', name })
              }}
            />
          )}
          {use.to === 'field' && <span className="text-xs text-ink-muted">{fieldOf(use.field).hint}</span>}
        </div>
      </td>
      <td className="px-4 py-2.5 max-sm:p-0">
        {use.to === 'unmapped' ? (
          <Badge tone="attention">Not mapped</Badge>
        ) : isFirst ? (
          <Badge tone="accent" icon={null}>
            {isRemembered ? 'Remembered' : 'Guessed'}
          </Badge>
        ) : (
          <Badge icon={null}>You chose</Badge>
        )}
      </td>
    </tr>
  )
}

function readUse(value: string, head: string): ColumnUse {
  if (value === 'ignored' || value === 'unmapped') return { to: value }
  const field = fields.find(({ key }) => key === value)
  return field === undefined ? { to: 'attribute', name: head.slice(0, 200) } : { to: 'field', field: field.key }
}

/** The first few different values of a column. */
function listSamples({ sheet }: BenchSheet, column: number): string[] {
  const found = new Set<string>()
  for (const rowId of sheet.rowIds.slice(0, sampleRows)) {
    const value = sheet.cell(rowId, column).trim()
    if (value !== '') found.add(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    if (found.size === samplesShown) break
  }
  return [...found]
}
