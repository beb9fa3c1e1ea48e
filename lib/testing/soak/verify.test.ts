import { describe, expect, it } from 'vitest'
import type { IndexRow, TruthRow } from './protocol'
import { compareWithTruth, describeDifference, listOwed, Watermark } from './verify'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
const truthRow = (id: string, minute = 0, archived = false): TruthRow => ({ id, modifiedAt: at(minute), archived })
const indexRow = (id: string, minute = 0, changes: Partial<IndexRow> = {}): IndexRow => ({
  id,
  modifiedAt: at(minute),
  hydratedAt: at(minute),
  archived: false,
  isMissing: false,
  documentModifiedAt: at(minute),
  ...changes,
})

function compare(truth: TruthRow[], index: IndexRow[], options: { late?: string[]; reconciled?: boolean } = {}) {
  const { late = [], reconciled = true } = options
  const difference = compareWithTruth(
    { rows: truth, late, writes: {}, troubles: {} },
    { rows: index, gaps: [], lastError: null },
    { reconciled },
  )
  return Object.fromEntries(Object.entries(difference).filter(([, ids]: [string, string[]]) => ids.length > 0))
}

describe('verification of the soak', { tags: ['R10'] }, () => {
  it('finds no problems in a correct index, including rows that are known to be missing', () => {
    expect(compare([truthRow('a'), truthRow('b', 3)], [indexRow('a'), indexRow('b', 3)])).toEqual({})
    expect(compare([truthRow('a')], [indexRow('a'), indexRow('gone', 1, { isMissing: true })])).toEqual({})
  })

  it.each([
    ['lost', [truthRow('a')], []],
    ['lost', [truthRow('a')], [indexRow('a', 0, { isMissing: true })]],
    ['phantom', [], [indexRow('a')]],
    ['doubled', [truthRow('Aa')], [indexRow('Aa'), indexRow('aA', 0, { isMissing: true })]],
    ['version', [truthRow('a', 1)], [indexRow('a')]],
    ['document', [truthRow('a')], [indexRow('a', 0, { hydratedAt: null })]],
    ['document', [truthRow('a')], [indexRow('a', 0, { documentModifiedAt: at(1) })]],
    ['archived', [truthRow('a', 0, true)], [indexRow('a')]],
  ])('reports %s', (name, truth, index) => {
    const found = compare(truth, index)
    expect(Object.keys(found)).toEqual([name])
  })

  it('ignores only differences that a full reconciliation finds, and only before it', () => {
    const late = { late: ['back'], reconciled: false }
    expect(compare([truthRow('back')], [indexRow('gone')], late)).toEqual({})
    expect(Object.keys(compare([truthRow('back'), truthRow('a')], [], late))).toEqual(['lost'])
    expect(Object.keys(compare([truthRow('back')], [indexRow('gone')], { late: ['back'] }))).toEqual([
      'lost',
      'phantom',
    ])
  })

  it('reports the number of problems, with examples', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => truthRow(id))
    const [fault = ''] = describeDifference(
      compareWithTruth(
        { rows, late: [], writes: {}, troubles: {} },
        { rows: [], gaps: [], lastError: null },
        { reconciled: true },
      ),
    )
    expect(fault).toMatch(/^lost 4: a .* · b .* · c /)
    expect(fault).not.toContain(' d ')
  })

  it('reports a checkpoint or a version that goes back, also across a restart', () => {
    const watermark = new Watermark()
    watermark.see(null)
    watermark.see(at(1))
    watermark.see(at(1))
    watermark.seeRows({ rows: [indexRow('a', 1)] })
    watermark.seeRows({ rows: [indexRow('a', 2), indexRow('b', 1)] })
    expect(watermark.faults).toEqual([])
    watermark.see(at(0))
    watermark.see(null)
    watermark.seeRows({ rows: [indexRow('a', 1), indexRow('b', 1)] })
    watermark.seeRows({ rows: [indexRow('a', 1)] })
    expect(watermark.faults.map((fault) => fault.slice(0, 14))).toEqual([
      'the checkpoint',
      'the checkpoint',
      '1 rows of the ',
      '1 rows of the ',
    ])
  })
  it('requires everything before the checkpoint at any moment, and nothing else', () => {
    const truth = { rows: [truthRow('a', 1), truthRow('b', 5)], late: [], writes: {}, troubles: {} }
    const owed = (checkpoint: number | null, rows: IndexRow[], late: string[] = [], gaps: string[] = []) =>
      listOwed({ ...truth, late }, { checkpoint: checkpoint === null ? null : at(checkpoint), rows, gaps }).map(
        (words) => words.slice(0, 1),
      )
    expect(owed(null, [])).toEqual([])
    expect(owed(1, [])).toEqual([])
    expect(owed(2, [])).toEqual(['a'])
    expect(owed(6, [])).toEqual(['a', 'b'])
    expect(owed(6, [indexRow('a', 1), indexRow('b', 4)])).toEqual(['b'])
    expect(owed(6, [indexRow('a', 1, { isMissing: true }), indexRow('b', 5)])).toEqual(['a'])
    expect(owed(6, [], ['a'], [at(5)])).toEqual([])
  })
})
