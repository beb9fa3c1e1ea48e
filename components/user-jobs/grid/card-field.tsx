'use client'

import { useTranslations } from 'next-intl'
import { useContext, useId } from 'react'
import { inputClass } from '@/components/ui/inputs/field'
import type { ColumnUse, IssueLevel, Sheet } from '@/lib/user-jobs/sheet/types'
import { type CellChoices, choicesOfUse } from './cells/cell-choices'
import { useChoiceText } from './cells/use-choice-text'
import type { Place } from './grid-model'
import { ReferencesContext } from './references'

const noChoices: CellChoices = { values: [], isKnown: () => true }

/** The field of a cell with an error on narrow screens, with the values or names that are known. */
export function CardField({
  sheet,
  place: { rowId, column },
  level,
  use,
  isSecret,
}: {
  sheet: Sheet
  place: Place
  level: IssueLevel
  use: ColumnUse | undefined
  isSecret: boolean
}) {
  const t = useTranslations('userJobs.grid')
  const listId = useId()
  const references = useContext(ReferencesContext)
  const value = sheet.cell(rowId, column)
  const choices = choicesOfUse(use, references)
  const { shown, complete, type } = useChoiceText(value, false, choices ?? noChoices)
  return (
    <>
      <input
        data-field={column}
        aria-label={t('cell', { column: sheet.header[column] ?? '', row: String(rowId) })}
        aria-invalid={level === 'error'}
        defaultValue={isSecret ? '' : value}
        placeholder={isSecret ? t('cards.newPassword') : (sheet.header[column] ?? '')}
        autoComplete="off"
        {...(choices === null ? {} : { list: listId })}
        spellCheck={false}
        // The browser replaces the whole text, so in a list each option also has the names before the last one.
        onChange={({ currentTarget }) => {
          if (choices?.isList === true) type(currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
        onBlur={({ currentTarget }) => {
          if (isSecret && currentTarget.value === '') return
          // A single-line field drops line breaks, so an unedited value is kept unchanged.
          if (currentTarget.value !== currentTarget.defaultValue) sheet.setCell(rowId, column, currentTarget.value)
        }}
        className={inputClass}
      />
      {choices !== null && (
        <datalist id={listId}>
          {shown.map((one) => (
            <option key={one}>{complete(one)}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
