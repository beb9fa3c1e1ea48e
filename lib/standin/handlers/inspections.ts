import * as z from 'zod'
import { answerFile, answerJson, answerJsonBytes, makeEtag } from '../answers'
import { findBlueprint } from '../demo/document'
import { collectMedia, findLogo } from '../demo/scores'
import { makeContent } from '../media/content'
import { readMediaId } from '../media/catalog'
import { Refusal } from '../refusals'
import { searchEntries } from '../search'
import type { Entry, Store } from '../store'
import type { Handler } from './context'
import { readChoice, readFields, readLimit, readTime } from './query'

const flags = ['true', 'false', 'both'] as const
const searchFields = ['audit_id', 'modified_at', 'template_id']

export const searchInspections: Handler = ({ store, query, bound, requireField }) => {
  const fields = readFields(query, searchFields, 'audit_id', requireField) ?? ['audit_id', 'modified_at']
  const templates = query.getAll('template')
  const { total, entries } = searchEntries(store, {
    afterMs: readTime(query, 'modified_after'),
    beforeMs: readTime(query, 'modified_before'),
    templates: templates.length === 0 ? null : new Set(templates),
    archived: readChoice(query, 'archived', flags, 'false'),
    completed: readChoice(query, 'completed', flags, 'both'),
    owner: readChoice(query, 'owner', ['me', 'other', 'all'] as const, 'all'),
    order: readChoice(query, 'order', ['asc', 'desc'] as const, 'asc'),
    limit: readLimit(query),
    bound,
  })
  const withTime = fields.includes('modified_at')
  const withTemplate = fields.includes('template_id')
  const audits = entries.map(({ auditId, modifiedAtMs, templateId }) => {
    const row: Record<string, string> = { audit_id: auditId }
    if (withTime) row['modified_at'] = new Date(modifiedAtMs).toISOString()
    if (withTemplate) row['template_id'] = templateId
    return row
  })
  return answerJson({ count: audits.length, total, audits })
}

/** @throws Refusal 400 for an invalid id, 403 when it is not shared, 404 when it does not exist */
export function requireEntry(store: Store, auditId: string | undefined): Entry {
  if (auditId === undefined || !/^audit_[a-zA-Z0-9]+$/.test(auditId))
    throw new Refusal(400, 'the audit id is not valid')
  if (store.isHidden(auditId)) throw new Refusal(403, 'You do not have access to this audit')
  const entry = store.find(auditId)
  if (entry === null) throw new Refusal(404, 'The requested audit was not found')
  return entry
}

export const getInspection: Handler = ({ store, params }) =>
  answerJsonBytes(store.json(requireEntry(store, params['auditId'])))

const sentItem = z.looseObject({ item_id: z.string() })
const creation = z.looseObject({
  template_id: z.string(),
  header_items: z.array(sentItem).max(5000).optional(),
  items: z.array(sentItem).max(5000).optional(),
})
const update = z.looseObject({
  header_items: z.array(sentItem).max(5000).optional(),
  items: z.array(sentItem).max(5000).optional(),
  archived: z.boolean().optional(),
})

function parseBody<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal(400, `"${issue?.path.join('.') ?? 'body'}" is not valid`)
}

export const createInspection: Handler = ({ store, body, tick }) => {
  const sent = parseBody(creation, body)
  if (!findBlueprint(sent.template_id)) throw new Refusal(404, 'The requested template was not found')
  // The service refuses an explicit null here (service.md 1.5).
  for (const item of [...(sent.header_items ?? []), ...(sent.items ?? [])]) {
    const responses = item['responses'] as Record<string, unknown> | undefined
    if (responses?.['datetime'] === null) throw new Refusal(400, '"responses.datetime" must be a valid ISO 8601 date')
  }
  const { index, id } = store.reserve()
  store.change({
    kind: 'create',
    id,
    index,
    at: tick(),
    template: sent.template_id,
    blank: true,
    ...(sent.header_items ? { header_items: sent.header_items } : {}),
    ...(sent.items ? { items: sent.items } : {}),
  })
  return answerJson(store.document(requireEntry(store, id)))
}

export const updateInspection: Handler = ({ store, params, body, tick }) => {
  const entry = requireEntry(store, params['auditId'])
  const sent = parseBody(update, body)
  store.change({
    kind: 'answer',
    id: entry.auditId,
    at: tick(),
    ...(sent.header_items ? { header_items: sent.header_items } : {}),
    ...(sent.items ? { items: sent.items } : {}),
    ...(sent.archived === undefined ? {} : { archived: sent.archived }),
  })
  return answerJson(store.document(requireEntry(store, entry.auditId)))
}

export const getMedia: Handler = ({ store, params, headers }) => {
  const document = store.document(requireEntry(store, params['auditId']))
  const media = [...collectMedia([...document.header_items, ...document.items]), findLogo(document)].find(
    (one) => one?.media_id === params['mediaId'],
  )
  const asset = media ? readMediaId(media.media_id) : null
  if (!media || !asset) throw new Refusal(404, 'The requested media was not found')
  const body = makeContent(asset, media, document)
  if (body === null) return { status: 204, headers: {}, body: Buffer.alloc(0) }
  const file = { body, type: asset.type, etag: makeEtag(body), modified: new Date(media.date_created) }
  return answerFile(file, {
    range: headers.range,
    ifRange: readHeader(headers['if-range']),
    ifNoneMatch: headers['if-none-match'],
  })
}

function readHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
