import { describe, expect, it } from 'vitest'
import { findRecurrences, listFailedQuestions } from './failures-model'
import { buildReport } from './model'

const answered = (id: string, label: string, failed: boolean, more: object = {}) => ({
  item_id: id,
  parent_id: 's',
  type: 'question',
  label,
  responses: { selected: [{ id: 'n', label: 'No' }], failed },
  ...more,
})
const build = (items: readonly object[]) =>
  buildReport({ items: [{ item_id: 's', type: 'section', label: 'Doors' }, ...items] })
/** An entry of a repeated group. Its items have different ids in each inspection. */
const ladder = (id: string, failed: boolean) => [
  { item_id: 'g', parent_id: 's', type: 'dynamicfield', label: 'Ladders' },
  { item_id: `e${id}`, parent_id: 'g', type: 'element' },
  answered(`q${id}`, 'Rungs ', failed, { parent_id: `e${id}` }),
]

describe('the failed questions of an inspection', () => {
  it('are the questions with failed answers, each once, without those that a condition hides', () => {
    const report = build([
      answered('A1', 'Door closes', true),
      answered('b', 'Sign hangs', false),
      answered('c', 'Lamp works', true, { inactive: true }),
      ...ladder('1', true),
      ...ladder('2', true),
    ])
    expect(listFailedQuestions(report)).toEqual([
      { question: 'a1', label: 'Door closes' },
      { question: 'label:rungs', label: 'Rungs' },
    ])
  })

  it('can be stored with any label', () => {
    const labels = [`a\u0000b`, 'x'.repeat(300), `${'y'.repeat(193)}\ud83d\udea7`]
    const keys = listFailedQuestions(
      build([
        { item_id: 'g', parent_id: 's', type: 'dynamicfield' },
        { item_id: 'e', parent_id: 'g', type: 'element' },
        ...labels.map((label, at) => answered(`q${at}`, label, true, { parent_id: 'e' })),
      ]),
    ).map(({ question }) => question)
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      expect(key).not.toContain('\u0000')
      expect(key.isWellFormed()).toBe(true)
      expect(key.length).toBeLessThanOrEqual(200)
    }
  })
})

const earlier = (...failed: string[][]) => ({
  earlier: failed.map((failedQuestions, at) => ({ auditId: `audit_${at}`, failedQuestions })),
})

describe('the number of earlier failures of a question', () => {
  it('is counted by question, with the ids of the inspections', () => {
    const report = build([answered('a', 'Door closes', true), answered('b', 'Sign hangs', true), ...ladder('9', true)])
    const found = findRecurrences(report, earlier(['a', 'label:rungs'], [], ['a', 'z'], ['a'], []))
    expect(found.get('a')).toEqual({ failedIn: ['audit_0', 'audit_2', 'audit_3'], of: 5 })
    expect(found.get('b')).toEqual({ failedIn: [], of: 5 })
    expect(found.get('q9')).toEqual({ failedIn: ['audit_0'], of: 5 })
  })

  it('is unknown for answers that did not fail, and without an earlier inspection', () => {
    expect(findRecurrences(build([answered('a', 'Door closes', false)]), earlier(['a'])).size).toBe(0)
    expect(findRecurrences(build([answered('a', 'Door closes', true)]), earlier()).size).toBe(0)
  })
})
