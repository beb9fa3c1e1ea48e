'use client'

import { useLocale, useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { intlTag } from '@/lib/messages/languages'

/** The texts of rows. They are created once per table, because rows are rendered while people scroll. */
interface TableTexts {
  select: (name: string) => string
  selectUnknown: string
  number: (count: number) => string
}

const TableTextsContext = createContext<TableTexts | null>(null)

export function TableTextsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('shell.table.row')
  const language = useLocale()
  const texts = useMemo((): TableTexts => {
    const number = new Intl.NumberFormat(intlTag(language))
    return {
      select: (name) => t('select', { name }),
      selectUnknown: t('selectUnknown'),
      number: (count) => number.format(count),
    }
  }, [t, language])
  return <TableTextsContext value={texts}>{children}</TableTextsContext>
}

/** The texts of rows, for components inside of `TableTextsProvider`. */
export function useTableTexts(): TableTexts {
  const texts = use(TableTextsContext)
  if (texts === null) throw new Error('Rows need TableTextsProvider around them')
  return texts
}
