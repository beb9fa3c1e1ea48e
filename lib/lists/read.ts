import { idOf, isFields, readTime, textOf, type Fields } from '@/lib/service/shapes'
import type { ConnectionRow, ResponseSet, ResponseSetRow } from './schema'

/**
 * Reads the service's lists (service.md 6). Their envelopes are public facts, not the contract: what has no id is passed
 * over, what else is not understood is left as it is.
 */

function readEach<Row>(list: unknown, read: (fields: Fields) => Row | null): Row[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const row = isFields(entry) ? read(entry) : null
    return row === null ? [] : [row]
  })
}

export interface WireTemplate {
  templateId: string
  name: string | null
  createdAt: string | null
  modifiedAt: string | null
}

/** The templates of a page of GET /templates/search. */
export function readTemplates(list: unknown): WireTemplate[] {
  return readEach(list, (fields) => {
    const templateId = idOf(fields, ['template_id', 'id'])
    if (templateId === null) return null
    return {
      templateId,
      name: textOf(fields, ['name']),
      createdAt: readTime(fields['created_at']),
      modifiedAt: readTime(fields['modified_at']),
    }
  })
}

function readSetRow(fields: Fields): ResponseSetRow | null {
  const responseSetId = idOf(fields, ['responseset_id', 'response_set_id', 'id'])
  if (responseSetId === null) return null
  return {
    responseSetId,
    name: textOf(fields, ['name']) ?? responseSetId,
    createdAt: readTime(fields['created_at']),
  }
}

/** The sets of GET /response_sets. */
export const readResponseSets = (list: unknown): ResponseSetRow[] => readEach(list, readSetRow)

/** One set with its responses, in their order. Null when the answer is none. */
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

/** The groups of GET /share/connections. */
export const readConnections = (list: unknown): ConnectionRow[] =>
  readEach(list, (fields) => {
    const connectionId = idOf(fields, ['id'])
    if (connectionId === null) return null
    return {
      connectionId,
      name: textOf(fields, ['name']) ?? connectionId,
      kind: textOf(fields, ['type', 'kind']) ?? 'unknown',
    }
  })
