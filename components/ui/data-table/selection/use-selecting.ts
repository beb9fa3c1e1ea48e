'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { describeSelection } from './describe-selection'
import {
  allMatching,
  countSelected,
  isSelected,
  noSelection,
  type Selection,
  setSelected,
  toggleSelected,
} from './selection'
import type { SelectionStore } from './selection-store'
import { countRows, type TableRows } from '@/components/ui/data-table/table-types'

export interface Selecting<Row> {
  toggle: (position: number) => void
  /** Selects from the last selected row (or `from`) to `to`. */
  extend: (to: number, from: number) => void
  /** Adds rows, or with `isAll` all matching rows. */
  add: (rows: readonly Row[], isAll?: boolean) => void
  clear: () => void
  /** Called after a plain move or click, so that the next range starts at this position. */
  settle: (position: number) => void
}

/** The maximum number of rows in a range, because its rows may have to be loaded. */
const rangeMax = 2_000

/** A range in progress: its start, and the selection before it. */
export interface SelectedRange<Id extends string> {
  anchor: number
  base: Selection<Id>
  on: boolean
  /** The selection with the range. When the list has another one, that was changed elsewhere, and the range is over. */
  last: Selection<Id>
}

interface RangeInput<Row, Id extends string> {
  rows: TableRows<Row>
  /** The row that is on screen at a position. */
  read: (position: number) => Row | undefined
  idOf: (row: Row) => Id
  /** Identifies the rows that the list contains, in any order. */
  setKey: string
  store: SelectionStore<Id, Row>
  rangeRef: RefObject<SelectedRange<Id> | null>
}

/**
 * Selects rows one by one and in ranges. A range is applied to the selection before it, so that a smaller range
 * restores the rows it no longer covers. Whether it selects or deselects depends on its first row.
 */
export function useSelecting<Row, Id extends string>({
  rows,
  read,
  idOf,
  setKey,
  store,
  rangeRef,
}: RangeInput<Row, Id>): Selecting<Row> {
  const t = useTranslations('shell.table.selection')
  const toast = useToast()
  const loads = useLoadedRanges()
  useOtherList(setKey, store)

  const put = (next: Selection<Id>, seen: ReadonlyMap<Id, Row>) => {
    store.change(next, setKey, seen)
    announce(describeSelection(t, next, countSelected(next, countRows(rows))))
  }
  const index = (all: readonly Row[]) => new Map(all.map((row) => [idOf(row), row]))

  return {
    toggle: (position: number) => {
      const row = read(position)
      if (row === undefined) return
      const id = idOf(row)
      const next = toggleSelected(store.read(), id)
      rangeRef.current = { anchor: position, base: next, on: isSelected(next, id), last: next }
      put(next, index([row]))
    },
    extend: (to: number, from: number) => {
      const now = store.read()
      const started =
        rangeRef.current?.last === now ? rangeRef.current : { anchor: from, base: now, on: true, last: now }
      rangeRef.current = started
      const low = Math.min(started.anchor, to)
      const high = Math.max(started.anchor, to)
      if (high - low >= rangeMax)
        return toast.show({
          tone: 'attention',
          title: t('tooLong.title', { max: rangeMax }),
          description: t('tooLong.text'),
        })
      const apply = (all: readonly Row[]) => {
        const seen = index(all)
        const last = setSelected(started.base, seen.keys(), started.on)
        rangeRef.current = { ...started, last }
        put(last, seen)
      }
      // Loaded rows are selected at once, the other rows after they have been loaded.
      const here = Array.from({ length: high - low + 1 }, (_, at) => read(low + at))
      if (here.every((row) => row !== undefined)) return apply(here)
      loads.follow(rows.load(low, high)).then(
        (all) => {
          if (all !== null && rangeRef.current === started) apply(all)
          return undefined
        },
        (error: unknown) =>
          toast.show({ tone: 'bad', title: t('rangeNotLoaded'), description: describeError(error).message }),
      )
    },
    add: (all: readonly Row[], isAll = false) => {
      rangeRef.current = null
      const seen = index(all)
      put(isAll ? allMatching : setSelected(store.read(), seen.keys(), true), seen)
    },
    clear: () => {
      rangeRef.current = null
      store.clear()
      announce(describeSelection(t, noSelection, 0))
    },
    settle: (position: number) => {
      const row = read(position)
      const selection = store.read()
      rangeRef.current =
        row === undefined
          ? null
          : {
              anchor: position,
              base: selection,
              on: selection.kind === 'ids' || isSelected(selection, idOf(row)),
              last: selection,
            }
    },
  }
}

/** Moves the start of the range when rows move. */
export function shiftRange<Id extends string>(rangeRef: RefObject<SelectedRange<Id> | null>, by: number): void {
  if (rangeRef.current !== null) rangeRef.current = { ...rangeRef.current, anchor: rangeRef.current.anchor + by }
}

/** Waits for the rows of ranges. A range that is still loading when the list changes is dropped, with a message. */
function useLoadedRanges() {
  const t = useTranslations('shell.table.selection.dropped')
  const toast = useToast()
  const state = useRef({ loading: 0, isGone: false })
  const sayDropped = useEffectEvent(() => toast.show({ title: t('title'), description: t('text') }))
  useEffect(() => {
    const { current } = state
    current.isGone = false
    return () => {
      current.isGone = true
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the toast also works after the list was unmounted
      if (current.loading > 0) sayDropped()
    }
  }, [])
  return {
    /** Returns the rows, or null if the list has changed. */
    async follow<Row>(loaded: Promise<readonly Row[]>): Promise<readonly Row[] | null> {
      state.current.loading += 1
      try {
        const rows = await loaded
        return state.current.isGone ? null : rows
      } catch (error) {
        if (state.current.isGone) return null
        throw error
      } finally {
        state.current.loading -= 1
      }
    },
  }
}

/** "All matching" belongs to one list, so it is cleared with a message when the list changes. */
function useOtherList<Id extends string, Row>(setKey: string, store: SelectionStore<Id, Row>) {
  const t = useTranslations('shell.table.selection.cleared')
  const toast = useToast()
  const enter = useEffectEvent((key: string) => {
    if (store.enter(key)) toast.show({ title: t('title'), description: t('text') })
  })
  useEffect(() => enter(setKey), [setKey])
}
