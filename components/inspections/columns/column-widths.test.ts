import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColumnId, columns } from '@/lib/inspections/columns'
import { firstColumns, readColumns, type ShownColumn, writeColumns } from '@/lib/inspections/model'
import { columnWidthMaxPx, columnWidthMinPx } from '@/lib/table/shown-columns'
import { runs } from '@/lib/testing/random-runs'
import {
  foldColumns,
  layOutColumns,
  layOutFolded,
  listPinned,
  moveColumn,
  resetColumnWidth,
  setColumnWidth,
  toggleColumn,
  togglePin,
} from '@/components/ui/data-table/columns/column-layout'

const idsOf = (shown: readonly { id: ColumnId }[]) => shown.map(({ id }) => id).join(' ')
const measured = new Map(firstColumns.map(({ id, widthPx }) => [id, widthPx - 20]))

const layOut = (shown: readonly ShownColumn[]) => layOutColumns<ColumnId>(columns, shown)
const setWidth = (shown: readonly ShownColumn[], id: ColumnId, widthPx: number) =>
  setColumnWidth<ColumnId>(columns, shown, { id, widthPx, measuredPx: measured })
/** Narrow lists hide these columns, as on the page. */
const folding = columns.map((column) => ({ ...column, isFolded: column.id === 'template' || column.id === 'author' }))

describe('the widths of columns', () => {
  it('are flexible until one is set, which then stays fixed', () => {
    expect(layOut(firstColumns).template).toContain('minmax(120px,200fr)')
    const wider = setWidth(firstColumns, 'site', 260)
    expect(layOut(wider).template).toMatch(/^40px 250px 190px 260px minmax\(96px,160fr\)/)
    expect(resetColumnWidth<ColumnId>(columns, wider, 'site').find(({ id }) => id === 'site')?.widthPx).toBe(200)
  })

  it('fit a tablet beside the rail in the first choice of columns, with the texts of the list', () => {
    const spoken = folding.map((column) => ({
      ...column,
      sort: {},
      badges: column.id === 'result' ? ['Failed', 'Passed', 'In progress'] : [],
    }))
    expect(layOutFolded<ColumnId>(spoken, firstColumns).minWidthPx).toBeLessThanOrEqual(720)
  })

  it('leave no gap after the last column when all are set', () => {
    const all = firstColumns.map(({ id }) => ({ id, widthPx: 101 }))
    expect(layOut(all).template).toMatch(/minmax\(44px,1fr\)$/)
    expect(layOut(all).minWidthPx).toBe(40 + 8 * 101 + 44)
  })

  it('stay within their limits, move nothing to their left, and survive the address', () => {
    const ids = columns.map(({ id }) => id)
    assert(
      property(array(tuple(constantFrom(...ids), integer({ min: -50, max: 2000 })), { maxLength: 6 }), (steps) => {
        let shown = firstColumns
        for (const [id, widthPx] of steps) {
          const next = setWidth(shown, id, widthPx)
          const place = next.findIndex((column) => column.id === id)
          if (place !== -1) {
            const width = next[place]?.widthPx ?? 0
            expect(width).toBeGreaterThanOrEqual(columnWidthMinPx)
            expect(width).toBeLessThanOrEqual(columnWidthMaxPx)
            expect(layOut(next.slice(0, place + 1)).template).not.toContain('fr) ')
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
    const without = toggleColumn<ColumnId>(columns, firstColumns, 'site')
    expect(idsOf(without)).toBe('title template author score failed result modified')
    expect(idsOf(toggleColumn<ColumnId>(columns, without, 'site'))).toBe(idsOf(firstColumns))
    expect(idsOf(toggleColumn<ColumnId>(columns, firstColumns, 'title'))).toBe(idsOf(firstColumns))
    expect(idsOf(toggleColumn<ColumnId>(columns, firstColumns, 'id'))).toBe(`${idsOf(firstColumns)} id`)
  })
})

describe('pinned columns', () => {
  it('follow the first column, keep a fixed place, and survive the address', () => {
    const pinned = togglePin<ColumnId>(columns, firstColumns, 'score')
    expect(writeColumns(pinned)).toBe('title,score:pin,template,site,author,failed,result,modified')
    expect(readColumns(writeColumns(pinned))).toEqual(pinned)
    expect(listPinned<ColumnId>(columns, pinned)).toEqual(['title', 'score'])
    // The place of the second depends on the width of the first, which is therefore fixed.
    expect(layOut(pinned).template).toMatch(/^40px 270px 104px minmax/)
    expect(layOut(pinned).pinsPx).toEqual([40, 310])
    expect(togglePin<ColumnId>(columns, pinned, 'score').some((column) => 'isPinned' in column)).toBe(false)
  })

  it('stay pinned where space is short', () => {
    const pinned = togglePin<ColumnId>(columns, firstColumns, 'author')
    expect(idsOf(foldColumns<ColumnId>(folding, firstColumns))).toBe('title site score failed result modified')
    expect(idsOf(foldColumns<ColumnId>(folding, pinned))).toBe('title author site score failed result modified')
  })
})
