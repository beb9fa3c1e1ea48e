import { columnOf } from '@/lib/user-jobs/sheet/columns'
import type { FieldKey } from '@/lib/user-jobs/sheet/fields'
import { createComparer, toldValue } from '@/lib/user-jobs/model'
import type { KnownUsers } from '@/lib/user-jobs/references-schema'
import type { CellIssue, Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { hasError, isPartial, isUnchecked } from '@/components/user-jobs/grid/workbench-sheet'

/** What an import would do with a row. `unknown`: it is not known whether the user exists. */
export type PlannedOutcome = 'create' | 'update' | 'unchanged' | 'unknown' | 'leftOut'

export interface StartPlan {
  counts: Readonly<Record<PlannedOutcome, number>>
  /** Rows that are sent, in order. */
  sentIds: readonly number[]
  leftOut: readonly LeftOutRow[]
  /** Rows that SafetyCulture would import in part. They are sent if the user chooses to, otherwise skipped. */
  partial: number
  withPassword: number
  /** New users without a first or last name, which SafetyCulture refuses. */
  newWithoutName: number
  /** Rows to send that have changed since they were tested. */
  unchecked: number
  /** Rows that count as updated only because SafetyCulture does not return a value, and the headers of those columns. */
  untold: { rows: number; heads: readonly string[] }
  /** The first values of existing users that the import would change, and the number of all such values. */
  changes: { shown: readonly PlannedChange[]; count: number }
}

/** A row that is not sent, and why. `isPartial`: SafetyCulture would import it in part. */
interface LeftOutRow {
  rowId: number
  errors: readonly CellIssue[]
  isPartial: boolean
}

/** One value of an existing user: the current value, and the value that the import sets. */
export interface PlannedChange {
  rowId: number
  email: string
  head: string
  before: string
  after: string
}

const changesShown = 100

/** Users by email in lowercase; null if no user has this email. Emails that were not looked up are missing. */
export type Lookup = ReadonlyMap<string, KnownUsers['users'][number] | null>

/** The distinct emails of the rows to send, in lowercase. */
export function listEmails(sheet: Sheet, validator: Validator, mapping: Mapping): string[] {
  const column = columnOf(mapping, 'email')
  if (column === -1) return []
  const emails = sheet.rowIds.flatMap((id) =>
    hasError(validator, id) && !isPartial(validator, id) ? [] : [emailOf(sheet, id, column)],
  )
  return [...new Set(emails.filter((email) => email !== ''))]
}

const emailOf = (sheet: Sheet, rowId: number, column: number) => sheet.cell(rowId, column).trim().toLowerCase()

/** The plan for the current sheet. `sendsPartial`: also sends rows that SafetyCulture imports only in part. */
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
  const leftOut: LeftOutRow[] = []
  let withPassword = 0
  let newWithoutName = 0
  let unchecked = 0
  let partial = 0
  let untoldRows = 0
  const untoldColumns = new Set<number>()
  const changes: PlannedChange[] = []
  let changeCount = 0
  for (const rowId of sheet.rowIds) {
    const isOfPart = isPartial(validator, rowId)
    if (isOfPart) partial += 1
    if (emailColumn === -1 || (hasError(validator, rowId) && !(isOfPart && sendsPartial))) {
      const errors = validator.issuesOf(rowId).filter(({ level }) => level === 'error')
      leftOut.push({ rowId, errors, isPartial: isOfPart })
      counts.leftOut += 1
      continue
    }
    sentIds.push(rowId)
    if (passwordColumn !== -1 && sheet.cell(rowId, passwordColumn) !== '') withPassword += 1
    if (isUnchecked(sheet, validator, rowId)) unchecked += 1
    const user = lookup.get(emailOf(sheet, rowId, emailColumn))
    // A row with a user id may change the email of that user, so an unknown email does not mean a new user.
    if (user === null && text(rowId, idColumn) !== '') counts.update += 1
    else if (user === undefined) counts.unknown += 1
    else if (user === null) {
      counts.create += 1
      if (names.some((column) => text(rowId, column) === '')) newWithoutName += 1
    } else {
      const untold: number[] = []
      let isOther = false
      for (const { column, field } of sentColumns) {
        // Passwords are not trimmed, because spaces are part of them.
        const cell = field === 'password' ? sheet.cell(rowId, column) : text(rowId, column)
        if (cell === '') continue
        const match = compare(user, field, cell)
        if (match === 'untold') untold.push(column)
        else if (match === 'other') {
          isOther = true
          changeCount += 1
          if (changes.length < changesShown)
            changes.push({
              rowId,
              email: user.email,
              head: sheet.header[column] ?? '',
              before: toldValue(user, field) ?? '',
              after: cell,
            })
        }
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
  return {
    counts,
    sentIds,
    leftOut,
    partial,
    withPassword,
    newWithoutName,
    unchecked,
    untold,
    changes: { shown: changes, count: changeCount },
  }
}
