import * as z from 'zod'
import { answerJson } from '../answers'
import { answerDocument, type Order } from '../exports/desk'
import { makeDocument, titleOf } from '../exports/documents'
import { Refusal } from '../refusals'
import type { Handler, HandlerContext } from './context'
import { requireEntry } from './inspections'
import { listPreferences, listProfiles } from './lists'
import { readChoice, readOne } from './query'

export const startExport: Handler = ({ store, params, query, exports }) => {
  const entry = requireEntry(store, params['auditId'])
  const format = readChoice(query, 'format', ['pdf', 'docx'] as const, 'pdf')
  const zone = readOne(query, 'timezone')
  if (zone !== null && !isZone(zone)) throw new Refusal(400, '"timezone" must be an IANA time zone')
  const wanted = readOne(query, 'export_profile')
  const layout = wanted === null ? null : listProfiles(entry.templateId).findIndex(({ id }) => id === wanted)
  if (layout === -1) throw new Refusal(404, 'The requested export profile was not found')
  return answerJson({ id: exports.start(entry.auditId, { kind: 'export', format, layout }) })
}

const reportBody = z.looseObject({ format: z.enum(['PDF', 'WORD']), preference_id: z.string().min(1).optional() })

export const startReport: Handler = ({ store, params, body, exports }) => {
  const entry = requireEntry(store, params['auditId'])
  const sent = reportBody.safeParse(body)
  if (!sent.success) throw new Refusal(400, `"${sent.error.issues[0]?.path.join('.') ?? 'body'}" is not valid`)
  const { preference_id: wanted } = sent.data
  // Clients send the whole id, or only the part after its colon.
  const layout =
    wanted === undefined
      ? null
      : listPreferences(entry.templateId).findIndex(({ id }) => id === wanted || id.endsWith(`:${wanted}`))
  if (layout === -1) throw new Refusal(400, '"preference_id" is not a preference of this template')
  const format = sent.data.format === 'PDF' ? 'pdf' : 'docx'
  return answerJson({ messageId: exports.start(entry.auditId, { kind: 'report', format, layout }) })
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function requireOrder({ store, params, exports }: HandlerContext, kind: Order['kind']) {
  const entry = requireEntry(store, params['auditId'])
  const id = params['exportId'] ?? ''
  const order = exports.read(entry.auditId, id)
  if (order === null || order.kind !== kind) throw new Refusal(404, `The requested ${kind} was not found`)
  const state = exports.stateOf(id, order)
  if (state === 'missing') throw new Refusal(404, `The requested ${kind} was not found`)
  return { entry, id, order, state }
}

type Named = Pick<HandlerContext, 'store' | 'params'>

/** File name of an export, with the characters of real names: spaces, brackets, signs of all kinds. */
function nameOf({ store, params }: Named, format: Order['format']): string {
  const document = store.document(requireEntry(store, params['auditId']))
  const title = titleOf(document).replaceAll(/[/\\%?#]/g, '-')
  return `${title} (${document.modified_at.slice(0, 10)}).${format}`
}

export const getExport: Handler = (context) => {
  const { entry, id, order, state } = requireOrder(context, 'export')
  if (state === 'running') return answerJson({ id, status: context.exports.rules.word ?? 'IN PROGRESS' })
  if (state === 'failed') return answerJson({ id, status: 'FAILED', error: 'The document could not be rendered' })
  const filename = nameOf(context, order.format)
  const href = `${context.baseUrl}/audits/${entry.auditId}/exports/${id}/${encodeURIComponent(filename)}`
  return answerJson({ id, status: 'SUCCESS', href, filename })
}

export const getExportFile: Handler = (context) => {
  const { entry, order, state } = requireOrder(context, 'export')
  if (state !== 'done' || context.params['filename'] !== nameOf(context, order.format))
    throw new Refusal(404, 'The requested file was not found')
  return answerDocument(makeOrdered(context, entry.auditId, order), order.format)
}

export const getReport: Handler = (context) => {
  const { entry, id, state } = requireOrder(context, 'report')
  if (state === 'running') return answerJson({ status: context.exports.rules.word ?? 'IN_PROGRESS' })
  if (state === 'failed') return answerJson({ status: 'FAILED' })
  return answerJson({ status: 'SUCCESS', url: context.exports.signLink(context.baseUrl, entry.auditId, id) })
}

/** The document of an order, in its current version. */
export function makeOrdered({ store }: Pick<HandlerContext, 'store'>, auditId: string, order: Order): Buffer {
  const entry = requireEntry(store, auditId)
  const layout =
    order.layout === null
      ? null
      : order.kind === 'report'
        ? (listPreferences(entry.templateId)[order.layout]?.label ?? null)
        : (listProfiles(entry.templateId)[order.layout]?.name ?? null)
  return makeDocument(store.document(entry), order.format, layout)
}
