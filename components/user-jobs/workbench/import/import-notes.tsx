'use client'

import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import type { ReadChoices } from '@/lib/user-jobs/parse/parse'
import { usersMax } from '@/lib/user-jobs/values-model'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import { delimiters, encodings, type Delimiter, type ParseNotes } from '@/lib/user-jobs/sheet/types'
import { cutOf } from './import-current'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const satisfies Record<
  Delimiter,
  string
>

/** The notices about how a file was read that a person should see before its rows. */
export function useReadNotices(): (bench: BenchSheet) => string[] {
  const t = useTranslations('userJobs')
  const format = useFormatter()
  const writeList = (numbers: readonly number[]) => format.list(numbers.map((one) => format.number(one)))
  return ({ notes, sheet, source }) => {
    const cut = cutOf(source)
    return [
      ...(cut === null ? [] : [t(`upload.cut.${cut}`, { max: usersMax })]),
      ...(notes === null ? [] : describeNotes(t, writeList, notes, sheet.rowIds.length)),
    ]
  }
}

/** Shows how the file was read, lets people change that, and shows notices about it. */
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
  const t = useTranslations('userJobs')
  const { notes, sheet, sourceName, source } = bench
  const told = useReadNotices()(bench)
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
            {t('upload.size', {
              rows: sheet.rowIds.length,
              columns: sheet.header.length,
              blank: notes?.blankRows ?? 0,
            })}
          </p>
        </div>
        <Button variant="primary" data-continue disabled={isBusy} onClick={onNext}>
          {t('upload.actions.next')}
        </Button>
      </div>
      {notes !== null && source !== null && (
        <div className="flex flex-wrap gap-3">
          {notes.encoding !== null && (
            <Choice
              label={t('upload.encoding')}
              value={notes.encoding}
              options={encodings.map((value) => ({ value, label: t(`upload.encodings.${value}`) }))}
              isBusy={isBusy}
              // The delimiter is guessed again, because it may differ in another encoding.
              onChange={(encoding) => onReadAgain({ encoding })}
            />
          )}
          {notes.delimiter !== null && (
            <Choice
              label={t('upload.delimiter')}
              value={notes.delimiter}
              options={delimiters.map((value) => ({ value, label: t(`upload.delimiters.${delimiterNames[value]}`) }))}
              isBusy={isBusy}
              onChange={(delimiter) => onReadAgain({ ...current, delimiter })}
            />
          )}
          {notes.sheet !== null && notes.sheets.length > 0 && (
            <Choice
              label={t('upload.sheet')}
              value={notes.sheet}
              options={notes.sheets.map((value) => ({ value, label: value }))}
              isBusy={isBusy}
              onChange={(name) => onReadAgain({ sheet: name })}
            />
          )}
        </div>
      )}
      {told.length > 0 && (
        <ul aria-label={t('upload.notices')} className="flex flex-col gap-1">
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
  const id = useId()
  return (
    <div className="flex min-w-40 flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {label}
      </label>
      <Select id={id} value={value} disabled={isBusy} onChange={onChange} options={options} />
    </div>
  )
}

/** The changes that reading made to the file, as sentences. */
function describeNotes(
  t: UserJobTexts,
  writeList: (numbers: readonly number[]) => string,
  notes: ParseNotes,
  rows: number,
): string[] {
  const { raggedRows, duplicateHeads, unnamedColumns, errorCells, cleanedCells, cutCells } = notes
  const columnsOf = (columns: readonly number[]) => writeList(columns.map((column) => column + 1))
  const told: string[] = []
  if (rows > usersMax) told.push(t('upload.notes.tooMany', { max: usersMax, count: rows - usersMax }))
  for (const { head, columns } of duplicateHeads)
    told.push(t('upload.notes.duplicateHeads', { columns: columnsOf(columns), head }))
  if (unnamedColumns.length > 0)
    told.push(t('upload.notes.unnamedColumns', { count: unnamedColumns.length, columns: columnsOf(unnamedColumns) }))
  if (raggedRows.count > 0)
    told.push(t('upload.notes.raggedRows', { count: raggedRows.count, lines: writeList(raggedRows.firstLines) }))
  if (notes.hasLooseQuotes) told.push(t('upload.notes.looseQuotes'))
  if (errorCells > 0) told.push(t('upload.notes.errorCells', { count: errorCells }))
  if (cleanedCells > 0) told.push(t('upload.notes.cleanedCells', { count: cleanedCells }))
  if (cutCells > 0) told.push(t('upload.notes.cutCells', { count: cutCells }))
  return told
}
