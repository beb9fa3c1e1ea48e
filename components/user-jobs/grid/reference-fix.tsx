'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SuggestField } from '@/components/ui/inputs/suggest-field'
import { announce } from '@/lib/browser/announce'
import type { FieldKey } from '@/lib/user-jobs/sheet/fields'
import { replaceEverywhere, replaceItem, suggestName } from '@/lib/user-jobs/sheet/replace-item'
import type { CellEdit, Sheet } from '@/lib/user-jobs/sheet/types'
import type { NameSource } from './references'

/** Replaces an unknown group or site with a known one, in one row or in all rows that have it. */
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
  /** The name that SafetyCulture does not know. */
  value: string
  names: readonly string[]
  source: NameSource
}) {
  const t = useTranslations('userJobs.grid.reference')
  const id = useId()
  const [typed, setTyped] = useState(() => suggestName(value, names))
  const name = typed.trim()
  const edits = name === '' ? [] : replaceEverywhere(sheet, column, field, value, name)
  const here = edits.filter((edit) => edit.rowId === rowId)
  if (replaceItem(sheet.cell(rowId, column), field, value, { name: value }) === null) return null
  const apply = (from: HTMLElement, chosen: readonly CellEdit[]) => {
    // The button disappears with the error, so the focus moves to the sheet.
    from.closest('main')?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    announce(t('changed', { count: sheet.setCells(chosen, { key: 'use', values: { text: name } }), name }))
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="max-w-full truncate text-ink-muted">
        {t('replace', { value })}
      </label>
      <span className="w-56 max-w-full">
        <SuggestField
          id={id}
          listLabel={t('replace', { value })}
          value={typed}
          suggestions={names}
          aria-describedby={`${id}-source`}
          onChange={setTyped}
          {...(here.length === 0 ? {} : { onEnter: (from: HTMLElement) => apply(from, here) })}
        />
      </span>
      {here.length > 0 && (
        <Button size="sm" className="max-w-full" onClick={({ currentTarget }) => apply(currentTarget, here)}>
          <span className="truncate">{t('use', { name })}</span>
        </Button>
      )}
      {edits.length > 1 && (
        <Button size="sm" className="max-w-full" onClick={({ currentTarget }) => apply(currentTarget, edits)}>
          <span className="truncate">{t('useAll', { name, count: edits.length })}</span>
        </Button>
      )}
      <span id={`${id}-source`} className="text-xs text-ink-muted">
        {t(`sources.${source}`)}
      </span>
    </div>
  )
}
