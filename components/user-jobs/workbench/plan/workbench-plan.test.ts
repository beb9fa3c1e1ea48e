import { describe, expect, it } from 'vitest'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { knownUsers } from '@/lib/user-jobs/references-schema'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { createValidator } from '@/lib/user-jobs/sheet/validate/validate'
import { makePlan, type Lookup, type StartPlan } from './workbench-plan'

const ann = {
  email: 'Ann@x.test',
  userId: 'user_1',
  firstName: 'Ann',
  lastName: 'Lee',
  seatType: 'SUBSCRIPTION_SEAT_TYPE_PREMIUM',
  timezone: 'Europe/Dublin',
  status: 'USER_ACTIVE_STATUS_ACTIVE',
  language: 'LANGUAGE_EN_GB',
}

/** The plan of a file with existing users. Like the browser, it parses the responses of the API. */
function plan(header: readonly string[], rows: readonly (readonly string[])[], known: readonly object[]): StartPlan {
  const { users } = knownUsers.parse({ users: known })
  const lookup: Lookup = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  const mapping = guessMapping(header)
  const sheet = createSheet({ header, rows: rows.map((cells) => [...cells]) })
  const validator = createValidator({ sheet, mapping })
  while (validator.pending > 0) validator.step()
  return makePlan(sheet, validator, mapping, lookup, { sendsPartial: false })
}

const whole = ['email', 'user_id', 'first_name', 'last_name', 'seat_type', 'timezone', 'status', 'language']
const knownCells = Object.values(ann)

it('the plan separates rows that would be imported in part from rows with other errors', () => {
  const mapping = guessMapping(['email', 'sites'])
  const rows = ['ann@x.test', 'ben(at)x.test', 'cy@x.test'].map((email) => [email, 'Atlantis'])
  const sheet = createSheet({ header: ['email', 'sites'], rows })
  const validator = createValidator({ sheet, mapping })
  while (validator.pending > 0) validator.step()
  const [first = 0] = sheet.rowIds
  validator.setServiceIssues(
    [first],
    [
      {
        rowId: first,
        column: 1,
        code: 'service',
        level: 'error',
        text: { key: 'noSite', values: { value: 'Atlantis', part: 'check' } },
        isPartial: true,
      },
    ],
  )
  const { leftOut, partial, sentIds } = makePlan(sheet, validator, mapping, new Map(), { sendsPartial: false })
  expect(leftOut.map(({ rowId, isPartial }) => [sheet.rowIds.indexOf(rowId), isPartial])).toEqual([
    [0, true],
    [1, false],
  ])
  expect([partial, sentIds.length]).toEqual([1, 1])
})

describe('rows of existing users', () => {
  it('are unchanged if all their values are the same, so that three edits in 5,000 rows are three updates', () => {
    const known = Array.from({ length: 5_000 }, (_, at) => ({ ...ann, email: `p${at}@x.test`, userId: `user_${at}` }))
    const rows = known.map((user, at) => Object.values(at < 3 ? { ...user, timezone: 'Asia/Tokyo' } : user))
    expect(plan(whole, rows, known).counts).toMatchObject({ update: 3, unchanged: 4_997 })
  })

  it.each([
    [
      'names instead of codes',
      ['ann@X.test', '', 'Ann', '', 'full seat', 'europe/dublin', 'Enabled', 'British English'],
    ],
    [
      'uppercase and lowercase letters',
      ['ANN@x.test', 'user_1', 'Ann', 'Lee', 'premium', 'EUROPE/DUBLIN', 'active', 'language_en_gb'],
    ],
    ['only the address', ['ann@x.test', '', '', '', '', '', '', '']],
  ])('are unchanged if values differ only in ways that SafetyCulture ignores: %s', (_, row) => {
    expect(plan(whole, [row], [ann])).toMatchObject({ counts: { update: 0, unchanged: 1 }, untold: { rows: 0 } })
  })

  it.each([
    ['status', 'active'],
    ['seatType', 'premium'],
    ['language', 'language_en_gb'],
    ['timezone', 'europe/dublin'],
  ])('are unchanged if SafetyCulture writes the %s in another case', (key, told) => {
    expect(plan(whole, [knownCells], [{ ...ann, [key]: told }]).counts.unchanged).toBe(1)
  })

  it.each([
    ['another user id', 'user_id', 'user_2'],
    ['a name in another case', 'first_name', 'ANN'],
    ['a seat', 'seat_type', 'Lite'],
    ['a time zone', 'timezone', 'Europe/London'],
    ['a status', 'status', 'Deactivated'],
    ['a language', 'language', 'English (US)'],
  ])('are updated because of %s', (_, head, cell) => {
    const row = knownCells.map((told, at) => (whole[at] === head ? cell : told))
    const { counts, untold } = plan(whole, [row], [ann])
    expect([counts.update, counts.unchanged, untold.rows]).toEqual([1, 0, 0])
  })

  it('count as updated if they set unknown values, and the plan names those columns', () => {
    const header = ['email', 'last_name', 'groups', 'permission_set', 'password', 'attribute: Shift']
    const rows = [
      ['ann@x.test', 'Lee', 'Drivers', '', '', ''],
      ['ben@x.test', 'Lee', '', '', 'long enough', 'night'],
      // This row is updated because of its name, so its other values make no difference.
      ['cy@x.test', 'Ray', 'Drivers', '', '', ''],
      ['di@x.test', 'Lee', '', '', '', ''],
    ]
    const known = rows.map(([email]) => ({ ...ann, email }))
    const { counts, untold } = plan(header, rows, known)
    expect(counts).toMatchObject({ update: 3, unchanged: 1 })
    expect(untold).toEqual({ rows: 2, heads: ['groups', 'password', 'attribute: Shift'] })
  })

  it('count as updated if a field of the user is null or missing in the response', () => {
    const { email, userId, firstName, lastName } = ann
    expect(plan(whole, [knownCells], [{ email, userId, firstName, lastName }])).toMatchObject({
      counts: { update: 1, unchanged: 0 },
      untold: { rows: 1, heads: ['seat_type', 'timezone', 'status', 'language'] },
    })
    expect(plan(whole, [knownCells], [{ ...ann, timezone: null }]).untold).toEqual({ rows: 1, heads: ['timezone'] })
    expect(plan(whole, [knownCells], [{ ...ann, firstName: null }]).untold).toEqual({ rows: 1, heads: ['first_name'] })
  })
})
