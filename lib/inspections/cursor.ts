import 'server-only'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '@/lib/errors'

/** The last row of a page: the next page follows it in (modified_at, audit_id) order, newest first. */
export interface Position {
  modifiedAt: string
  auditId: string
}

const shape = z.tuple([z.iso.datetime(), z.string().min(1).max(200)])

/** Not a secret: it only tells a cursor of ours from one that was cut or edited on its way. */
function checksum(text: string): string {
  return createHash('sha256').update(`inspections ${text}`).digest('base64url').slice(0, 10)
}

/** Writes a position as an opaque cursor. */
export function writeCursor(position: Position): string {
  const body = Buffer.from(JSON.stringify([position.modifiedAt, position.auditId])).toString('base64url')
  return `${body}.${checksum(body)}`
}

function refuse(cause?: unknown): AppError {
  return new AppError('invalid', 'This place in the list is not known. Load the list from its top.', {
    cause,
    details: { fields: { after: 'is not a cursor of this list' } },
  })
}

/** @throws AppError invalid, naming `after`, for anything that `writeCursor` did not write. */
export function readCursor(cursor: string): Position {
  const [body = '', sum, ...rest] = cursor.split('.')
  if (rest.length > 0 || sum !== checksum(body)) throw refuse()
  try {
    const [modifiedAt, auditId] = shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    return { modifiedAt, auditId }
  } catch (error) {
    throw refuse(error)
  }
}
