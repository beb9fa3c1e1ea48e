'use client'

import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
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
import type { AssetRows } from './grid/use-asset-rows'

export type AssetChosen = Selection<string>

/** The longest range, whose rows may have to be loaded first. */
const rangeMax = 2_000

/** The selection, with each asset's row at that time, because a filter may hide the row later. */
interface Chosen {
  selection: AssetChosen
  seen: ReadonlyMap<string, AssetRow>
  /** The list in which "select all" was pressed. It does not apply to another list. */
  setKey: string | null
}

const nothing: Chosen = { selection: noSelection, seen: new Map(), setKey: null }

/** "37 selected", "All 12,904 selected except 2" */
export function describeChosen(
  t: Translator<'assets.selection'>,
  selection: AssetChosen,
  total: number | null,
): string {
  if (selection.kind === 'ids') return t('some', { count: selection.ids.length })
  const except = selection.except.length
  if (except === 0) return total === null ? t('all') : t('allOf', { total })
  return total === null ? t('allExcept', { except }) : t('allOfExcept', { total, except })
}

/**
 * The selected assets. Single assets stay selected when the filter changes; "all" is dropped with its filter. `listKey` is
 * the key of the requested list, `setKey` the key of its contents in any order.
 */
export function useAssetSelection({ setKey, listKey }: { setKey: string; listKey: string }) {
  const t = useTranslations('assets.selection')
  const toast = useToast()
  const range = useRef<{ anchor: string; base: AssetChosen; on: boolean } | null>(null)
  const { chosen, put, clear } = useChosen(setKey, () => {
    range.current = null
  })

  /** The requested list. A new object for each, so that leaving a list and returning is detected. */
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
    /** Selects from the last choice (or `from`) to `to`. Loads missing rows in between first. */
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
          title: t('rangeTooLong', { max: rangeMax }),
          description: t('rangeTooLongNote'),
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
        // The list may have changed since the range was chosen.
        if (asked.current !== list || rows.key !== list.listKey)
          return toast.show({
            title: t('rangeDropped'),
            description: t('rangeDroppedNote'),
          })
        if (range.current === started) lay(all)
      } catch (error) {
        toast.show({ tone: 'bad', title: t('rangeFailed'), description: describeError(error).message })
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
    /** After a plain move or click, the next range starts there. */
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

/** The selection. "All" is dropped with a notice when the filter changes; then `onDrop` is called. */
function useChosen(setKey: string, onDrop: () => void) {
  const t = useTranslations('assets.selection')
  const toast = useToast()
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [droppedCount, setDroppedCount] = useState(0)
  if (chosen.setKey !== null && chosen.setKey !== setKey) {
    setChosen(nothing)
    setDroppedCount(droppedCount + 1)
  }
  const sayDropped = useEffectEvent(() => {
    onDrop()
    toast.show({ title: t('dropped'), description: t('droppedNote') })
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
    announce(describeChosen(t, selection, total))
  }

  return {
    chosen,
    /** Selects these assets of a list of `total`, and remembers `rows`. */
    put,
    clear: () => {
      setChosen(nothing)
      announce(t('some', { count: 0 }))
    },
  }
}
