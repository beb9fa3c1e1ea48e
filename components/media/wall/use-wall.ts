'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { ListState } from '@/components/filters/use-list-state'
import { mediaWallQueries } from '@/lib/media/queries'
import type { MediaKind, WallFile, WallParams, WallShow } from '@/lib/media/schema'
import { mediaKinds, wallShows } from '@/lib/media/values-model'

const keys = {
  show: parseAsStringLiteral(wallShows).withDefault('failed'),
  kind: parseAsArrayOf(parseAsStringLiteral(mediaKinds)).withDefault([]),
  question: parseAsString.withDefault(''),
  /** The open file, and its inspection. */
  file: parseAsString,
  of: parseAsString,
}

/** What the wall shows in addition to the filters of the list. Kept only in the address. */
export function useWallState(state: ListState) {
  const [choice, setChoice] = useQueryStates(keys)
  const { show, kind, question, file, of } = choice
  const kindKey = kind.join()
  const params = useMemo((): WallParams => {
    // The wall has one order, newest first.
    const { sort: _, ...list } = state.params
    return {
      list,
      show,
      kinds: mediaKinds.filter((known) => kindKey.split(',').includes(known)),
      question: question.trim(),
    }
  }, [state.params, show, kindKey, question])
  return {
    params,
    isNarrowed: state.isFiltered || params.kinds.length > 0 || params.question !== '',
    setShow: (next: WallShow) => void setChoice({ show: next }, { history: 'push' }),
    setKinds: (next: readonly MediaKind[]) =>
      void setChoice({ kind: next.length === 0 ? null : [...next] }, { history: 'push' }),
    setQuestion: (next: string) => void setChoice({ question: next === '' ? null : next }, { history: 'replace' }),
    clear: () => {
      state.clear()
      void setChoice({ kind: null, question: null })
    },
    openId: file,
    openAuditId: of,
    open: (next: WallFile) => void setChoice({ file: next.id, of: next.auditId }, { history: 'push' }),
    move: (next: { id: string; auditId: string }) =>
      void setChoice({ file: next.id, of: next.auditId }, { history: 'replace' }),
    close: () => void setChoice({ file: null, of: null }, { history: 'replace' }),
  }
}
export type WallState = ReturnType<typeof useWallState>

const none: readonly WallFile[] = []

/** The loaded files of a wall. `more` loads further files and may be called at any time. */
export function useWallFiles(params: WallParams) {
  const query = useInfiniteQuery({ ...mediaWallQueries.wall(params), placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? none, [data])
  return {
    files,
    /** The first page as it was loaded; undefined until then. */
    first: query.isPlaceholderData ? undefined : data?.pages[0],
    readAt: query.dataUpdatedAt,
    error,
    isFirst: data?.pages[0]?.asOf === null,
    /** Whether the files belong to the previous wall, until the new ones are loaded. */
    isOld: query.isPlaceholderData,
    isLoading: data === undefined && error === null,
    isFetching: query.isFetching,
    isFetchingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    retry: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: () => {
      if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !query.isPlaceholderData)
        void query.fetchNextPage()
    },
  }
}
export type WallFiles = ReturnType<typeof useWallFiles>
