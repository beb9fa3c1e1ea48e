import { describe, expect, it } from 'vitest'
import { defaultTimeStyle } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { sortNames } from '@/lib/inspections/columns'
import { filterNames, type ParamName } from '@/lib/inspections/schema'
import { checkValue } from '@/lib/inspections/filter/filter-values'
import { readRange, timePresets, writeRange } from './filter-ranges'
import { joinPasted, searchWordsMax, suggestPrefix } from './filter-search'
import { describeFilter, findKind, listChipNames, sortChoices, switches } from './filter-words'

const describeIt = (name: ParamName, ...values: string[]) =>
  describeFilter(name, values, (_, value) => (value === 'template_1' ? 'Forklift pre-start' : value), defaultTimeStyle)

describe('a filter in words', () => {
  it.each<[ParamName, string[], string]>([
    ['site', ['Cork'], 'Site is Cork'],
    ['site!', ['Cork', 'Leeds'], 'Site is not Cork or Leeds'],
    ['site', ['A', 'B', 'C', 'D'], 'Site is A or B or 2 more'],
    ['site!', ['*'], 'Has no site'],
    ['author', ['*'], 'Has an author'],
    ['author!', ['*', 'Li Wei'], 'Has no author, or author is not Li Wei'],
    ['template', ['template_1'], 'Template is Forklift pre-start'],
    ['result!', ['*'], 'Not read yet'],
    ['score', ['50..90'], 'Score 50–90 %'],
    ['score', ['50..'], 'Score at least 50 %'],
    ['score!', ['..10'], 'Score not at most 10 %'],
    ['failed', ['3'], 'Failed answers: 3'],
    ['modified', ['now-7d/d..now'], 'Modified: last 7 days'],
    ['modified!', ['now/d'], 'Modified: not today'],
    ['completedAt', ['2026-11-01..2026-11-20'], 'Completed: 1 Nov 2026 – 20 Nov 2026'],
    ['completedAt', ['2026-11-01..'], 'Completed: since 1 Nov 2026'],
    ['modified', ['..2026-11-01'], 'Modified: until 1 Nov 2026'],
    ['modified', ['2026-11-19'], 'Modified: 19 Nov 2026'],
    ['modified', ['now-3h..now'], 'Modified: now-3h..now'],
    ['media', ['without'], 'Without media'],
    ['completed', ['true'], 'Completed'],
    ['completed', ['perhaps'], 'Completed: perhaps'],
    ['missing', ['both'], 'With those gone from the service'],
    ['problem', ['unreadable', 'unusual'], 'Document could not be read or Document has an unusual form'],
    ['review', ['unreviewed', 'changed'], 'Unreviewed or Changed since review'],
    ['review!', ['follow-up'], 'Not follow-up'],
    ['tz', ['Mars/Olympus'], 'Time zone Mars/Olympus'],
  ])('%s of %j is "%s"', (name, values, words) => {
    expect(describeIt(name, ...values)).toBe(words)
  })

  it('has words and a panel for every parameter but the search', () => {
    for (const name of filterNames) {
      expect(describeIt(name, '?')).not.toContain('undefined')
      expect([name, findKind(name) === null]).toEqual([name, name === 'q'])
    }
    expect(listChipNames({ q: ['a'], site: ['b'], 'modified!': ['c'], tz: ['d'] })).toEqual(['site', 'modified!'])
  })
})

describe('what can be picked', () => {
  it('is what the server reads', () => {
    for (const { value } of timePresets) expect([value, readTimeRange(value).problem]).toEqual([value, null])
    for (const { name, choices } of switches)
      for (const { value } of choices) if (value !== '') expect([name, checkValue(name, value)]).toEqual([name, null])
    for (const { value } of sortChoices) expect(sortNames).toContain(value.replace(/^-/, ''))
  })

  it('is written back as it was read', () => {
    for (const text of ['50..90', '50..', '..90', '7', 'now-7d/d..now']) expect(writeRange(readRange(text))).toBe(text)
    expect(writeRange({ from: '', to: '' })).toBeNull()
  })
})

describe('the search text', () => {
  it.each([
    ['forkl', 'forkl*'],
    ['leeds forkl ', 'leeds forkl*'],
    ['fork*', null],
    ['-fork', null],
    ['"pre start"', null],
    ['"pre st', null],
    ['a', null],
    ['', null],
    ['погруз', 'погруз*'],
  ])('%s suggests %s', (text, expected) => {
    expect(suggestPrefix(text)).toBe(expected)
  })

  it('takes a pasted list of any shape', () => {
    expect(joinPasted('audit_1\r\naudit_2\n\n audit_3,audit_4;audit_5\t')).toEqual({
      text: 'audit_1 audit_2 audit_3 audit_4 audit_5',
      taken: 5,
      given: 5,
    })
  })

  it('cuts a list that is too long between two ids, and says how many it took', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `audit_${index}`)
    expect(joinPasted(ids.join('\n'))).toMatchObject({ taken: searchWordsMax, given: 500 })
    expect(joinPasted('aaaa bbbb cccc', 10)).toEqual({ text: 'aaaa bbbb', taken: 2, given: 3 })
  })
})
