import { formatCount } from '@/lib/browser/numbers'
import { columnOf } from '@/lib/user-jobs/sheet/columns'
import type { FieldKey } from '@/lib/user-jobs/sheet/fields'
import { createComparer } from '@/lib/user-jobs/model'
import type { KnownUsers } from '@/lib/user-jobs/schema'
import type { Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { hasError, isPartial, isUnchecked } from '@/components/user-jobs/grid/workbench-sheet'

/** What a start would do, row by row. `unknown`: whether the user exists could not be asked. */
export type RowFate = 'create' | 'update' | 'unchanged' | 'unknown' | 'leftOut'

export interface StartPlan {
  counts: Readonly<Record<RowFate, number>>
  /** Rows that go out, in order. */
  sentIds: readonly number[]
  leftOut: readonly { rowId: number; reasons: readonly string[] }[]
  /** Rows of which the service would leave out a part alone: sent if that is chosen, left out otherwise. */
  partial: number
  withPassword: number
  /** New users without a first or last name: the service refuses them. */
  newWithoutName: number
  /** Rows going out that the service has not checked as they are. */
  unchecked: number
  /** Rows that count as changed only because the service does not return a value, and the heads of those columns. */
  untold: { rows: number; heads: readonly string[] }
}

/** By e-mail in lower case: the user, or null where there is none. What was not asked is not in it. */
export type Lookup = ReadonlyMap<string, KnownUsers['users'][number] | null>

/** E-mails of the rows that would go out, in lower case, each once. */
export function listEmails(sheet: Sheet, validator: Validator, mapping: Mapping): string[] {
  const column = columnOf(mapping, 'email')
  if (column === -1) return []
  const emails = sheet.rowIds.flatMap((id) =>
    hasError(validator, id) && !isPartial(validator, id) ? [] : [emailOf(sheet, id, column)],
  )
  return [...new Set(emails.filter((email) => email !== ''))]
}

const emailOf = (sheet: Sheet, rowId: number, column: number) => sheet.cell(rowId, column).trim().toLowerCase()

/** The plan for the sheet as it is now. `sendsPartial`: also sends rows of which the service leaves out a part. */
export function makePlan(
  sheet: Sheet,
  validator: Validator,
  mapping: Mapping,
  lookup: Lookup,
  { sendsPartial }: { sendsPartial: boolean },
): StartPlan {
  const emailColumn = columnOf(mapping, 'email')
  const passwordColumn = columnOf(mapping, 'password')
  const idColumn = columnOf(mapping, 'userId')
  const names = [columnOf(mapping, 'firstName'), columnOf(mapping, 'lastName')] as const
  const sentColumns = mapping.flatMap((use, column): { column: number; field: FieldKey | null }[] => {
    if (use.to === 'field') return [{ column, field: use.field }]
    return use.to === 'attribute' ? [{ column, field: null }] : []
  })
  const compare = createComparer()
  const text = (rowId: number, column: number) => (column === -1 ? '' : sheet.cell(rowId, column).trim())

  const counts = { create: 0, update: 0, unchanged: 0, unknown: 0, leftOut: 0 }
  const sentIds: number[] = []
  const leftOut: { rowId: number; reasons: string[] }[] = []
  let withPassword = 0
  let newWithoutName = 0
  let unchecked = 0
  let partial = 0
  let untoldRows = 0
  const untoldColumns = new Set<number>()
  for (const rowId of sheet.rowIds) {
    const isOfPart = isPartial(validator, rowId)
    if (isOfPart) partial += 1
    if (emailColumn === -1 || (hasError(validator, rowId) && !(isOfPart && sendsPartial))) {
      const reasons = validator
        .faultsOf(rowId)
        .flatMap(({ level, column, message }) =>
          level === 'error' ? [column === null ? message : `${sheet.header[column] ?? ''}: ${message}`] : [],
        )
      leftOut.push({ rowId, reasons })
      counts.leftOut += 1
      continue
    }
    sentIds.push(rowId)
    if (passwordColumn !== -1 && sheet.cell(rowId, passwordColumn) !== '') withPassword += 1
    if (isUnchecked(sheet, validator, rowId)) unchecked += 1
    const user = lookup.get(emailOf(sheet, rowId, emailColumn))
    // A user named by id may get this e-mail with it, so an unknown e-mail does not make a new one.
    if (user === null && text(rowId, idColumn) !== '') counts.update += 1
    else if (user === undefined) counts.unknown += 1
    else if (user === null) {
      counts.create += 1
      if (names.some((column) => text(rowId, column) === '')) newWithoutName += 1
    } else {
      const untold: number[] = []
      let isOther = false
      for (const { column, field } of sentColumns) {
        // Of a password blanks count: they are sent.
        const cell = field === 'password' ? sheet.cell(rowId, column) : text(rowId, column)
        if (cell === '') continue
        const fate = compare(user, field, cell)
        if (fate === 'untold') untold.push(column)
        else if (fate === 'other') isOther = true
      }
      counts[isOther || untold.length > 0 ? 'update' : 'unchanged'] += 1
      if (!isOther && untold.length > 0) {
        untoldRows += 1
        for (const column of untold) untoldColumns.add(column)
      }
    }
  }
  const heads = [...untoldColumns].sort((a, b) => a - b).map((column) => sheet.header[column] ?? '')
  const untold = { rows: untoldRows, heads }
  return { counts, sentIds, leftOut, partial, withPassword, newWithoutName, unchecked, untold }
}

/** "Bring in 9,880 users: 9,500 new, 380 changed; 120 rows left out" */
export function describePlan({ counts, sentIds }: StartPlan): string {
  const parts: string[] = []
  if (counts.create > 0) parts.push(`${formatCount(counts.create)} new`)
  if (counts.update > 0) parts.push(`${formatCount(counts.update)} changed`)
  if (counts.unchanged > 0) parts.push(`${formatCount(counts.unchanged)} as they are`)
  if (counts.unknown > 0) parts.push(`${formatCount(counts.unknown)} new or changed`)
  if (counts.leftOut > 0) parts.push(`${formatCount(counts.leftOut)} ${counts.leftOut === 1 ? 'row' : 'rows'} left out`)
  return `Bring in ${formatCount(sentIds.length)} ${sentIds.length === 1 ? 'user' : 'users'}: ${parts.join(', ')}`
}

const headsShown = 4

/** Why rows that may need no change count as changed: their current values are not known. */
export function tellUntold({ rows, heads }: StartPlan['untold']): string {
  const shown = heads.slice(0, headsShown).join(', ')
  const others = heads.length > headsShown ? ` and ${formatCount(heads.length - headsShown)} more` : ''
  return `${formatCount(rows)} of them may be so already: the service does not tell what stands in ${shown}${others}.`
}
