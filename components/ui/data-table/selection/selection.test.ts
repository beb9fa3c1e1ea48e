import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditId, type AuditId } from '@/lib/ids'
import { runs } from '@/lib/testing/random-runs'
import {
  allMatching,
  countSelected,
  isNothing,
  isSelected,
  noSelection,
  readHeadMark,
  type Selection,
  setSelected,
  toggleSelected,
} from './selection'

const ids = Array.from({ length: 12 }, (_, index) => auditId.parse(`audit_${index}`))
const at = (index: number): AuditId => ids[index] ?? auditId.parse('audit_none')

type Step =
  | { do: 'toggle'; index: number }
  | { do: 'range'; from: number; to: number; on: boolean }
  | { do: 'all' }
  | { do: 'none' }
const index = integer({ min: 0, max: ids.length - 1 })
const step = oneof(
  record({ do: constant('toggle' as const), index }),
  record({ do: constant('range' as const), from: index, to: index, on: boolean() }),
  record({ do: constantFrom('all' as const, 'none' as const) }),
)

describe('a selection', () => {
  it('has the same rows as a plain set after any sequence of steps', () => {
    assert(
      property(array(step, { maxLength: 30 }), (steps: Step[]) => {
        let selection: Selection = noSelection
        let truth = new Set<AuditId>()
        for (const each of steps) {
          if (each.do === 'all') [selection, truth] = [allMatching, new Set(ids)]
          else if (each.do === 'none') [selection, truth] = [noSelection, new Set()]
          else if (each.do === 'toggle') {
            selection = toggleSelected(selection, at(each.index))
            if (!truth.delete(at(each.index))) truth.add(at(each.index))
          } else {
            const range = ids.slice(Math.min(each.from, each.to), Math.max(each.from, each.to) + 1)
            selection = setSelected(selection, range, each.on)
            for (const id of range)
              if (each.on) truth.add(id)
              else truth.delete(id)
          }
          expect(ids.filter((id) => isSelected(selection, id))).toEqual(ids.filter((id) => truth.has(id)))
          expect(countSelected(selection, ids.length)).toBe(truth.size)
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  it('includes rows that are not loaded when all match, except the excluded ones', () => {
    const selection = toggleSelected(toggleSelected(allMatching, at(1)), at(2))
    expect(selection).toEqual({ kind: 'matching', except: [at(1), at(2)] })
    expect(isSelected(selection, auditId.parse('audit_never_seen'))).toBe(true)
    expect(countSelected(selection, 12_904)).toBe(12_902)
    expect(countSelected(selection, null)).toBeNull()
    expect(toggleSelected(selection, at(1))).toEqual({ kind: 'matching', except: [at(2)] })
  })

  it('stays the same object when nothing changes, so that nothing renders', () => {
    const selection = setSelected(noSelection, [at(1)], true)
    expect(setSelected(selection, [at(1)], true)).toBe(selection)
    expect(setSelected(selection, [at(2)], false)).toBe(selection)
    expect(setSelected(noSelection, [at(1), at(1)], true)).toEqual({ kind: 'ids', ids: [at(1)] })
  })

  it('says whether all, some or none of the visible rows are selected, for the checkbox of the header', () => {
    const inSight = ids.slice(0, 3)
    expect(readHeadMark(noSelection, inSight)).toBe('none')
    expect(readHeadMark(setSelected(noSelection, [at(1)], true), inSight)).toBe('some')
    expect(readHeadMark(setSelected(noSelection, inSight, true), inSight)).toBe('all')
    expect(readHeadMark(setSelected(noSelection, [at(7)], true), inSight)).toBe('some')
    expect(readHeadMark(allMatching, inSight)).toBe('all')
    expect(readHeadMark(toggleSelected(allMatching, at(9)), inSight)).toBe('some')
    expect(readHeadMark(noSelection, [])).toBe('none')
    expect(isNothing(toggleSelected(toggleSelected(noSelection, at(1)), at(1)))).toBe(true)
  })
})
