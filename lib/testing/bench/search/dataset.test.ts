import { describe, expect, it } from 'vitest'
import { summarizeInspection } from '@/lib/report/model'
import { Random } from '@/lib/standin/random'
import { createDataset, datasetEndMs, datasetStartMs } from './dataset'
import { drawWord, vocabulary, vocabularySize } from './dataset-words'
import { percentile } from './search-measure'

const document = (template: string, title: string) => ({
  audit_id: 'audit_1',
  template_id: `template_${template.repeat(32)}`,
  modified_at: '2026-05-01T10:00:00.000Z',
  created_at: '2026-05-01T09:00:00.000Z',
  audit_data: { name: title, date_completed: '2026-05-01T09:59:00.000Z', site: { name: 'Leeds' } },
  template_data: { metadata: { name: `Form ${template}` } },
})
const samples = [document('a', 'Truck 1'), document('a', 'Truck 2'), document('b', 'Kitchen')].map((one) => ({
  summary: summarizeInspection(one),
  texts: ['Yes', 'worn tyre'],
}))

const dataset = createDataset(samples)
const createDatasetRow = (index: number) => dataset.rowAt(index)

describe('the data set of the bench', () => {
  it('gives a row the same content every time, with its own id and a time within the three years', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => createDatasetRow(index))
    expect(createDatasetRow(4_321)).toEqual(rows[4_321])
    expect(new Set(rows.map(({ auditId }) => auditId)).size).toBe(5_000)
    for (const { modifiedAt } of rows) {
      expect(Date.parse(modifiedAt)).toBeGreaterThanOrEqual(datasetStartMs)
      expect(Date.parse(modifiedAt)).toBeLessThan(datasetEndMs)
    }
    // Rows are not in order of time, as when devices deliver them. Otherwise every index would be unrealistically
    // compact.
    const rising = rows.filter(({ modifiedAt }, at) => modifiedAt > (rows[at - 1]?.modifiedAt ?? '')).length
    expect(rising).toBeGreaterThan(2_000)
    expect(rising).toBeLessThan(3_000)
  })

  it('has different words of all frequencies', () => {
    expect(new Set(vocabulary).size).toBe(vocabularySize)
    const random = new Random(1, 2)
    const counts = new Map<string, number>()
    for (let at = 0; at < 200_000; at += 1) {
      const word = drawWord(random)
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const times = [...counts.values()]
    expect(Math.max(...times)).toBeGreaterThan(5_000)
    expect(times.filter((count) => count < 10).length).toBeGreaterThan(5_000)
  })
})

describe('a percentile', () => {
  it('is one of the measured values, and at least the given share of values is not larger', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
    expect(
      percentile(
        Array.from({ length: 100 }, (_, at) => at + 1),
        0.95,
      ),
    ).toBe(95)
    expect(percentile([7], 0.99)).toBe(7)
  })
})
