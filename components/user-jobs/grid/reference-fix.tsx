'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import type { FieldKey } from '@/lib/user-jobs/sheet/fields'
import { replaceEverywhere, replaceItem, suggestName } from '@/lib/user-jobs/sheet/replace-item'
import type { CellEdit, Sheet } from '@/lib/user-jobs/sheet/types'

/** A group or site that there is in the place of one that there is not: in one row, or in all that name it. */
export function ReferenceFix({
  sheet,
  rowId,
  column,
  field,
  value,
  names,
  source,
}: {
  sheet: Sheet
  rowId: number
  column: number
  field: FieldKey
  /** The name that the service does not know. */
  value: string
  names: readonly string[]
  /** Where the names are from, and whether there may be others. */
  source: string
}) {
  const id = useId()
  const [typed, setTyped] = useState(() => suggestName(value, names))
  const name = typed.trim()
  const edits = name === '' ? [] : replaceEverywhere(sheet, column, field, value, name)
  const here = edits.filter((edit) => edit.rowId === rowId)
  if (replaceItem(sheet.cell(rowId, column), field, value, { name: value }) === null) return null
  const apply = (from: HTMLElement, chosen: readonly CellEdit[]) => {
    // What was pressed goes with the error: the keyboard stays in the sheet.
    from.closest('main')?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    const count = sheet.setCells(chosen, `Use ${name}`)
    announce(`${formatCount(count)} ${count === 1 ? 'cell' : 'cells'} changed to ${name}.`)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="max-w-full truncate text-ink-muted">
        Replace “{value}” with
      </label>
      <span className="w-56 max-w-full">
        <input
          id={id}
          list={`${id}-names`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-source`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || here.length === 0) return
            event.preventDefault()
            apply(event.currentTarget, here)
          }}
          className={inputClass}
        />
      </span>
      <datalist id={`${id}-names`}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      {here.length > 0 && (
        <Button size="sm" className="max-w-full" onClick={({ currentTarget }) => apply(currentTarget, here)}>
          <span className="truncate">Use “{name}”</span>
        </Button>
      )}
      {edits.length > 1 && (
        <Button size="sm" className="max-w-full" onClick={({ currentTarget }) => apply(currentTarget, edits)}>
          <span className="truncate">
            Use “{name}” in all {formatCount(edits.length)} rows
          </span>
        </Button>
      )}
      <span id={`${id}-source`} className="text-xs text-ink-muted">
        {source}
      </span>
    </div>
  )
}
