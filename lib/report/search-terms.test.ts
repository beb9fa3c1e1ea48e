import { describe, expect, it } from 'vitest'
import { buildReport } from './model'
import { listSearchTexts } from './search-terms'

const question = (label: string, more: object) => ({ item_id: label, type: 'question', label, ...more })
const texts = (...items: object[]) => listSearchTexts(buildReport({ audit_id: 'audit_1', items }))

describe('the searchable texts of an inspection', () => {
  it('include its names, answers and notes, each once', () => {
    const report = buildReport({
      audit_id: 'audit_1',
      audit_data: {
        name: 'Forklift check',
        authorship: { author: 'Mia Berg', owner: 'Ola Nord' },
        site: { name: 'Leeds', area: { name: 'Yorkshire' }, region: { name: 'North' } },
      },
      template_data: { metadata: { name: 'Forklift check' } },
      header_items: [
        {
          item_id: 'f3245d43-ea77-11e1-aff1-0800200c9a66',
          type: 'textsingle',
          label: 'Prepared by',
          responses: { text: 'Ida' },
        },
        {
          item_id: 'f3245d44-ea77-11e1-aff1-0800200c9a66',
          type: 'address',
          label: 'Location',
          responses: { location_text: 'Dock 4' },
        },
        {
          item_id: 'f3245d46-ea77-11e1-aff1-0800200c9a66',
          type: 'textsingle',
          label: 'Document No.',
          responses: { text: 'FLT-7' },
        },
      ],
    })
    expect(listSearchTexts(report)).toEqual([
      'Forklift check',
      'Leeds',
      'Yorkshire',
      'North',
      'Mia Berg',
      'Ola Nord',
      'Ida',
      'FLT-7',
      'Dock 4',
    ])
  })

  it('are answers of every kind and notes', () => {
    expect(
      texts(
        { item_id: '1', type: 'text', label: 'Remarks', responses: { text: 'oil leak' } },
        {
          item_id: '2',
          type: 'list',
          label: 'Areas',
          responses: { selected: [{ label: 'Roof' }, { label: 'Cellar' }] },
        },
        { item_id: '3', type: 'scanner', label: 'Code', responses: { text: '5390365921530' } },
        { item_id: '4', type: 'signature', label: 'Sign', responses: { name: 'J. Doe' } },
        { item_id: '5', type: 'asset', label: 'Asset', responses: { assets: [{ name: 'Truck 9' }] } },
        { item_id: '6', type: 'brandnew', label: 'New', responses: { text: 'of tomorrow' } },
      ),
    ).toEqual(['oil leak', 'Roof', 'Cellar', '5390365921530', 'J. Doe', 'Truck 9', 'of tomorrow'])
  })

  it('include the label of a question only if its answer failed or has a note', () => {
    const yes = { selected: [{ id: 'y', label: 'Yes' }] }
    const no = { selected: [{ id: 'n', label: 'No' }], failed: true }
    expect(texts(question('Brakes', { responses: yes }))).toEqual(['Yes'])
    expect(texts(question('Brakes', { responses: no }))).toEqual(['Brakes', 'No'])
    expect(texts(question('Brakes', { responses: { ...yes, text: 'squeak' } }))).toEqual(['Brakes', 'Yes', 'squeak'])
  })

  it('include nothing that the inspector did not see', () => {
    const failed = { responses: { selected: [{ label: 'No' }], failed: true, text: 'note' } }
    expect(
      texts(
        question('Inactive', { inactive: true, ...failed }),
        { item_id: 'p', type: 'primeelement', children: ['Pattern'] },
        question('Pattern', { parent_id: 'p', ...failed }),
      ),
    ).toEqual([])
  })
})
