'use client'

import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { announce } from '@/lib/browser/announce'
import { describeIssue, describeFix, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import { passwordCharsMin } from '@/lib/user-jobs/sheet/fields'
import type { CellEdit, CellIssue, ColumnUse, Fix, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { findAlike, type Place } from './grid-model'
import { LevelIcon } from './grid-row'
import { ReferenceFix } from './reference-fix'
import { namesFor, ReferencesContext } from './references'

const fixesShown = 6

/** Applies a fix to one cell and announces it. */
export function applyFix(t: UserJobTexts, sheet: Sheet, issue: CellIssue, fix: Fix): void {
  if (issue.column === null) return
  const text = describeFix(t, fix)
  const step = { key: 'fix', values: { text } } as const
  sheet.setCells([{ rowId: issue.rowId, column: issue.column, value: fix.value }], step)
  announce(t('grid.fixed', { row: issue.rowId, fix: text }))
}

/** An error with its row and column: "Row 12, Email: Duplicate email (row 271)." */
export function describePlacedIssue(t: UserJobTexts, sheet: Sheet, issue: CellIssue): string {
  const { rowId: row, column } = issue
  const text = describeIssue(t, issue)
  return column === null
    ? t('grid.ofRow', { row: String(row), issue: text })
    : t('grid.ofCell', { row: String(row), column: sheet.header[column] ?? '', issue: text })
}

/** The hint for a column's field; empty if the column is not imported. */
export function describeHint(t: UserJobTexts, use: ColumnUse | undefined): string {
  if (use?.to === 'attribute') return t('fields.attribute.hint')
  if (use?.to !== 'field') return ''
  return use.field === 'password' ? t('fields.password.hint', { min: passwordCharsMin }) : t(`fields.${use.field}.hint`)
}

/** A key that is unique among the errors of a cell. */
export const keyOfIssue = ({ column, code, text }: CellIssue) => `${column ?? ''}:${code}:${JSON.stringify(text)}`

/** The errors of the active cell, and buttons that fix only this error or all errors of the same kind. */
export function IssueBar({
  sheet,
  validator,
  use,
  place,
  isWalking,
}: {
  sheet: Sheet
  validator: Validator
  use: ColumnUse | undefined
  place: Place | null
  isWalking: boolean
}) {
  const t = useTranslations('userJobs')
  const ofRow = place === null ? [] : validator.issuesOf(place.rowId)
  const issues = ofRow.filter(({ column }) => column === place?.column || column === null)
  return (
    <section
      aria-label={t('grid.issues')}
      className="flex min-h-11 flex-col gap-1.5 rounded border border-line bg-surface px-3 py-2 text-sm"
    >
      {place === null ? (
        <p className="text-ink-muted">{t('grid.help')}</p>
      ) : issues.length === 0 ? (
        <p className="min-w-0 text-ink-muted">
          {t('grid.fine', {
            row: String(place.rowId),
            column: sheet.header[place.column] ?? '',
            hint: describeHint(t, use),
          })}
        </p>
      ) : (
        issues.map((issue) => (
          <IssueLine key={keyOfIssue(issue)} sheet={sheet} validator={validator} issue={issue} use={use} />
        ))
      )}
      {isWalking && place !== null && (
        <p className="text-xs text-ink-muted">
          {t.rich('grid.keys', {
            next: () => <Kbd keys="n" />,
            previous: () => <Kbd keys="p" />,
            enter: () => <Kbd keys="enter" />,
          })}
        </p>
      )}
    </section>
  )
}

function IssueLine({
  sheet,
  validator,
  issue,
  use,
}: {
  sheet: Sheet
  validator: Validator
  issue: CellIssue
  use: ColumnUse | undefined
}) {
  const t = useTranslations('userJobs')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="flex min-w-0 items-center gap-1.5">
        <LevelIcon level={issue.level} label={t(`grid.levels.${issue.level}`)} />
        <span className="wrap-anywhere">{describePlacedIssue(t, sheet, issue)}</span>
      </p>
      <FixButtons sheet={sheet} validator={validator} issue={issue} />
      <FixByName sheet={sheet} issue={issue} use={use} />
    </div>
  )
}

/** The fixes of an error, for its cell and for all cells with the same error. */
export function FixButtons({ sheet, validator, issue }: { sheet: Sheet; validator: Validator; issue: CellIssue }) {
  const t = useTranslations('userJobs')
  const fixes = issue.fixes?.slice(0, fixesShown) ?? []
  if (fixes.length === 0) return null
  // The choices of SafetyCulture are equally likely. Otherwise the first fix is the most likely one.
  const forAll = (issue.code === 'service' ? fixes : fixes.slice(0, 1)).flatMap((fix) => {
    const edits = findAlike(sheet, validator, issue, fix)
    return edits.length > 1 ? [{ fix, edits }] : []
  })
  const fixAll = (fix: Fix, edits: readonly CellEdit[]) => {
    const values = { text: describeFix(t, fix), count: edits.length }
    announce(t('grid.changed', { count: sheet.setCells(edits, { key: 'fixAll', values }) }))
  }
  return (
    <div className="flex min-w-0 flex-wrap gap-1.5">
      {fixes.map((fix) => (
        <Button
          key={fix.value}
          size="sm"
          className="max-w-full sm:max-w-72"
          onClick={() => applyFix(t, sheet, issue, fix)}
        >
          <span className="truncate">{describeFix(t, fix)}</span>
        </Button>
      ))}
      {forAll.map(({ fix, edits }) => (
        <Button key={fix.value} size="sm" variant="ghost" className="max-w-full" onClick={() => fixAll(fix, edits)}>
          <span className="truncate">
            {fixes.length > 1
              ? t('grid.fixAllWith', { count: edits.length, fix: describeFix(t, fix) })
              : t('grid.actions.fixAll', { count: edits.length })}
          </span>
        </Button>
      ))}
    </div>
  )
}

/** A choice of groups or sites, if SafetyCulture does not know the name in the cell. */
export function FixByName({ sheet, issue, use }: { sheet: Sheet; issue: CellIssue; use: ColumnUse | undefined }) {
  const known = namesFor(use, useContext(ReferencesContext))
  const { rowId, column, value, fixes } = issue
  if (known === null || use?.to !== 'field' || column === null || value === undefined || fixes !== undefined)
    return null
  return (
    <ReferenceFix
      key={`${rowId}:${column}:${value}`}
      sheet={sheet}
      rowId={rowId}
      column={column}
      field={use.field}
      value={value}
      {...known}
    />
  )
}
