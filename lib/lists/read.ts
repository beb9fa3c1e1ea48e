import type { ConnectionRow, ResponseSet, ResponseSetRow } from './schema'

/**
 * Reads the service's lists (service.md 6). Their envelopes are public facts, not the contract: what has no id is passed
 * over, what else is not understood is left as it is.
 */

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** An instant as ISO text with its zone; null for what is none. */
export function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null
  return new Date(value).toISOString()
}

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
    const templateId = textOf(fields, ['template_id', 'id'])
    if (templateId === null) return null
    return {
      templateId,
      name: textOf(fields, ['name']),
      createdAt: readInstant(fields['created_at']),
      modifiedAt: readInstant(fields['modified_at']),
    }
  })
}

function readSetRow(fields: Fields): ResponseSetRow | null {
  const responseSetId = textOf(fields, ['responseset_id', 'response_set_id', 'id'])
  if (responseSetId === null) return null
  return {
    responseSetId,
    name: textOf(fields, ['name']) ?? responseSetId,
    createdAt: readInstant(fields['created_at']),
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
    updatedAt: readInstant(answer['updated_at']),
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
    const connectionId = textOf(fields, ['id'])
    if (connectionId === null) return null
    return {
      connectionId,
      name: textOf(fields, ['name']) ?? connectionId,
      kind: textOf(fields, ['type', 'kind']) ?? 'unknown',
    }
  })
