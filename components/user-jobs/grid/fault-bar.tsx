'use client'

import { useTranslations } from 'next-intl'
import { useContext } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { announce } from '@/lib/browser/announce'
import { describeFault, describeFix, type UserJobTexts } from '@/lib/user-jobs/sheet/fault-view'
import { passwordCharsMin } from '@/lib/user-jobs/sheet/fields'
import type { CellFault, ColumnUse, Fix, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { findAlike, type Place } from './grid-model'
import { LevelIcon } from './grid-row'
import { ReferenceFix } from './reference-fix'
import { namesFor, ReferencesContext } from './references'

const fixesShown = 6

/** Applies a fix to one cell and announces it. */
export function applyFix(t: UserJobTexts, sheet: Sheet, fault: CellFault, fix: Fix): void {
  if (fault.column === null) return
  const text = describeFix(t, fix)
  const step = { key: 'fix', values: { text } } as const
  sheet.setCells([{ rowId: fault.rowId, column: fault.column, value: fix.value }], step)
  announce(t('grid.fixed', { row: fault.rowId, fix: text }))
}

/** An error with its row and column: "Row 12, Email: Duplicate email (row 271)." */
export function describePlacedFault(t: UserJobTexts, sheet: Sheet, fault: CellFault): string {
  const { rowId: row, column } = fault
  const text = describeFault(t, fault)
  return column === null
    ? t('grid.ofRow', { row: String(row), fault: text })
    : t('grid.ofCell', { row: String(row), column: sheet.header[column] ?? '', fault: text })
}

/** The hint for a column's field; empty if the column is not imported. */
export function describeHint(t: UserJobTexts, use: ColumnUse | undefined): string {
  if (use?.to === 'attribute') return t('fields.attribute.hint')
  if (use?.to !== 'field') return ''
  return use.field === 'password' ? t('fields.password.hint', { min: passwordCharsMin }) : t(`fields.${use.field}.hint`)
}

/** A key that is unique among the errors of a cell. */
export const keyOfFault = ({ column, code, text }: CellFault) => `${column ?? ''}:${code}:${JSON.stringify(text)}`

/** The errors of the active cell, and buttons that fix this one or all of the same kind. */
export function FaultBar({
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
  const ofRow = place === null ? [] : validator.faultsOf(place.rowId)
  const faults = ofRow.filter(({ column }) => column === place?.column || column === null)
  return (
    <section
      aria-label={t('grid.issues')}
      className="flex min-h-11 flex-col gap-1.5 rounded border border-line bg-surface px-3 py-2 text-sm"
    >
      {place === null ? (
        <p className="text-ink-muted">{t('grid.help')}</p>
      ) : faults.length === 0 ? (
        <p className="min-w-0 text-ink-muted">
          {t('grid.fine', {
            row: String(place.rowId),
            column: sheet.header[place.column] ?? '',
            hint: describeHint(t, use),
          })}
        </p>
      ) : (
        faults.map((fault) => (
          <FaultLine key={keyOfFault(fault)} sheet={sheet} validator={validator} fault={fault} use={use} />
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

function FaultLine({
  sheet,
  validator,
  fault,
  use,
}: {
  sheet: Sheet
  validator: Validator
  fault: CellFault
  use: ColumnUse | undefined
}) {
  const t = useTranslations('userJobs')
  const fixes = fault.fixes?.slice(0, fixesShown) ?? []
  const [first] = fixes
  const alike = first === undefined ? 0 : findAlike(sheet, validator, fault, first).length
  const fixAll = (fix: Fix) => {
    const edits = findAlike(sheet, validator, fault, fix)
    const values = { text: describeFix(t, fix), count: edits.length }
    announce(t('grid.changed', { count: sheet.setCells(edits, { key: 'fixAll', values }) }))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="flex min-w-0 items-center gap-1.5">
        <LevelIcon level={fault.level} label={t(`grid.levels.${fault.level}`)} />
        <span className="wrap-anywhere">{describePlacedFault(t, sheet, fault)}</span>
      </p>
      <div className="flex flex-wrap gap-1.5">
        {fixes.map((fix) => (
          <Button key={fix.value} size="sm" className="max-w-72" onClick={() => applyFix(t, sheet, fault, fix)}>
            <span className="truncate">{describeFix(t, fix)}</span>
          </Button>
        ))}
        {first !== undefined && alike > 1 && (
          <Button size="sm" variant="ghost" className="max-w-full" onClick={() => fixAll(first)}>
            <span className="truncate">
              {fixes.length > 1
                ? t('grid.fixAllWith', { count: alike, fix: describeFix(t, first) })
                : t('grid.actions.fixAll', { count: alike })}
            </span>
          </Button>
        )}
      </div>
      <FixByName sheet={sheet} fault={fault} use={use} />
    </div>
  )
}

/** Names of groups and sites to choose from, when SafetyCulture does not know the name in the cell. */
export function FixByName({ sheet, fault, use }: { sheet: Sheet; fault: CellFault; use: ColumnUse | undefined }) {
  const known = namesFor(use, useContext(ReferencesContext))
  const { rowId, column, value, fixes } = fault
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
