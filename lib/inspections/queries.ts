import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { FacetName } from './columns'
import { groupsMax } from './params-model'
import type { InspectionPage, ListParams } from './schema'

const schema = lateSchemas(() => import('./schema'))
const nameSchema = lateSchemas(() => import('@/lib/report/names-schema'))

/** Rows per request, both for pages by cursor and for blocks by position. A screen has up to 40. */
export const inspectionPageRows = 50

const unhydratedRefetchMs = 2_000

/** Titles of new rows arrive within seconds, so this refetches quickly until all are there. */
function refetchWhileUnhydrated(pages: readonly InspectionPage[]): number | false {
  return pages.some((page) => page.rows.some((row) => !row.hydrated && row.problem === null))
    ? pollMs(unhydratedRefetchMs)
    : false
}

/** Query options of the index. All keys start with 'inspections', so that they can be invalidated together. */
export const inspectionQueries = {
  all: queryKeys.inspections,

  /** Pages by cursor. The next page follows the last row that was read, even if new rows have arrived above it. */
  list: (params: ListParams) =>
    cursorPages(['inspections', 'list', params], '/api/inspections', schema('inspectionPage'), {
      asked: { ...params, limit: inspectionPageRows, include: ['rows', 'total'] },
      keepsPrevious: true,
      pollMs: refetchWhileUnhydrated,
    }),

  /**
   * Rows from `block * inspectionPageRows` on, for a list that can jump to any position. There is no placeholder data,
   * because rows of another block would be at the wrong position.
   */
  block: (params: ListParams, block: number) =>
    queryOptions({
      queryKey: ['inspections', 'block', params, block] as const,
      queryFn: ({ signal }) =>
        api.get(
          '/api/inspections',
          {
            ...params,
            offset: block * inspectionPageRows,
            limit: inspectionPageRows,
            include: ['rows', 'total'],
          },
          schema('inspectionPage'),
          signal,
        ),
      refetchInterval: (query) => refetchWhileUnhydrated(query.state.data === undefined ? [] : [query.state.data]),
    }),

  /** Exact total and facets of a list, for any number of matches. */
  counts: (params: ListParams) =>
    queryOptions({
      queryKey: ['inspections', 'counts', params] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections', { ...params, include: ['total', 'facets'] }, schema('inspectionPage'), signal),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    }),

  /** The number of matching rows, to preview a filter. */
  total: (params: ListParams) =>
    queryOptions({
      queryKey: ['inspections', 'total', params] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections', { ...params, include: ['total'] }, schema('inspectionPage'), signal),
      staleTime: 5_000,
    }),

  /** Values of one dimension that match the typed text. They are counted over rows that match the other parameters. */
  facetValues: (params: ListParams, name: FacetName, find: string) =>
    queryOptions({
      queryKey: ['inspections', 'facet-values', params, name, find] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections/facets', { ...params, name, find }, schema('facetValues'), signal),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    }),

  /** Values of one dimension, the most frequent first, as many as a list can have groups. */
  groups: (params: ListParams, name: FacetName) =>
    queryOptions({
      queryKey: ['inspections', 'groups', params, name] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections/facets', { ...params, name, limit: groupsMax }, schema('facetValues'), signal),
      staleTime: 5_000,
    }),

  /** The inspections before and after one in a list, at any position. */
  neighbors: (params: ListParams, of: string, groupBy?: FacetName) =>
    queryOptions({
      queryKey: ['inspections', 'neighbours', params, of, groupBy] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections/neighbours', { ...params, of, groupBy }, schema('inspectionNeighbors'), signal),
      staleTime: 5_000,
    }),

  /** The first rows of a search, for the palette and previews. */
  first: (params: ListParams, limit: number) =>
    queryOptions({
      queryKey: ['inspections', 'first', params, limit] as const,
      queryFn: ({ signal }) =>
        api.get('/api/inspections', { ...params, limit, include: ['rows'] }, schema('inspectionPage'), signal),
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    }),

  /** The names for values of the filters `failedQuestion` and `answeredQuestion`. */
  questions: (key: readonly string[]) =>
    queryOptions({
      queryKey: ['inspections', 'questions', key] as const,
      queryFn: ({ signal }) => api.get('/api/inspections/questions', { key }, nameSchema('questionNames'), signal),
      staleTime: 300_000,
    }),

  /** The names for values of the filter `asset`. */
  assets: (ref: readonly string[]) =>
    queryOptions({
      queryKey: ['inspections', 'assets', ref] as const,
      queryFn: ({ signal }) => api.get('/api/inspections/assets', { ref }, nameSchema('assetNames'), signal),
      staleTime: 300_000,
    }),

  templates: () =>
    queryOptions({
      queryKey: ['inspections', 'templates'] as const,
      queryFn: ({ signal }) => api.get('/api/inspections/templates', undefined, schema('templateOptions'), signal),
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
}
