'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, throttle, useQueryStates } from 'nuqs'
import { useMemo, useReducer, useState } from 'react'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { announce } from '@/lib/browser/announce'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { isCounting } from '@/lib/status-groups/view'
import { useWriteRefusal } from '@/components/status-groups/guarded-button'
import {
  type BoardAct,
  type BoardFilter,
  type BoardRow,
  boardShows,
  emptyStage,
  filterBoardRows,
  type GroupChoice,
  listBoardRows,
  reduceStage,
  stageBoardRows,
  summarizeBoard,
} from './type-board-stage'
import { countTypeWords, describeStaged, describeSummary, noGroup } from './type-board-words'

const addressMs = 200
const pollMs = 3_000

const keys = {
  q: parseAsString.withDefault(''),
  show: parseAsStringLiteral(boardShows).withDefault('all'),
  group: parseAsNativeArrayOf(parseAsString),
  /** The change that was started here: a reload shows it again. */
  change: parseAsString,
}

const compareNames = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' })

/** What the board shows and what is staged on it. Filters and the running change are the page's address. */
export function useTypeBoard() {
  const [{ q, show, group, change: changeId }, setAddress] = useQueryStates(keys, {
    history: 'replace',
    limitUrlUpdates: throttle(addressMs),
  })
  const filter: BoardFilter = { q, show, groups: group }
  const running = useQuery({ ...assetChangeQueries.one(changeId ?? ''), enabled: changeId !== null })
  const isRunning = (running.data?.open ?? 0) > 0
  const query = useQuery({
    ...statusGroupQueries.board(),
    // A count ends by itself, and a change that is running shows as it proceeds.
    refetchInterval: ({ state }) =>
      isRunning || (state.data !== undefined && isCounting(state.data)) ? pollMs : false,
  })
  const board = query.data
  const refusal = useWriteRefusal(board?.reach)
  const [stage, act] = useReducer(reduceStage, emptyStage)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())

  const plain = useMemo(() => (board === undefined ? [] : listBoardRows(board)), [board])
  const groups = useMemo(() => (board?.groups ?? []).toSorted(compareNames), [board])
  const rows = useMemo(() => stageBoardRows(plain, groups, stage.staged), [plain, groups, stage.staged])
  const shown = filterBoardRows(rows, filter)
  const summary = summarizeBoard(rows)
  // What is being done may not be chosen anew meanwhile.
  const locked = useMemo(
    () =>
      new Set(
        (running.data?.steps ?? [])
          .filter(({ state }) => state === 'waiting' || state === 'running')
          .map(({ objectId }) => objectId),
      ),
    [running.data],
  )

  const nameOf = (to: GroupChoice) => groups.find(({ groupId }) => groupId === to)?.name ?? noGroup
  const choose = (chosen: readonly BoardRow[], to: GroupChoice) => {
    if (refusal !== null) return announce(refusal)
    const free = chosen.filter(({ type }) => !locked.has(type.typeId)).map(({ type }) => type)
    if (free.length === 0) return undefined
    act({ kind: 'choose', types: free, to })
    const next = reduceStage(stage, { kind: 'choose', types: free, to })
    return announce(describeChoice(rows, stageBoardRows(plain, groups, next.staged), free, nameOf(to)))
  }
  const say = (asked: BoardAct) => {
    const next = reduceStage(stage, asked)
    act(asked)
    announce(describeSummary(summarizeBoard(stageBoardRows(plain, groups, next.staged))))
  }

  return {
    query,
    board,
    groups,
    rows,
    shown,
    summary,
    refusal,
    locked,
    filter,
    setFilter: (next: Partial<BoardFilter>) =>
      void setAddress({
        ...(next.q === undefined ? {} : { q: next.q }),
        ...(next.show === undefined ? {} : { show: next.show }),
        ...(next.groups === undefined ? {} : { group: [...next.groups] }),
      }),
    stage,
    choose,
    undo: stage.past.length === 0 ? null : () => say({ kind: 'undo' }),
    redo: stage.future.length === 0 ? null : () => say({ kind: 'redo' }),
    discard: () => say({ kind: 'discard' }),
    selected,
    setSelected: (next: ReadonlySet<string>) => {
      setSelected(next)
      announce(next.size === 0 ? 'Nothing is selected' : `${countTypeWords(next.size)} selected`)
    },
    changeId,
    isRunning,
    /** These were handed over to be assigned. */
    follow: (startedId: string, typeIds: readonly string[]) => {
      act({ kind: 'sent', typeIds })
      setSelected(new Set())
      void setAddress({ change: startedId })
    },
    hideChange: () => void setAddress({ change: null }),
  }
}

export type TypeBoard = ReturnType<typeof useTypeBoard>

/** A choice in words, to be heard: one type with what it was, several as a number. */
function describeChoice(
  before: readonly BoardRow[],
  after: readonly BoardRow[],
  types: ReadonlyArray<BoardRow['type']>,
  name: string,
): string {
  const [first] = types
  if (first === undefined) return ''
  if (types.length > 1) return `${countTypeWords(types.length)}: ${name}. ${describeSummary(summarizeBoard(after))}`
  const find = (rows: readonly BoardRow[]) => rows.find(({ type }) => type.typeId === first.typeId)
  const row = find(after)
  if (row?.isChanged === true) return `${first.name}: ${name}, ${describeStaged(row)}`
  return find(before)?.isChanged === true ? `${first.name}: ${name}, as it was` : `${first.name}: ${name}, as it is`
}
