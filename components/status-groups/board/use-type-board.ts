'use client'

import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
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
  noEdits,
  filterBoardRows,
  type GroupChoice,
  listBoardRows,
  reduceEdits,
  applyPending,
  summarizeBoard,
} from './type-board-edits'
import { usePendingTexts } from './type-board-texts'

const addressMs = 200
const pollMs = 3_000

const keys = {
  q: parseAsString.withDefault(''),
  show: parseAsStringLiteral(boardShows).withDefault('all'),
  group: parseAsNativeArrayOf(parseAsString),
  /** The change that was started on this page; a reload shows it again. */
  change: parseAsString,
}

const compareNames = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' })

/** What the board shows, and the pending changes. Filters and the running change are part of the page's address. */
export function useTypeBoard() {
  const t = useTranslations('statusGroups.board.pending')
  const none = useTranslations('status')('noGroup')
  const words = usePendingTexts()
  const [{ q, show, group, change: changeId }, setAddress] = useQueryStates(keys, {
    history: 'replace',
    limitUrlUpdates: throttle(addressMs),
  })
  const filter: BoardFilter = { q, show, groups: group }
  const running = useQuery({ ...assetChangeQueries.one(changeId ?? ''), enabled: changeId !== null })
  const isRunning = (running.data?.open ?? 0) > 0
  const query = useQuery({
    ...statusGroupQueries.board(),
    // Polling shows the progress of a running count or change.
    refetchInterval: ({ state }) =>
      isRunning || (state.data !== undefined && isCounting(state.data)) ? pollMs : false,
  })
  const board = query.data
  const refusal = useWriteRefusal(board?.reach)
  const [edits, act] = useReducer(reduceEdits, noEdits)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())

  const plain = useMemo(() => (board === undefined ? [] : listBoardRows(board)), [board])
  const groups = useMemo(() => (board?.groups ?? []).toSorted(compareNames), [board])
  const rows = useMemo(() => applyPending(plain, groups, edits.pending), [plain, groups, edits.pending])
  const shown = filterBoardRows(rows, filter)
  const summary = summarizeBoard(rows)
  // Types of the running change cannot be changed again yet.
  const locked = useMemo(
    () =>
      new Set(
        (running.data?.steps ?? [])
          .filter(({ state }) => state === 'waiting' || state === 'running')
          .map(({ objectId }) => objectId),
      ),
    [running.data],
  )

  const nameOf = (to: GroupChoice) => groups.find(({ groupId }) => groupId === to)?.name ?? none
  const choose = (chosen: readonly BoardRow[], to: GroupChoice) => {
    if (refusal !== null) return announce(refusal)
    const free = chosen.filter(({ type }) => !locked.has(type.typeId)).map(({ type }) => type)
    if (free.length === 0) return undefined
    act({ kind: 'choose', types: free, to })
    const next = reduceEdits(edits, { kind: 'choose', types: free, to })
    return announce(
      describeChoice({
        t,
        words,
        before: rows,
        after: applyPending(plain, groups, next.pending),
        types: free,
        group: nameOf(to),
      }),
    )
  }
  const say = (asked: BoardAct) => {
    const next = reduceEdits(edits, asked)
    act(asked)
    announce(words.describeSummary(summarizeBoard(applyPending(plain, groups, next.pending))))
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
    edits,
    choose,
    undo: edits.past.length === 0 ? null : () => say({ kind: 'undo' }),
    redo: edits.future.length === 0 ? null : () => say({ kind: 'redo' }),
    discard: () => say({ kind: 'discard' }),
    selected,
    setSelected: (next: ReadonlySet<string>) => {
      setSelected(next)
      announce(t('selected', { count: next.size }))
    },
    changeId,
    isRunning,
    /** Follows the change that was started for these types. */
    follow: (startedId: string, typeIds: readonly string[]) => {
      act({ kind: 'sent', typeIds })
      setSelected(new Set())
      void setAddress({ change: startedId })
    },
    hideChange: () => void setAddress({ change: null }),
  }
}

export type TypeBoard = ReturnType<typeof useTypeBoard>

/** The announcement of a choice: one type with its previous group, several types as a number. */
function describeChoice({
  t,
  words,
  before,
  after,
  types,
  group,
}: {
  t: Translator<'statusGroups.board.pending'>
  words: ReturnType<typeof usePendingTexts>
  before: readonly BoardRow[]
  after: readonly BoardRow[]
  types: ReadonlyArray<BoardRow['type']>
  group: string
}): string {
  const [first] = types
  if (first === undefined) return ''
  if (types.length > 1)
    return t('choseMany', { count: types.length, group, summary: words.describeSummary(summarizeBoard(after)) })
  const find = (rows: readonly BoardRow[]) => rows.find(({ type }) => type.typeId === first.typeId)
  const row = find(after)
  const type = first.name
  if (row?.isChanged === true) return t('chose', { type, group, pending: words.describePending(row) })
  return find(before)?.isChanged === true ? t('choseBack', { type, group }) : t('choseSame', { type, group })
}
