'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import type { AuditId } from '@/lib/ids'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import type { InspectionRow, ListParams } from '@/lib/inspections/schema'
import { describeCount } from '@/components/inspections/bulk/bulk-bar'
import {
  allMatching,
  countSelected,
  isSelected,
  noSelection,
  type Selection,
  setSelected,
  toggleSelected,
} from '@/components/inspections/selection/selection'
import {
  changeSelection,
  clearSelection,
  enterList,
  readSelection,
} from '@/components/inspections/selection/selection-store'

/** Rows between the two ends of a range that may have to be read first. */
const rangeMax = 2_000

/** A range under way: where it began, and over what it is laid. */
export interface SelectedRange {
  anchor: number
  base: Selection
  on: boolean
}

interface RangeInput {
  params: ListParams
  filterKey: string
  total: number | null
  read: (position: number) => InspectionRow | undefined
  rangeRef: RefObject<SelectedRange | null>
}

/**
 * Choosing rows one by one and in ranges. A range is laid over what was chosen when it began, so that making it smaller
 * gives back what it had covered; it does what was done to the row it began at.
 */
export function useSelecting({ params, filterKey, total, read, rangeRef }: RangeInput) {
  const queryClient = useQueryClient()
  const toast = useToast()
  useOtherList(filterKey)

  const say = (next: Selection) => {
    changeSelection(next, filterKey)
    announce(describeCount(next, countSelected(next, total)))
  }
  const readIds = async (from: number, to: number): Promise<AuditId[]> => {
    const here = Array.from({ length: to - from + 1 }, (_, index) => read(from + index)?.auditId)
    if (here.every((id) => id !== undefined)) return here
    const blocks: Array<Promise<readonly InspectionRow[]>> = []
    const first = Math.floor(from / inspectionPageRows)
    for (let block = first; block * inspectionPageRows <= to; block += 1)
      blocks.push(queryClient.fetchQuery(inspectionQueries.block(params, block)).then((page) => page.rows))
    const rows = (await Promise.all(blocks)).flat()
    return rows.slice(from - first * inspectionPageRows, to + 1 - first * inspectionPageRows).map((row) => row.auditId)
  }

  return {
    toggle: (position: number) => {
      const id = read(position)?.auditId
      if (id === undefined) return
      const next = toggleSelected(readSelection(), id)
      rangeRef.current = { anchor: position, base: next, on: isSelected(next, id) }
      say(next)
    },
    /** From where the last choice was made (or `from`) to `to`. */
    extend: (to: number, from: number) => {
      const started = rangeRef.current ?? { anchor: from, base: readSelection(), on: true }
      rangeRef.current = started
      const low = Math.min(started.anchor, to)
      const high = Math.max(started.anchor, to)
      if (high - low >= rangeMax)
        return toast.show({
          tone: 'attention',
          title: `A range reaches over at most ${formatCount(rangeMax)} rows`,
          description: 'Narrow the list by a filter and select all that match instead.',
        })
      // What is here is chosen at once; a part that has to be read follows.
      const ids = Array.from({ length: high - low + 1 }, (_, index) => read(low + index)?.auditId)
      if (ids.every((id) => id !== undefined)) return say(setSelected(started.base, ids, started.on))
      readIds(low, high).then(
        (all) => {
          if (rangeRef.current === started) say(setSelected(started.base, all, started.on))
          return undefined
        },
        (error: unknown) =>
          toast.show({ tone: 'bad', title: 'The range could not be read', description: describeError(error).message }),
      )
    },
    /** Adds rows, or with `isAll` everything that matches. */
    add: (ids: readonly AuditId[], isAll = false) => {
      rangeRef.current = null
      say(isAll ? allMatching : setSelected(readSelection(), ids, true))
    },
    clear: () => {
      rangeRef.current = null
      clearSelection()
      announce(describeCount(noSelection, 0))
    },
    /** A plain move or click: the next range begins there. */
    settle: (position: number) => {
      const id = read(position)?.auditId
      const selection = readSelection()
      rangeRef.current =
        id === undefined
          ? null
          : { anchor: position, base: selection, on: selection.kind === 'ids' || isSelected(selection, id) }
    },
  }
}

/** The rows moved: so does the place at which the range began. */
export function shiftRange(rangeRef: RefObject<SelectedRange | null>, by: number): void {
  if (rangeRef.current !== null) rangeRef.current = { ...rangeRef.current, anchor: rangeRef.current.anchor + by }
}

export type Selecting = ReturnType<typeof useSelecting>

/** "All matching" means the list it was said in; in another one it is dropped, and that is said. */
function useOtherList(filterKey: string) {
  const toast = useToast()
  const enter = useEffectEvent((key: string) => {
    if (enterList(key))
      toast.show({ title: 'Selection cleared', description: 'All that matched the filter before were selected.' })
  })
  useEffect(() => enter(filterKey), [filterKey])
}
