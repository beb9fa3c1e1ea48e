import { idOf, isFields, readEach, readTime, textOf, type Fields } from '@/lib/service/shapes'
import type { ResponseSet, ResponseSetRow } from './schema'

function readSetRow(fields: Fields): ResponseSetRow | null {
  const responseSetId = idOf(fields, 'responseset_id')
  if (responseSetId === null) return null
  return {
    responseSetId,
    name: textOf(fields, 'name') ?? responseSetId,
    createdAt: readTime(fields['created_at']),
  }
}

/** The sets in the response of GET /response_sets (service.md 6). */
export const readResponseSets = (list: unknown): ResponseSetRow[] => readEach(list, readSetRow)

/** One set with its responses, in order (service.md 6). Null when the body is not a response set. */
export function readResponseSet(answer: unknown): ResponseSet | null {
  const row = isFields(answer) ? readSetRow(answer) : null
  if (row === null || !isFields(answer)) return null
  return {
    ...row,
    updatedAt: readTime(answer['updated_at']),
    responses: readEach(answer['responses'], ({ id, label, short_label, ...rest }) =>
      typeof id === 'string'
        ? {
            id,
            label: typeof label === 'string' ? label : id,
            shortLabel: typeof short_label === 'string' && short_label !== '' ? short_label : null,
            rest,
          }
        : null,
    ),
  }
}
