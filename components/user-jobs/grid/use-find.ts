import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import type { FindQuery, Sheet } from '@/lib/user-jobs/sheet/types'
import type { Place } from './grid-model'

/** The values of the dialog's fields. */
export interface FindChoices {
  find: string
  replacement: string
  /** Index of a column; empty for all columns. */
  column: string
  isWhole: boolean
  isCaseSensitive: boolean
  /** With a filter, hidden rows are changed only if the person chooses this. */
  isShownOnly: boolean
}

/** The initial options. They are reset, because the options of one search may not fit the next search. */
const freshOptions = { column: '', isWhole: false, isCaseSensitive: false, isShownOnly: true }

export interface Searched {
  sheet: Sheet
  /** Columns that are not searched. */
  secret: ReadonlySet<number>
  /** The visible rows. */
  rowIds: readonly number[]
}

export interface Find {
  choices: FindChoices
  /** Cells that match. */
  found: readonly Place[]
  /** The result of the last replacement, until the person searches for something else. */
  done: string | null
  choose: (next: Partial<FindChoices>) => void
  replaceAll: () => void
  /** Resets the options and the result. */
  reset: () => void
}

/** Finds and replaces in a sheet. Finds nothing until `isOpen`. */
export function useFind({ sheet, secret, rowIds }: Searched, isOpen: boolean): Find {
  const t = useTranslations('userJobs.grid')
  const [choices, setChoices] = useState<FindChoices>({ find: '', replacement: '', ...freshOptions })
  const [done, setDone] = useState<string | null>(null)
  const { version } = sheet
  const { find, replacement, column, isWhole, isCaseSensitive, isShownOnly } = choices
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
  const found = useMemo(() => (isOpen && version >= 0 ? sheet.find(query) : []), [isOpen, sheet, query, version])
  return {
    choices,
    found,
    done,
    choose: (next) => {
      if (next.find !== undefined) setDone(null)
      setChoices((last) => ({ ...last, ...next }))
    },
    replaceAll: () => {
      const count = sheet.replace(query, replacement)
      setDone(t('find.done', { count }))
      announce(t('changed', { count }))
    },
    reset: () => {
      setDone(null)
      setChoices((last) => ({ ...last, ...freshOptions }))
    },
  }
}
