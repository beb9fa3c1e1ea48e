import type { Choice, InspectionDocument, Item } from '../types'
import { titlePage } from './document'

/** Answers sent by a client, or keys that a test replaces. */
export interface Edit {
  header_items?: ReadonlyArray<Record<string, unknown>> | undefined
  items?: ReadonlyArray<Record<string, unknown>> | undefined
  patch?: Record<string, unknown>
  /** When it was completed, in the service's own spelling. */
  completedAt?: string
}

/** The items that can be answered, and the keys of an answer that are used. The service ignores everything else. */
const fillable: Record<string, readonly string[]> = {
  text: ['text'],
  textsingle: ['text'],
  address: ['location_text', 'location'],
  datetime: ['datetime'],
  question: ['selected', 'text'],
  list: ['selected'],
  checkbox: ['value'],
  slider: ['value'],
  switch: ['value'],
}

/** Sets answers in the document, which must be a private copy. Unknown items and properties are skipped. */
export function editDocument(document: InspectionDocument, edit: Edit): InspectionDocument {
  const byId = new Map([...document.header_items, ...document.items].map((item) => [item.item_id, item]))
  const sets = document.template_data['response_sets'] as Record<string, { responses: Choice[] }>
  for (const sent of [...(edit.header_items ?? []), ...(edit.items ?? [])]) {
    const item = byId.get(String(sent['item_id']))
    const responses = sent['responses']
    if (item && isRecord(responses)) answerItem(item, responses, sets)
    if (item?.item_id === titlePage.title) document.audit_data['name'] = item.responses?.['text'] ?? ''
  }
  if (edit.completedAt !== undefined)
    Object.assign(document.audit_data, { date_completed: edit.completedAt, date_modified: edit.completedAt })
  return document
}

function answerItem(item: Item, sent: Record<string, unknown>, sets: Record<string, { responses: Choice[] }>): void {
  for (const key of fillable[item.type] ?? []) {
    const value = sent[key]
    if (value === undefined) continue
    const taken = key === 'selected' ? resolveSelected(item, value, sets) : fits(key, value) ? value : undefined
    if (taken !== undefined) item.responses = { ...item.responses, [key]: taken }
  }
}

function resolveSelected(
  item: Item,
  value: unknown,
  sets: Record<string, { responses: Choice[] }>,
): Choice[] | undefined {
  if (!Array.isArray(value)) return undefined
  const ids = new Set((value as unknown[]).map((part) => (isRecord(part) ? part['id'] : part)))
  const known = sets[String(item.options?.['response_set'])]?.responses ?? []
  const found = known.filter(({ id }) => ids.has(id))
  return item.type === 'question' ? found.slice(0, 1) : found
}

function fits(key: string, value: unknown): boolean {
  if (key === 'text' || key === 'location_text') return typeof value === 'string'
  if (key === 'value') return typeof value === 'number' && Number.isFinite(value)
  if (key === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.includes('T')
  return isRecord(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
