'use client'

import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { SuggestField } from '@/components/ui/inputs/suggest-field'
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
  const references = useContext(ReferencesContext)
  const value = sheet.cell(rowId, column)
  const choices = choicesOfUse(use, references)
  const { text, written, shown, complete, type } = useChoiceText(isSecret ? '' : value, false, choices ?? noChoices)
  const name = t('cell', { column: sheet.header[column] ?? '', row: String(rowId) })
  return (
    <SuggestField
      data-field={column}
      aria-label={name}
      listLabel={name}
      aria-invalid={level === 'error'}
      placeholder={isSecret ? t('cards.newPassword') : (sheet.header[column] ?? '')}
      value={text}
      // A suggestion replaces the whole text, so in a list each one also has the names before the last one.
      suggestions={choices === null ? null : shown.map(complete)}
      isMatched
      onChange={type}
      onEnter={(field) => field.blur()}
      onBlur={() => {
        if (isSecret && written === '') return
        if (written !== value) sheet.setCell(rowId, column, written)
      }}
    />
  )
}
