'use client'

import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass, TextField } from '@/components/ui/field'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import type { FindQuery, Sheet } from '@/lib/user-jobs/sheet/types'
import type { Place } from './grid-model'

/** Finding and replacing in all rows or those shown. Passwords are not searched: what matched would tell them. */
export function FindDialog({
  open,
  onClose,
  sheet,
  secret,
  rowIds,
  onGoTo,
}: {
  open: boolean
  onClose: () => void
  sheet: Sheet
  secret: ReadonlySet<number>
  /** Rows that are shown. */
  rowIds: readonly number[]
  onGoTo: (place: Place) => void
}) {
  const [find, setFind] = useState('')
  const [replacement, setReplacement] = useState('')
  const [column, setColumn] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const [isCaseSensitive, setIsCaseSensitive] = useState(false)
  // With a filter on, what is not seen is not changed unless that is asked for.
  const [isShownOnly, setIsShownOnly] = useState(true)
  const [done, setDone] = useState<string | null>(null)
  const { version } = sheet
  const query = useMemo<FindQuery>(() => {
    const searched = sheet.header.flatMap((_, at) => (secret.has(at) ? [] : [at]))
    return {
      find,
      isWhole,
      isCaseSensitive,
      columns: column === '' ? searched : [Number(column)],
      ...(isShownOnly ? { rowIds } : {}),
    }
  }, [find, isWhole, isCaseSensitive, column, isShownOnly, rowIds, sheet, secret])
  const isFiltered = rowIds !== sheet.rowIds
  const found = useMemo(() => (open && version >= 0 ? sheet.find(query) : []), [open, sheet, query, version])
  /** Opened again, it finds as anybody expects: what was chosen for one search does not spoil the next. */
  const close = () => {
    setDone(null)
    setIsWhole(false)
    setIsCaseSensitive(false)
    setIsShownOnly(true)
    setColumn('')
    onClose()
  }
  const replaceAll = () => {
    const count = sheet.replace(query, replacement)
    const words = `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'} changed.`
    setDone(`${words} Undo takes all of it back.`)
    announce(words)
  }
  const [first] = found
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title="Find and replace"
      footer={
        <>
          <Button
            disabled={first === undefined}
            onClick={() => {
              if (first === undefined) return
              close()
              onGoTo(first)
            }}
          >
            Go to the first
          </Button>
          <Button variant="primary" disabled={found.length === 0} onClick={replaceAll}>
            Replace {formatCount(found.length)}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (found.length > 0) replaceAll()
        }}
      >
        <TextField
          label="Find"
          data-autofocus
          value={find}
          hint={isWhole && find === '' ? 'Finds empty cells.' : ''}
          onChange={({ currentTarget }) => {
            setDone(null)
            setFind(currentTarget.value)
          }}
        />
        <TextField
          label="Replace with"
          value={replacement}
          onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
        />
        <label className="flex flex-col gap-1 text-sm font-medium">
          In
          <select
            className={inputClass}
            value={column}
            onChange={({ currentTarget }) => setColumn(currentTarget.value)}
          >
            <option value="">All columns</option>
            {sheet.header.map((head, at) =>
              secret.has(at) ? null : (
                // oxlint-disable-next-line react/no-array-index-key -- a head may be there twice; the place is the column's name
                <option key={`${head}:${at}`} value={at}>
                  {head}
                </option>
              ),
            )}
          </select>
        </label>
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <legend className="sr-only">How to find</legend>
          <Check label="Whole cell" checked={isWhole} onChange={setIsWhole} />
          <Check label="Capitals as written" checked={isCaseSensitive} onChange={setIsCaseSensitive} />
          {isFiltered && (
            <Check
              label={`Only the ${formatCount(rowIds.length)} rows shown`}
              checked={isShownOnly}
              onChange={setIsShownOnly}
            />
          )}
        </fieldset>
        <output className="block text-sm text-ink-muted">
          {done ??
            (find === '' && !isWhole ? 'Passwords are never searched.' : `${formatCount(found.length)} cells found.`)}
        </output>
        <button type="submit" hidden>
          Replace
        </button>
      </form>
    </Dialog>
  )
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (next: boolean) => void }) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="size-4 accent-(--accent)"
      />
      {label}
    </label>
  )
}
