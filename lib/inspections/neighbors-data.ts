import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { AuditId } from '@/lib/ids'
import { readWithin } from '@/lib/search/read-within'
import { serverText } from '@/lib/server-text'
import { type FacetName, orderGroups } from './columns'
import { type AskedParams, type ListSource, searchedValuesMax, sourceOf, toRowsQuery } from './data'
import { type Choice, readFilter } from './filter/filter'
import { listValueConditions } from './filter/filter-sql'
import { readValues } from './list/counts'
import type { RowsQuery } from './list/placed-rows'
import { findPosition, readRowsAfter, readRowsById } from './list/rows'
import { groupsMax, readListParams } from './params-model'
import type { InspectionNeighbors, InspectionRow, ListParams } from './schema'

/**
 * The rows before and after an inspection in a list, at any position. In a list in groups, the first row of a group
 * follows the last row of the group before.
 * @throws AppError not_found if the inspection is not in the index
 */
export async function readNeighbors(
  { groupBy, ...asked }: AskedParams & { groupBy?: FacetName | undefined },
  auditId: AuditId,
  from: ListSource = {},
): Promise<InspectionNeighbors> {
  const params: ListParams = readListParams(asked)
  const { filter, sort } = readFilter(params, from.nowMs ?? Date.now())
  const source = await sourceOf(from)
  const read = <Result>(work: (tx: Queryable, query: RowsQuery) => Promise<Result>) =>
    readWithin(source.db, 'rows', async (tx) => work(tx, await toRowsQuery(tx, { filter, sort })), {
      signal: from.signal,
    })

  const { found, own } = await read(async (tx, query) => {
    if (groupBy === undefined) return { found: await readAround(tx, query, auditId), own: undefined }
    const value = await findValue(tx, groupBy, auditId)
    const inGroup = await readAround(tx, limitTo(query, groupBy, value), auditId)
    // An inspection that is not in the list, or whose document was not read yet, is in no group.
    return inGroup.isListed
      ? { found: inGroup, own: value }
      : { found: await readAround(tx, query, auditId), own: undefined }
  })
  if (groupBy === undefined || own === undefined || (found.previous !== null && found.next !== null)) return found

  const { values } = await readValues(source, { params, filter }, groupBy, searchedValuesMax)
  const groups = orderGroups(
    groupBy,
    values.slice(0, groupsMax).filter(({ value }) => isShown(filter[groupBy], value)),
  )
  const place = groups.findIndex(({ value }) => value === own)
  const before = place === -1 ? undefined : groups[place - 1]
  const after = place === -1 ? undefined : groups[place + 1]
  return read(async (tx, query) => {
    const readEnd = async (group: { value: string | null } | undefined, isBackwards: boolean) => {
      if (group === undefined) return null
      const [end] = await readRowsAfter(tx, limitTo(query, groupBy, group.value), {
        after: null,
        limit: 1,
        isBackwards,
      })
      return end?.row ?? null
    }
    return {
      previous: found.previous ?? (await readEnd(before, true)),
      next: found.next ?? (await readEnd(after, false)),
      isListed: found.isListed,
    }
  })
}

async function readAround(tx: Queryable, query: RowsQuery, auditId: AuditId): Promise<InspectionNeighbors> {
  const after = await findPosition(tx, query.sort, auditId)
  if (after === null) throw new AppError('not_found', serverText('common.inspectionNotFound'))
  const next = await readRowsAfter(tx, query, { after, limit: 1 })
  const [previous] = await readRowsAfter(tx, query, { after, limit: 1, isBackwards: true })
  // The inspection is listed if it is the row after its predecessor, or the first row.
  const before = previous === undefined ? null : await findPosition(tx, query.sort, previous.row.auditId)
  const [own] = await readRowsAfter(tx, query, { after: before, limit: 1 })
  return { previous: previous?.row ?? null, next: next[0]?.row ?? null, isListed: own?.row.auditId === auditId }
}

const readValue: Readonly<Record<FacetName, (row: InspectionRow) => string | null>> = {
  template: ({ templateId }) => templateId,
  site: ({ siteName }) => siteName,
  author: ({ authorName }) => authorName,
  result: ({ result }) => result,
}

async function findValue(tx: Queryable, group: FacetName, auditId: AuditId): Promise<string | null> {
  const [row] = await readRowsById(tx, [auditId])
  return row === undefined ? null : readValue[group](row)
}

const limitTo = (query: RowsQuery, group: FacetName, value: string | null): RowsQuery => ({
  ...query,
  conditions: [...query.conditions, ...listValueConditions(group, [value])],
})

/** Whether the list has rows with a value. Counts also have the values that their own filter excludes. */
function isShown({ any, isPresent, none, isAbsent }: Choice, value: string | null): boolean {
  if (value === null) return !isPresent && any.length === 0
  return !isAbsent && !none.includes(value) && (isPresent || any.length === 0 || any.includes(value))
}
