import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTranslator } from 'next-intl'
import { en } from '@/lib/testing/english'
import { runs } from '@/lib/testing/random-runs'
import {
  portableBytesMax,
  portableFormat,
  portableGroupsMax,
  readPortable,
  writePortable,
  type FileProblem,
} from './portable'
import { findLine, JsonProblem, readJson, toValue } from './portable-json'
import { newStatusGroup } from './schema'
import { descriptionCharsMax, nameCharsMax, optionsMax } from './values-model'
import { starterSets } from './starters'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'statusGroups.portable' })
const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text.replace(/[\n\t]/g, ''))
const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength }).filter(isPlain)
const name = text(12).filter((value) => value.trim() !== '')
const group = fc.record({
  name,
  description: text(30),
  options: fc.array(
    fc.record({ optionId: text(5), name, color: fc.oneof(fc.constant('STATUS_BADGE_COLOR_GREEN'), name) }),
    { maxLength: optionsMax },
  ),
  groupId: text(5),
  typeIds: fc.array(text(5)),
})

const write = (value: unknown) => JSON.stringify({ format: portableFormat, version: 1, groups: [value] }, null, 2)
const good = { name: 'Operational', description: '', statuses: [{ name: 'Ready', color: 'GREEN' }] }

function readProblems(given: string): FileProblem[] {
  const read = readPortable(t, given)
  if ('groups' in read) throw new Error('it was read without a problem')
  return read.problems
}
const describeFile = (given: string) =>
  readProblems(given).map(({ line, message }) => (line === null ? message : `${line} ${message}`))

describe('a file of status groups', () => {
  it('contains the same groups when it is read back, without ids of the organization', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 5 }), (groups) => {
        const written = writePortable(groups)
        expect(readPortable(t, written)).toEqual({
          groups: groups.map(({ name: given, description, options }) => ({
            name: given,
            description,
            options: options.map((option) => ({ name: option.name, color: option.color })),
          })),
        })
        expect(Object.keys(JSON.parse(written) as object)).toEqual(['format', 'version', 'groups'])
        for (const { groupId } of groups) if (groupId.length > 4) expect(written).not.toContain(`"groupId"`)
      }),
    )
  })

  it('keeps the order of statuses', () => {
    const options = ['C', 'A', 'B'].map((one) => ({ optionId: one, name: one, color: one }))
    const read = readPortable(t, writePortable([{ name: 'x', description: '', options }]))
    expect('groups' in read && read.groups[0]?.options.map((one) => one.name)).toEqual(['C', 'A', 'B'])
  })

  it('is either read completely or refused with a reason, after any truncation or change', () => {
    const whole = writePortable([
      { name: 'Operational', description: 'x', options: [{ optionId: 'o', name: 'Ready', color: 'GREEN' }] },
      { name: 'Other', description: '', options: [] },
    ])
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), fc.string({ maxLength: 6 }), (at, length, put) => {
        const changed = whole.slice(0, at) + put + whole.slice(at + length)
        const read = readPortable(t, changed)
        if ('groups' in read) {
          for (const one of read.groups) expect(newStatusGroup.safeParse(one).success).toBe(true)
          // No group of the file was lost.
          const { groups } = JSON.parse(changed) as { groups: unknown[] }
          expect(read.groups).toHaveLength(groups.length)
        } else for (const { message } of read.problems) expect(message.length).toBeGreaterThan(3)
      }),
      { numRuns: runs(400) },
    )
  })

  it.each([
    ['an empty file', ' \n ', ['The file is empty.']],
    ['a file that is not JSON', '<html>', ['1 This is not valid JSON. Expected: a value. Found: "<".']],
    ['an extra comma', '{\n"a": 1,\n}', ['3 This is not valid JSON. There is a comma before “}”.']],
    [
      'a missing end',
      '{\n"a": [1,\n2',
      ['3 This is not valid JSON. Expected: a comma or a closing bracket. The file ends too early.'],
    ],
    ['text after the end', '{} {}', ['1 This is not valid JSON. Expected: the end of the file. Found: "{".']],
    [
      'an unterminated string',
      '{"a": "b\n"}',
      ['1 This is not valid JSON. A text is not closed on its line, or contains a character that needs a backslash.'],
    ],
    [
      'a repeated field',
      '{\n"format": "x",\n"format": "y"}',
      ['3 This is not valid JSON. The field “format” occurs twice in one object.'],
    ],
    [
      'other JSON',
      '[]',
      ['This JSON is not an export of status groups. An export begins with "format": "sightline-status-groups".'],
    ],
    [
      'an empty list of groups',
      `{"format":"${portableFormat}","version":1,"groups":[]}`,
      ['1 The file contains no groups.'],
    ],
    ['a missing list of groups', `{"format":"${portableFormat}","version":1}`, ['1 “groups” is missing.']],
  ])('is distinguished from %s', (_, given, said) => expect(describeFile(given)).toEqual(said))

  it('has problems with their line, group, status and field', () => {
    const bad = {
      name: ' ',
      description: 5,
      colour: 'x',
      statuses: [{ name: 'Ready', color: '', icon: 'x' }, { name: 'x'.repeat(nameCharsMax + 1) }],
    }
    expect(describeFile(write(bad))).toEqual([
      '6 Group 1, “name” is empty.',
      '7 Group 1, “description” must be a text.',
      '8 Group 1, “colour” is not a known field.',
      '13 Group 1, status 1, “icon” is not a known field.',
      '15 Group 1, status 2, “color” is missing.',
      '16 Group 1, status 2, “name” is longer than 200 characters.',
    ])
  })

  it('is refused if a group has eleven statuses, which the service would refuse', () => {
    const statuses = Array.from({ length: optionsMax + 1 }, (_, at) => ({ name: `S${at}`, color: 'GREEN' }))
    expect(describeFile(write({ ...good, statuses }))).toEqual([
      '8 Group 1, “statuses” has more than 10 statuses, the limit of SafetyCulture.',
    ])
  })

  it('is refused if it contains field names such as __proto__, and changes no prototype', () => {
    const given = write(good).replace(
      '"name": "Operational"',
      '"__proto__": { "polluted": true }, "name": "Operational"',
    )
    expect(describeFile(given)).toEqual(['6 Group 1, “__proto__” is not a known field.'])
    for (const key of ['constructor', 'prototype', 'toString', 'hasOwnProperty'])
      expect(describeFile(write({ ...good, [key]: 'x' }))[0]).toContain(`“${key}” is not a known field`)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('is refused before it is read if it is too large, with its size and the limit', () => {
    expect(describeFile('x'.repeat(5_000_000))[0]).toContain('The file has 5 MB; the limit is 1 MB.')
    expect(describeFile('['.repeat(portableBytesMax))).toEqual(['1 This is not valid JSON. It is nested too deeply.'])
    const many = JSON.stringify({
      format: portableFormat,
      version: 1,
      groups: Array.from({ length: 1000 }, () => good),
    })
    expect(describeFile(many)[0]).toContain(`The file has 1,000 groups; the limit is ${portableGroupsMax}.`)
  })

  it('of a newer version is refused with its version', () => {
    expect(describeFile(`{"format":"${portableFormat}","version":3,"groups":[{"new":1}]}`)[0]).toContain(
      'format version 3',
    )
  })

  it('may have the largest allowed size', () => {
    const options = Array.from({ length: optionsMax }, (_, at) => ({
      optionId: '',
      name: `${at}`.padEnd(nameCharsMax, 'x'),
      color: 'GREEN',
    }))
    const one = { name: 'x'.repeat(nameCharsMax), description: 'x'.repeat(descriptionCharsMax), options }
    const read = readPortable(t, writePortable(Array.from({ length: portableGroupsMax }, () => one)))
    expect('groups' in read && read.groups).toHaveLength(portableGroupsMax)
  })

  it('shows at most twelve problems and the number of further ones', () => {
    const groups = Array.from({ length: 20 }, () => ({ ...good, name: '' }))
    const read = readPortable(t, JSON.stringify({ format: portableFormat, version: 1, groups }))
    expect('problems' in read && [read.problems.length, read.unshown]).toEqual([12, 8])
  })
})

const parse = (run: () => unknown) => {
  try {
    return { value: JSON.stringify(run()) }
  } catch (error) {
    return { error }
  }
}

describe('the JSON reader', () => {
  it('accepts and refuses the same texts as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small', maxDepth: 8 }), fc.constantFrom(0, 1, 2), (value, indent) => {
        const written = JSON.stringify(value, null, indent)
        expect(JSON.stringify(toValue(readJson(written)))).toBe(
          written.includes('\n') ? JSON.stringify(value) : JSON.stringify(JSON.parse(written)),
        )
      }),
    )
    const sign = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '01',
      'true',
      'nul',
      ' ',
      '\n',
      '"\\x"',
      '.5',
      '1e',
      '\u00a0',
    )
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 7 }), (signs) => {
        const given = signs.join('')
        const [ours, theirs] = [parse(() => toValue(readJson(given))), parse(() => JSON.parse(given))]
        if ('error' in ours && ours.error instanceof JsonProblem && ours.error.issue.kind === 'duplicateField') return
        expect('error' in ours, given).toBe('error' in theirs)
        expect(ours.value).toBe(theirs.value)
        if ('error' in ours) expect(ours.error).toBeInstanceOf(JsonProblem)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('keeps the line of every value', () => {
    const node = readJson('{\n "a": [\n  1,\n  { "b":\n 2 }]\n}')
    expect([['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['a', 1, 'c'], []].map((path) => findLine(node, path))).toEqual([
      2, 3, 4, 5, 4, 1,
    ])
  })
})

describe('starter sets', () => {
  it('can be created and exported, and their statuses have different names and colors', () => {
    for (const { key: _key, ...starter } of starterSets) {
      expect(newStatusGroup.safeParse(starter).success).toBe(true)
      expect(new Set(starter.options.map((one) => one.name)).size).toBe(starter.options.length)
      expect(new Set(starter.options.map((one) => one.color)).size).toBe(starter.options.length)
    }
    expect(new Set(starterSets.map(({ key }) => key)).size).toBe(starterSets.length)
  })
})
