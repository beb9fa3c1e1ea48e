import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { api, type Query, writeQuery } from '@/lib/browser/api'
import type { LateSchema } from '@/lib/browser/late/late-schemas'
import type { TableFormat } from '@/lib/csv/formats'
import { cursorPages } from './cursor-pages'

/** Rows that come with the page. Later requests get more, so that twenty thousand rows need few requests. */
export const firstPageRows = 200
export const laterPageRows = 500

/** The rows of a list that match a filter. */
export const filteredPages = <Page extends { after: string | null }, Filter extends Query>(
  name: string,
  path: string,
  schema: LateSchema<z.ZodType<Page>>,
  filter: Filter,
) =>
  cursorPages([name, 'list', filter], path, schema, {
    asked: { ...filter, limit: laterPageRows },
    first: { limit: firstPageRows },
    keepsPrevious: true,
  })

/** The values for the filters of a list, from `path/facets`. */
export const facetCounts = <Facets, Filter extends Query>(
  name: string,
  path: string,
  schema: LateSchema<z.ZodType<Facets>>,
  filter: Filter,
) =>
  queryOptions({
    queryKey: [name, 'facets', filter] as const,
    queryFn: ({ signal }) => api.get<z.ZodType<Facets>>(`${path}/facets`, filter, schema, signal),
    placeholderData: keepPreviousData,
  })

/** What a file of a list has besides its rows. */
export interface FileLook {
  tz: string
  /** As in the address of the list; null for the columns that it shows at first. */
  columns: string | null
  format: TableFormat
}

/** The address of a file with all rows that match a filter, from `path/export`. */
export const fileHref = (path: string, filter: Query, look: FileLook) =>
  `${path}/export${writeQuery({ ...filter, ...look })}`
