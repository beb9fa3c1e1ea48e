'use client'

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  allMatching,
  countSelected,
  isNothing,
  isSelected,
  noSelection,
  type Selection,
  setSelected,
  toggleSelected,
} from '@/components/inspections/selection/selection'
import { useToast } from '@/components/ui/toast'
import type { AssetRow } from '@/lib/assets/schema'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import type { AssetRows } from './grid/use-asset-rows'

export type AssetChosen = Selection<string>

/** Rows between the two ends of a range that may have to be read first. */
const rangeMax = 2_000

/** What is chosen, and what was known of each asset when it was: a filter may have taken its row away since. */
interface Chosen {
  selection: AssetChosen
  seen: ReadonlyMap<string, AssetRow>
  /** The list in which "all of this filter" was said: it means nothing in another one. */
  setKey: string | null
}

const nothing: Chosen = { selection: noSelection, seen: new Map(), setKey: null }

/** "37 selected", "All 12,904 of this filter selected, 2 left out" */
export function describeChosen(selection: AssetChosen, total: number | null): string {
  if (selection.kind === 'ids') return `${formatCount(selection.ids.length)} selected`
  const left = selection.except.length
  const all = total === null ? 'All of this filter' : `All ${formatCount(total)} of this filter`
  return left === 0 ? `${all} selected` : `${all} selected, ${formatCount(left)} left out`
}

/**
 * Which assets are chosen. Those chosen one by one stay so when the filter changes; all of a filter go with it.
 * `listKey` names the list that the address asks for, `setKey` what is in it, in whatever order.
 */
export function useAssetSelection({ setKey, listKey }: { setKey: string; listKey: string }) {
  const toast = useToast()
  const range = useRef<{ anchor: string; base: AssetChosen; on: boolean } | null>(null)
  const { chosen, put, clear } = useChosen(setKey, () => {
    range.current = null
  })

  /** The list that is asked for: a new object each time, so that a list that was left and came back is another one. */
  const asked = useRef({ listKey })
  useLayoutEffect(() => {
    asked.current = { listKey }
  }, [listKey])

  return {
    selection: chosen.selection,
    seen: chosen.seen,
    count: (total: number | null) => countSelected(chosen.selection, total),
    toggle: (row: AssetRow, total: number | null) => {
      const next = toggleSelected(chosen.selection, row.assetId)
      range.current = { anchor: row.assetId, base: next, on: isSelected(next, row.assetId) }
      put(next, [row], total)
    },
    /** From where the last choice was made (or from `from`) to `to`; rows between that are not here are read first. */
    extend: async (rows: AssetRows, to: number, from: number) => {
      const first = rows.read(from)
      const started = range.current ?? {
        anchor: first?.assetId ?? '',
        base: chosen.selection,
        on: true,
      }
      range.current = started
      const anchor = rows.find(started.anchor) ?? from
      const [low, high] = [Math.min(anchor, to), Math.max(anchor, to)]
      if (high - low >= rangeMax)
        return toast.show({
          tone: 'attention',
          title: `A range reaches over at most ${formatCount(rangeMax)} rows`,
          description: 'Narrow the list by a filter and select all of it instead.',
        })
      const lay = (all: readonly AssetRow[]) => {
        const covered = all.slice(low, high + 1)
        const ids = covered.map(({ assetId }) => assetId)
        put(setSelected(started.base, ids, started.on), covered, rows.total)
      }
      if (rows.rows.length > high) return lay(rows.rows)
      const list = asked.current
      try {
        const all = await rows.loadTo(high)
        // Another list may be asked for by now, under which nobody has pointed at these rows; or may have been already.
        if (asked.current !== list || rows.key !== list.listKey)
          return toast.show({
            title: 'The range was not selected',
            description: 'The list was changed while its rows were being read.',
          })
        if (range.current === started) lay(all)
      } catch (error) {
        toast.show({ tone: 'bad', title: 'The range could not be read', description: describeError(error).message })
      }
    },
    add: (rows: readonly AssetRow[], total: number | null) => {
      range.current = null
      put(
        setSelected(
          chosen.selection,
          rows.map(({ assetId }) => assetId),
          true,
        ),
        rows,
        total,
      )
    },
    addAll: (total: number | null) => {
      range.current = null
      put(allMatching, [], total)
    },
    clear: () => {
      range.current = null
      clear()
    },
    /** After a plain move or click the next range begins there. */
    settle: (row: AssetRow | undefined) => {
      const { selection } = chosen
      range.current =
        row === undefined
          ? null
          : {
              anchor: row.assetId,
              base: selection,
              on: selection.kind === 'ids' || isSelected(selection, row.assetId),
            }
    },
  }
}

export type AssetSelecting = ReturnType<typeof useAssetSelection>

/** What is chosen. "All of this filter" is dropped, with a notice, when the filter changes; `onDrop` is called then. */
function useChosen(setKey: string, onDrop: () => void) {
  const toast = useToast()
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [droppedCount, setDroppedCount] = useState(0)
  if (chosen.setKey !== null && chosen.setKey !== setKey) {
    setChosen(nothing)
    setDroppedCount(droppedCount + 1)
  }
  const sayDropped = useEffectEvent(() => {
    onDrop()
    toast.show({ title: 'Selection cleared', description: 'All assets of the filter before were selected.' })
  })
  useEffect(() => {
    if (droppedCount > 0) sayDropped()
  }, [droppedCount])

  const put = (selection: AssetChosen, rows: readonly AssetRow[], total: number | null) => {
    setChosen((before) => {
      const seen = new Map(isNothing(selection) ? [] : before.seen)
      for (const row of rows) seen.set(row.assetId, row)
      return { selection, seen, setKey: selection.kind === 'matching' ? setKey : null }
    })
    announce(describeChosen(selection, total))
  }

  return {
    chosen,
    /** Chooses these assets, with what is known of `rows`, out of a list of `total`. */
    put,
    clear: () => {
      setChosen(nothing)
      announce('0 selected')
    },
  }
}
