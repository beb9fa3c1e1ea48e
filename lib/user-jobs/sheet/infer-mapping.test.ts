import { describe, expect, it } from 'vitest'
import { inferMapping } from './infer-mapping'
import { createSheet } from './sheet'
import { toUsers } from './to-users'
import type { Mapping } from './types'

/** The mapping that is inferred from rows that were sent with another one. */
function infer(header: readonly string[], rows: readonly (readonly string[])[], mapping: Mapping) {
  const { users } = toUsers(createSheet({ header, rows }), mapping)
  return inferMapping(
    header,
    users.map(({ line: _line, password: _password, cells, ...asked }) => ({ cells, asked })),
  )
}

describe('the mapping of rows that were sent', () => {
  it('is inferred from cells and users if the headers suggest another one', () => {
    const header = ['Name', 'Family', 'Mail (work)', 'Seat type', 'Where', 'Crew', 'Initial password', 'Notes', 'site']
    const mapping: Mapping = [
      { to: 'field', field: 'firstName' },
      { to: 'field', field: 'lastName' },
      { to: 'field', field: 'email' },
      { to: 'field', field: 'seatType' },
      { to: 'field', field: 'sitesAdd' },
      { to: 'attribute', name: 'Team' },
      { to: 'field', field: 'password' },
      { to: 'ignored' },
      { to: 'ignored' },
    ]
    const rows = [
      ['Ann', 'Lee', 'ann@x.test', 'premium', 'Leeds; "Cork, South"', 'A', 'secret one', 'new', 'Oslo'],
      ['Ben', 'Kay', 'ben@x.test', '', '', 'B\nC', '', '', ''],
    ]
    expect(infer(header, rows, mapping)).toEqual(mapping)
  })

  it('is inferred for columns that are empty in the first hundreds of rows', () => {
    const header = ['email', 'Crew code', 'site', 'job title']
    const mapping: Mapping = [
      { to: 'field', field: 'email' },
      { to: 'field', field: 'groupsAdd' },
      { to: 'ignored' },
      { to: 'attribute', name: 'Team' },
    ]
    const rows = Array.from({ length: 600 }, (_, at) => [
      `p${at}@x.test`,
      at === 599 ? 'Night shift' : '',
      at > 300 ? 'Leeds' : '',
      at === 400 ? 'Driver' : '',
    ])
    expect(infer(header, rows, mapping)).toEqual(mapping)
  })

  it('keeps the guess for columns that are empty in these rows, and is null if no column has the addresses', () => {
    const header = ['email', 'groups', 'colour']
    expect(
      infer(
        header,
        [['ann@x.test', '', 'red']],
        [{ to: 'field', field: 'email' }, { to: 'field', field: 'groupsAdd' }, { to: 'unmapped' }],
      ),
    ).toEqual([{ to: 'field', field: 'email' }, { to: 'field', field: 'groupsAdd' }, { to: 'ignored' }])
    expect(inferMapping([], [{ cells: [], asked: { username: 'ann@x.test' } }])).toBeNull()
  })
})
