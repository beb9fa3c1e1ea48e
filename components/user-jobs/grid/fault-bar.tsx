'use client'

import { useContext } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import { fieldOf } from '@/lib/user-jobs/sheet/fields'
import type { CellFault, ColumnUse, Fix, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { findAlike, type Place } from './grid-model'
import { LevelIcon } from './grid-row'
import { ReferenceFix } from './reference-fix'
import { namesFor, ReferencesContext } from './references'

const fixesShown = 6

/** Mends one cell, and says so. */
export function applyFix(sheet: Sheet, fault: CellFault, fix: Fix): void {
  if (fault.column === null) return
  sheet.setCells([{ rowId: fault.rowId, column: fault.column, value: fix.value }], fix.label)
  announce(`Row ${fault.rowId}: ${fix.label}.`)
}

/** What is wrong with the active cell, and buttons that fix it or all like it. */
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
  const ofRow = place === null ? [] : validator.faultsOf(place.rowId)
  const faults = ofRow.filter(({ column }) => column === place?.column || column === null)
  const hint = use?.to === 'field' ? fieldOf(use.field).hint : use?.to === 'attribute' ? 'Each line is a value.' : ''
  return (
    <section
      aria-label="Issues"
      className="flex min-h-11 flex-col gap-1.5 rounded border border-line bg-surface px-3 py-2 text-sm"
    >
      {place === null ? (
        <p className="text-ink-muted">Select a cell and type to replace it. Enter edits; F8 goes to the next error.</p>
      ) : faults.length === 0 ? (
        <p className="min-w-0 text-ink-muted">
          Row {place.rowId}, {sheet.header[place.column]}: no issues. {hint}
        </p>
      ) : (
        faults.map((fault) => (
          <FaultLine
            key={`${fault.column ?? ''}:${fault.code}:${fault.message}`}
            sheet={sheet}
            validator={validator}
            fault={fault}
            use={use}
          />
        ))
      )}
      {isWalking && place !== null && (
        <p className="text-xs text-ink-muted">
          <Kbd keys="n" /> next fault, <Kbd keys="p" /> previous, <Kbd keys="enter" /> edits; after an arrow or a click,
          letters are typed into the cell again.
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
  const fixes = fault.fixes?.slice(0, fixesShown) ?? []
  const [first] = fixes
  const alike = first === undefined ? 0 : findAlike(sheet, validator, fault, first).length
  const fixAll = (fix: Fix) => {
    const edits = findAlike(sheet, validator, fault, fix)
    const count = sheet.setCells(edits, `${fix.label} in ${formatCount(edits.length)} cells`)
    announce(`${formatCount(count)} cells mended.`)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="flex min-w-0 items-center gap-1.5">
        <LevelIcon level={fault.level} label={fault.level} />
        <span className="wrap-anywhere">
          Row {fault.rowId}
          {fault.column === null ? '' : `, ${sheet.header[fault.column] ?? ''}`}: {fault.message}
        </span>
      </p>
      <div className="flex flex-wrap gap-1.5">
        {fixes.map((fix) => (
          <Button key={fix.label} size="sm" className="max-w-72" onClick={() => applyFix(sheet, fault, fix)}>
            <span className="truncate">{fix.label}</span>
          </Button>
        ))}
        {first !== undefined && alike > 1 && (
          <Button size="sm" variant="ghost" className="max-w-full" onClick={() => fixAll(first)}>
            <span className="truncate">
              Fix all {formatCount(alike)}
              {fixes.length > 1 ? `: ${first.label}` : ''}
            </span>
          </Button>
        )}
      </div>
      <FixByName sheet={sheet} fault={fault} use={use} />
    </div>
  )
}

/** Names of groups and sites to choose from, where the service does not know the one in the cell. */
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
