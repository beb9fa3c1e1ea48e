'use client'

import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { formatCount } from '@/lib/browser/numbers'
import type { ReadChoices } from '@/lib/user-jobs/parse/parse'
import { usersMax } from '@/lib/user-jobs/schema'
import { delimiters, encodings, type Delimiter, type Encoding, type ParseNotes } from '@/lib/user-jobs/sheet/types'
import { remarkOf } from './import-current'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const encodingWords: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little end first)',
  'utf-16be': 'UTF-16 (big end first)',
  'windows-1252': 'Western European (Windows-1252)',
}
const delimiterWords: Record<Delimiter, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' }

/** How the file was read, to be changed, and what was done to it. */
export function ImportNotes({
  bench,
  isBusy,
  onReadAgain,
  onNext,
}: {
  bench: BenchSheet
  isBusy: boolean
  onReadAgain: (choices: ReadChoices) => void
  onNext: () => void
}) {
  const { notes, sheet, sourceName, source } = bench
  const remark = remarkOf(source)
  const told = [
    ...(remark === null ? [] : [remark]),
    ...(notes === null ? [] : describeNotes(notes, sheet.rowIds.length)),
  ]
  const current: ReadChoices =
    notes === null
      ? {}
      : {
          ...(notes.encoding === null ? {} : { encoding: notes.encoding }),
          ...(notes.delimiter === null ? {} : { delimiter: notes.delimiter }),
          ...(notes.sheet === null ? {} : { sheet: notes.sheet }),
        }
  return (
    <section
      aria-labelledby="read-head"
      className="flex flex-col gap-3 rounded border border-line bg-surface p-4 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileSpreadsheet aria-hidden size={20} strokeWidth={1.5} className="shrink-0 text-accent-ink" />
        <div className="min-w-0 flex-1 basis-48">
          <h2 id="read-head" className="truncate text-base font-medium">
            {sourceName}
          </h2>
          <p className="text-ink-muted tabular-nums">
            {formatCount(sheet.rowIds.length)} rows, {formatCount(sheet.header.length)}{' '}
            {sheet.header.length === 1 ? 'column' : 'columns'}
            {notes !== null && notes.blankRows > 0 && `, ${formatCount(notes.blankRows)} blank rows skipped`}
          </p>
        </div>
        <Button variant="primary" data-continue disabled={isBusy} onClick={onNext}>
          Continue to the columns
        </Button>
      </div>
      {notes !== null && source !== null && (
        <div className="flex flex-wrap gap-3">
          {notes.encoding !== null && (
            <Choice
              label="Encoding"
              value={notes.encoding}
              options={encodings.map((value) => ({ value, label: encodingWords[value] }))}
              isBusy={isBusy}
              // Another encoding may have another delimiter: it is guessed again.
              onChange={(encoding) => onReadAgain({ encoding })}
            />
          )}
          {notes.delimiter !== null && (
            <Choice
              label="Between cells"
              value={notes.delimiter}
              options={delimiters.map((value) => ({ value, label: delimiterWords[value] }))}
              isBusy={isBusy}
              onChange={(delimiter) => onReadAgain({ ...current, delimiter })}
            />
          )}
          {notes.sheet !== null && notes.sheets.length > 0 && (
            <Choice
              label="Sheet"
              value={notes.sheet}
              options={notes.sheets.map((value) => ({ value, label: value }))}
              isBusy={isBusy}
              onChange={(name) => onReadAgain({ sheet: name })}
            />
          )}
        </div>
      )}
      {told.length > 0 && (
        <ul aria-label="What was noticed" className="flex flex-col gap-1">
          {told.map((words) => (
            <li key={words} className="flex gap-2">
              <TriangleAlert aria-hidden size={14} strokeWidth={2} className="mt-0.5 shrink-0 text-attention" />
              <span className="min-w-0 wrap-anywhere">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Choice<Value extends string>({
  label,
  value,
  options,
  isBusy,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  isBusy: boolean
  onChange: (value: Value) => void
}) {
  return (
    <label className="flex min-w-40 flex-col gap-1">
      <span className="text-xs text-ink-muted">{label}</span>
      <select
        className={inputClass}
        value={value}
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const next = options.find((option) => option.value === currentTarget.value)
          if (next !== undefined) onChange(next.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

const columnsOf = (columns: readonly number[]) => columns.map((column) => formatCount(column + 1)).join(', ')

/** What reading did to the file, in sentences. */
function describeNotes(notes: ParseNotes, rows: number): string[] {
  const { raggedRows, duplicateHeads, unnamedColumns } = notes
  const told: string[] = []
  if (rows > usersMax)
    told.push(
      `One job takes ${formatCount(usersMax)} users; ${formatCount(rows - usersMax)} rows are too many. Delete them, or bring them in with a second job.`,
    )
  for (const { head, columns } of duplicateHeads)
    told.push(
      `Columns ${columnsOf(columns)} are all called “${head}”. The first of them counts unless you say otherwise.`,
    )
  if (unnamedColumns.length > 0)
    told.push(
      `${unnamedColumns.length === 1 ? 'Column' : 'Columns'} ${columnsOf(unnamedColumns)} had no head and got a name.`,
    )
  if (raggedRows.count > 0)
    told.push(
      `${formatCount(raggedRows.count)} lines have more or fewer cells than the head, the first: ${raggedRows.firstLines.map(formatCount).join(', ')}.`,
    )
  if (notes.hasLooseQuotes)
    told.push('A quote was left open or stood amid text. Look whether the rows after it are right.')
  if (notes.errorCells > 0)
    told.push(
      `${formatCount(notes.errorCells)} ${notes.errorCells === 1 ? 'cell holds' : 'cells hold'} an error of the spreadsheet or could not be read: each is marked in the rows.`,
    )
  if (notes.cleanedCells > 0)
    told.push(`Characters that cannot be kept were taken out of ${formatCount(notes.cleanedCells)} cells.`)
  if (notes.cutCells > 0) told.push(`${formatCount(notes.cutCells)} cells were cut at 10,000 characters.`)
  return told
}
