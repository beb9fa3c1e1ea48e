'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass, TextField } from '@/components/ui/field'
import { formatCount } from '@/lib/browser/numbers'
import type { Place } from './grid-model'
import { type Find, type Searched, useFind } from './use-find'

/** Finding and replacing in all rows or those shown. Passwords are not searched: a match would reveal them. */
export function FindDialog({
  open,
  onClose,
  onGoTo,
  ...searched
}: Searched & {
  open: boolean
  onClose: () => void
  onGoTo: (place: Place) => void
}) {
  const search = useFind(searched, open)
  const { found } = search
  const close = () => {
    search.reset()
    onClose()
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
          <Button variant="primary" disabled={found.length === 0} onClick={search.replaceAll}>
            Replace {formatCount(found.length)}
          </Button>
        </>
      }
    >
      <FindForm search={search} searched={searched} />
    </Dialog>
  )
}

function FindForm({ search, searched }: { search: Find; searched: Searched }) {
  const { choices, found, done, choose, replaceAll } = search
  const { sheet, rowIds } = searched
  const { find, isWhole } = choices
  const isFiltered = rowIds !== sheet.rowIds
  return (
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
        onChange={({ currentTarget }) => choose({ find: currentTarget.value })}
      />
      <TextField
        label="Replace with"
        value={choices.replacement}
        onChange={({ currentTarget }) => choose({ replacement: currentTarget.value })}
      />
      <ColumnSelect {...searched} value={choices.column} onChange={(column) => choose({ column })} />
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="sr-only">How to find</legend>
        <Check label="Whole cell" checked={isWhole} onChange={(next) => choose({ isWhole: next })} />
        <Check
          label="Capitals as written"
          checked={choices.isCaseSensitive}
          onChange={(isCaseSensitive) => choose({ isCaseSensitive })}
        />
        {isFiltered && (
          <Check
            label={`Only the ${formatCount(rowIds.length)} rows shown`}
            checked={choices.isShownOnly}
            onChange={(isShownOnly) => choose({ isShownOnly })}
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
  )
}

function ColumnSelect({
  sheet,
  secret,
  value,
  onChange,
}: Pick<Searched, 'sheet' | 'secret'> & { value: string; onChange: (next: string) => void }) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      In
      <select className={inputClass} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">All columns</option>
        {sheet.header.map((head, at) =>
          secret.has(at) ? null : (
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same head: the index is the key
            <option key={`${head}:${at}`} value={at}>
              {head}
            </option>
          ),
        )}
      </select>
    </label>
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
