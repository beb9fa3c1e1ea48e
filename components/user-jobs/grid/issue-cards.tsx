'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { columnOf } from '@/lib/user-jobs/sheet/columns'
import { describeIssue } from '@/lib/user-jobs/sheet/issue-view'
import type { CellIssue, ColumnUse, Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { CardField } from './card-field'
import { FixButtons, FixByName, keyOfIssue } from './issue-bar'
import type { Place } from './grid-model'
import { LevelIcon } from './grid-row'
import { isNarrow } from './grid-sight'

const cardsPerPage = 30

/** The rows as a list, for screens too narrow for a grid: the error, a field to correct it, and the fixes. */
export function IssueCards({
  sheet,
  validator,
  mapping,
  secret,
  rowIds,
  active,
}: {
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  secret: ReadonlySet<number>
  rowIds: readonly number[]
  /** The active cell, whose field gets the focus. */
  active: Place | null
}) {
  const t = useTranslations('userJobs.grid')
  const [pages, setPages] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const emailColumn = columnOf(mapping, 'email')
  const pageOfActive = active === null ? 0 : Math.ceil((rowIds.indexOf(active.rowId) + 1) / cardsPerPage)
  const shown = rowIds.slice(0, Math.max(pages, pageOfActive) * cardsPerPage)
  useEffect(() => {
    if (active === null || !isNarrow()) return
    const card = list.current?.querySelector(`[data-card="${active.rowId}"]`)
    const field = card?.querySelector<HTMLElement>(`[data-field="${active.column}"]`) ?? card?.querySelector('input')
    card?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [active])
  return (
    <div className="flex flex-col gap-2">
      <ul ref={list} aria-label={t('cards.label')} className="flex flex-col gap-2">
        {shown.map((rowId) => {
          const issues = validator.issuesOf(rowId)
          const email = emailColumn === -1 ? '' : sheet.cell(rowId, emailColumn)
          return (
            <li
              key={rowId}
              data-card={rowId}
              className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm"
            >
              <p className="flex items-baseline justify-between gap-2">
                <span className="min-w-0 truncate font-medium">{email === '' ? t('cards.noEmail') : email}</span>
                <span className="shrink-0 text-xs text-ink-muted tabular-nums">
                  {t('cards.row', { row: String(rowId) })}
                </span>
              </p>
              {issues.length === 0 && <p className="text-ink-muted">{t('cards.noIssues')}</p>}
              {issues.map((issue, at) => (
                <Issue
                  key={keyOfIssue(issue)}
                  sheet={sheet}
                  validator={validator}
                  issue={issue}
                  // One field for each cell, below its last error.
                  hasField={issue.column !== null && issues[at + 1]?.column !== issue.column}
                  use={issue.column === null ? undefined : mapping[issue.column]}
                  isSecret={issue.column !== null && secret.has(issue.column)}
                />
              ))}
            </li>
          )
        })}
      </ul>
      {shown.length < rowIds.length && (
        <Button className="self-center" onClick={() => setPages(pages + 1)}>
          {t('actions.more', { count: Math.min(cardsPerPage, rowIds.length - shown.length) })}
        </Button>
      )}
    </div>
  )
}

function Issue({
  sheet,
  validator,
  issue,
  hasField,
  use,
  isSecret,
}: {
  sheet: Sheet
  validator: Validator
  issue: CellIssue
  hasField: boolean
  use: ColumnUse | undefined
  isSecret: boolean
}) {
  const t = useTranslations('userJobs')
  const { rowId, column, level } = issue
  const value = column === null ? '' : sheet.cell(rowId, column)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex gap-1.5">
        <LevelIcon level={level} label={t(`grid.levels.${level}`)} />
        <span className="-mt-0.5 min-w-0 wrap-anywhere">{describeIssue(t, issue)}</span>
      </p>
      {column !== null && hasField && (
        // When undo or a fix changes the value, the field is created again so that it shows the new value.
        <CardField key={value} sheet={sheet} place={{ rowId, column }} level={level} use={use} isSecret={isSecret} />
      )}
      <FixByName sheet={sheet} issue={issue} use={use} />
      <FixButtons sheet={sheet} validator={validator} issue={issue} />
    </div>
  )
}
