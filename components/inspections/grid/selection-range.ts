'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
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

/** The longest range, whose rows may have to be loaded first. */
const rangeMax = 2_000

/** A range in progress: its start, and the selection before it. */
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
 * Selects rows one by one and in ranges. A range is applied to the selection before it, so that a smaller range restores
 * the rows it no longer covers. It selects or deselects like its first row.
 */
export function useSelecting({ params, filterKey, total, read, rangeRef }: RangeInput) {
  const t = useTranslations('inspections.selection')
  const queryClient = useQueryClient()
  const toast = useToast()
  useOtherList(filterKey)

  const say = (next: Selection) => {
    changeSelection(next, filterKey)
    announce(describeCount(t, next, countSelected(next, total)))
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
    /** From the last selected row (or `from`) to `to`. */
    extend: (to: number, from: number) => {
      const started = rangeRef.current ?? { anchor: from, base: readSelection(), on: true }
      rangeRef.current = started
      const low = Math.min(started.anchor, to)
      const high = Math.max(started.anchor, to)
      if (high - low >= rangeMax)
        return toast.show({
          tone: 'attention',
          title: t('tooLong.title', { max: rangeMax }),
          description: t('tooLong.text'),
        })
      // Loaded rows are selected at once, the others after they are loaded.
      const ids = Array.from({ length: high - low + 1 }, (_, index) => read(low + index)?.auditId)
      if (ids.every((id) => id !== undefined)) return say(setSelected(started.base, ids, started.on))
      readIds(low, high).then(
        (all) => {
          if (rangeRef.current === started) say(setSelected(started.base, all, started.on))
          return undefined
        },
        (error: unknown) =>
          toast.show({ tone: 'bad', title: t('rangeNotLoaded'), description: describeError(error).message }),
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
      announce(describeCount(t, noSelection, 0))
    },
    /** After a plain move or click, the next range starts there. */
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

/** Moves the start of the range with its rows. */
export function shiftRange(rangeRef: RefObject<SelectedRange | null>, by: number): void {
  if (rangeRef.current !== null) rangeRef.current = { ...rangeRef.current, anchor: rangeRef.current.anchor + by }
}

export type Selecting = ReturnType<typeof useSelecting>

/** "All matching" belongs to one list: in another list it is cleared, with a message. */
function useOtherList(filterKey: string) {
  const t = useTranslations('inspections.selection.cleared')
  const toast = useToast()
  const enter = useEffectEvent((key: string) => {
    if (enterList(key)) toast.show({ title: t('title'), description: t('text') })
  })
  useEffect(() => enter(filterKey), [filterKey])
}
