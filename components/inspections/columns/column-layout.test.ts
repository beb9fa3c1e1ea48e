import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColumnId, columns } from '@/lib/inspections/columns'
import { columnWidthMaxPx, columnWidthMinPx, firstColumns, readColumns, writeColumns } from '@/lib/inspections/model'
import { runs } from '@/lib/testing/random-runs'
import {
  columnsClass,
  layOutColumns,
  moveColumn,
  resetColumnWidth,
  setColumnWidth,
  toggleColumn,
} from './column-layout'

const idsOf = (shown: readonly { id: ColumnId }[]) => shown.map(({ id }) => id).join(' ')
const measured = new Map(firstColumns.map(({ id, widthPx }) => [id, widthPx - 20]))

describe('the widths of columns', () => {
  it('are the same in the style sheet and in the default layout', () => {
    const inClass = /--row-columns,([^)]+(?:\([^)]*\)[^)]*)*)\)\]/.exec(columnsClass)?.[1]
    expect(inClass?.replaceAll('_', ' ')).toBe(layOutColumns(firstColumns).template)
  })

  it('are flexible until one is set, which then stays fixed', () => {
    expect(layOutColumns(firstColumns).template).toContain('minmax(96px,160fr)')
    const wider = setColumnWidth(firstColumns, 'site', 260, measured)
    expect(layOutColumns(wider).template).toMatch(/^40px 300px 180px 260px minmax\(96px,150fr\)/)
    expect(resetColumnWidth(wider, 'site').find(({ id }) => id === 'site')?.widthPx).toBe(160)
  })

  it('leave no gap after the last column when all are set', () => {
    const all = firstColumns.map(({ id }) => ({ id, widthPx: 101 }))
    expect(layOutColumns(all).template).toMatch(/minmax\(44px,1fr\)$/)
    expect(layOutColumns(all).minWidthPx).toBe(40 + 8 * 101 + 44)
  })

  it('stay within their limits, move nothing to their left, and survive the address', () => {
    const ids = columns.map(({ id }) => id)
    assert(
      property(array(tuple(constantFrom(...ids), integer({ min: -50, max: 2000 })), { maxLength: 6 }), (steps) => {
        let shown = firstColumns
        for (const [id, widthPx] of steps) {
          const next = setColumnWidth(shown, id, widthPx, measured)
          const place = next.findIndex((column) => column.id === id)
          if (place !== -1) {
            const width = next[place]?.widthPx ?? 0
            expect(width).toBeGreaterThanOrEqual(columnWidthMinPx)
            expect(width).toBeLessThanOrEqual(columnWidthMaxPx)
            expect(layOutColumns(next.slice(0, place + 1)).template).not.toContain('fr) ')
            expect(next.slice(place + 1)).toEqual(shown.slice(place + 1))
          }
          shown = next
          expect(readColumns(writeColumns(shown))).toEqual(shown)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the order of columns', () => {
  it('changes by one move without losing a column', () => {
    expect(idsOf(moveColumn(firstColumns, 'site', 0))).toBe('site title template author score failed result modified')
    expect(idsOf(moveColumn(firstColumns, 'site', 99))).toBe('title template author score failed result modified site')
    expect(idsOf(moveColumn(firstColumns, 'media', 1))).toBe(idsOf(firstColumns))
  })

  it('shows a hidden column in its default position, and keeps the title', () => {
    const without = toggleColumn(firstColumns, 'site')
    expect(idsOf(without)).toBe('title template author score failed result modified')
    expect(idsOf(toggleColumn(without, 'site'))).toBe(idsOf(firstColumns))
    expect(idsOf(toggleColumn(firstColumns, 'title'))).toBe(idsOf(firstColumns))
    expect(idsOf(toggleColumn(firstColumns, 'id'))).toBe(`${idsOf(firstColumns)} id`)
  })
})
