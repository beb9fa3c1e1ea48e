import { describe, expect, it } from 'vitest'
import { listAnsweredQuestions } from './answered-model'
import { listFailedQuestions } from './failures-model'
import { buildReport } from './model'

const item = (id: string, responses: object, more: object = {}) => ({
  item_id: id,
  parent_id: 's',
  type: 'question',
  label: `Question ${id}`,
  responses,
  ...more,
})
const yes = { selected: [{ id: 'y', label: 'Yes' }] }
const build = (items: readonly object[]) =>
  buildReport({ items: [{ item_id: 's', type: 'section', label: 'Doors' }, ...items] })

describe('the answered questions of an inspection', () => {
  it('are the questions with an answer, each once, without those that a condition hides', () => {
    const report = build([
      item('B', yes),
      item('a', yes),
      item('blank', { selected: [] }),
      item('hidden', yes, { inactive: true }),
      item('note', { text: 'fine' }, { type: 'text' }),
      { item_id: 'g', parent_id: 's', type: 'dynamicfield', label: 'Ladders' },
      ...['1', '2'].flatMap((entry) => [
        { item_id: `e${entry}`, parent_id: 'g', type: 'element' },
        item(`q${entry}`, yes, { parent_id: `e${entry}`, label: 'Rungs' }),
      ]),
    ])
    expect(listAnsweredQuestions(report)).toEqual(['a', 'b', 'label:rungs', 'note'])
  })

  it('include every question that failed, so that no failure rate is above 100%', () => {
    const report = build([item('a', { selected: [], failed: true }), item('b', { failed: true }, { type: 'text' })])
    expect(listAnsweredQuestions(report)).toEqual(listFailedQuestions(report).map(({ question }) => question))
  })
})
