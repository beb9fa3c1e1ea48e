import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { inspectionPage, templateOptions, type InspectionFilter, type InspectionPage } from './schema'

/** Rows of one request, both for pages by cursor and for blocks by position. */
export const inspectionPageRows = 100

const unhydratedRefetchMs = 2_000

/** Titles of a page come in within seconds of its first showing: look again soon until they are all there. */
function refetchWhileUnhydrated(pages: readonly InspectionPage[]): number | false {
  return pages.some((page) => page.rows.some((row) => !row.hydrated && row.problem === null))
    ? unhydratedRefetchMs
    : false
}

/** What browsers ask of the index, newest first. Keys start with 'inspections', so that one invalidation reaches all. */
export const inspectionQueries = {
  all: ['inspections'] as const,

  /** Pages by cursor: the next one follows the last row seen, whatever arrived above it meanwhile. */
  list: (filter: InspectionFilter) =>
    infiniteQueryOptions({
      queryKey: ['inspections', 'list', filter] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/inspections', { ...filter, after: pageParam, limit: inspectionPageRows }, inspectionPage, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
      placeholderData: keepPreviousData,
      refetchInterval: (query) => refetchWhileUnhydrated(query.state.data?.pages ?? []),
    }),

  /**
   * Rows `block * inspectionPageRows` and on, for a list that jumps anywhere. Without placeholder data: another block's
   * rows would stand at the wrong place.
   */
  block: (filter: InspectionFilter, block: number) =>
    queryOptions({
      queryKey: ['inspections', 'block', filter, block] as const,
      queryFn: ({ signal }) =>
        api.get(
          '/api/inspections',
          { ...filter, offset: block * inspectionPageRows, limit: inspectionPageRows },
          inspectionPage,
          signal,
        ),
      refetchInterval: (query) => refetchWhileUnhydrated(query.state.data === undefined ? [] : [query.state.data]),
    }),

  templates: () =>
    queryOptions({
      queryKey: ['inspections', 'templates'] as const,
      queryFn: ({ signal }) => api.get('/api/inspections/templates', undefined, templateOptions, signal),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
}
