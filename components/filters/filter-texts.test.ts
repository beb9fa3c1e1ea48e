import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { defaultTimeStyle } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { sortNames } from '@/lib/inspections/columns'
import type { ParamName } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'
import { checkValue } from '@/lib/inspections/filter/filter-values'
import { readRange, timePresets, writeRange } from '@/components/ui/dates/ranges'
import { joinPasted, searchWordsMax, suggestPrefix } from './filter-search'
import { describeFilter, describeSortParam, findKind, listChipNames, sortChoices, switches } from './filter-texts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'filters' })
const describeIt = (name: ParamName, ...values: string[]) =>
  describeFilter(
    t,
    name,
    values,
    (_, value) => (value === 'template_1' ? 'Forklift pre-start' : value),
    defaultTimeStyle,
  )

describe('the text of a filter', () => {
  it.each<[ParamName, string[], string]>([
    ['site', ['Cork'], 'Site: Cork'],
    ['site!', ['Cork', 'Leeds'], 'Site: not Cork or Leeds'],
    ['site', ['A', 'B', 'C', 'D'], 'Site: A, B or 2 more'],
    ['site!', ['*'], 'No site'],
    ['author', ['*'], 'Has an author'],
    ['author!', ['*', 'Li Wei'], 'No author, or Author: not Li Wei'],
    ['template', ['template_1'], 'Template: Forklift pre-start'],
    ['result!', ['*'], 'Not loaded yet'],
    ['score', ['50..90'], 'Score: 50–90%'],
    ['score', ['50..'], 'Score: at least 50%'],
    ['score!', ['..10'], 'Score: not at most 10%'],
    ['failed', ['3'], 'Failed answers: 3'],
    ['failed', ['*'], 'Failed answers known'],
    ['failed!', ['*'], 'Failed answers unknown'],
    ['modified', ['now-7d/d..now'], 'Modified: last 7 days'],
    ['modified!', ['now/d'], 'Modified: not today'],
    ['completedAt', ['2026-11-01..2026-11-20'], 'Completed: 1 Nov 2026 – 20 Nov 2026'],
    ['completedAt', ['2026-11-01..'], 'Completed: since 1 Nov 2026'],
    ['modified', ['..2026-11-01'], 'Modified: until 1 Nov 2026'],
    ['modified', ['2026-11-19'], 'Modified: 19 Nov 2026'],
    ['modified', ['now-3h..now'], 'Modified: last 3 hours'],
    ['modified', ['now-2d..now-1d'], 'Modified: now-2d..now-1d'],
    ['media', ['without'], 'No media'],
    ['completed', ['true'], 'Completed'],
    ['completed', ['perhaps'], 'Completed: perhaps'],
    ['missing', ['both'], 'Including deleted at source'],
    ['problem', ['unreadable', 'unusual'], 'Unreadable document or Unexpected document format'],
    ['review', ['unreviewed', 'changed'], 'Unreviewed or Changed since review'],
    ['review!', ['follow-up'], 'Review: not Follow-up'],
    ['tz', ['Mars/Olympus'], 'Time zone: Mars/Olympus'],
    ['q', ['fork'], 'Search: fork'],
    ['sort', ['-score'], 'Sort: Score, highest first'],
  ])('%s of %j is "%s"', (name, values, words) => {
    expect(describeIt(name, ...values)).toBe(words)
  })

  it('exists, with a panel, for every parameter except the search', () => {
    for (const name of filterNames) {
      expect(describeIt(name, '?')).not.toContain('undefined')
      expect([name, findKind(name) === null]).toEqual([name, name === 'q'])
    }
    expect(listChipNames({ q: ['a'], site: ['b'], 'modified!': ['c'], tz: ['d'] })).toEqual(['site', 'modified!'])
  })
})

describe('the options of filters', () => {
  it('are valid for the server', () => {
    for (const { value } of timePresets) expect([value, readTimeRange(value).problem]).toEqual([value, null])
    for (const { name, choices } of switches)
      for (const { value } of choices) if (value !== '') expect([name, checkValue(name, value)]).toEqual([name, null])
    for (const sort of sortChoices) {
      expect(sortNames).toContain(sort.replace(/^-/, ''))
      expect(describeSortParam(t, sort)).not.toBe(sort)
    }
  })

  it('stay the same when they are read and written', () => {
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

  it('accepts a pasted list with any separators', () => {
    expect(joinPasted('audit_1\r\naudit_2\n\n audit_3,audit_4;audit_5\t')).toEqual({
      text: 'audit_1 audit_2 audit_3 audit_4 audit_5',
      taken: 5,
      given: 5,
    })
  })

  it('cuts a list that is too long between two ids, and counts the ids that it kept', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `audit_${index}`)
    expect(joinPasted(ids.join('\n'))).toMatchObject({ taken: searchWordsMax, given: 500 })
    expect(joinPasted('aaaa bbbb cccc', 10)).toEqual({ text: 'aaaa bbbb', taken: 2, given: 3 })
  })
})
