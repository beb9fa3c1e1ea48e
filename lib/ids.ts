import * as z from 'zod'
import { idCharsMax, idPattern } from './ids-model'
import { serverText } from './server-text'

// Identifiers come from responses of the service and are never created here. A branded id is one path segment by
// construction: no slash, dot-dot, control character, or anything else that URL parsing could interpret differently.
const segment = z.string().min(1).max(idCharsMax).regex(idPattern, serverText('common.fields.id'))

/** ID of an inspection. */
export const auditId = segment.brand<'AuditId'>()
/** ID of a file. */
export const mediaId = segment.brand<'MediaId'>()
/** ID of a template. */
export const templateId = segment.brand<'TemplateId'>()

export type AuditId = z.infer<typeof auditId>
export type MediaId = z.infer<typeof mediaId>
export type TemplateId = z.infer<typeof templateId>

// Any other identifier that is used as one segment in a path of the service.
export const pathId = segment.brand<'PathId'>()
export type PathId = z.infer<typeof pathId>
