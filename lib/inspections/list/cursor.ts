import 'server-only'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '@/lib/errors'
import type { Sort } from '@/lib/inspections/filter/filter'
import { isAlwaysKnown, sortKindOf, sortNames, tieColumnOf, type SortKind } from '@/lib/inspections/columns'
import { inspectionResult } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'

/** The last row of a page: its sorted value (null: no value) and its id. */
export interface Position {
  value: string | number | null
  auditId: string
  /** The time of the row in orders with a `tieColumnOf`; null: no time. */
  tie?: string | null
}

const sortShape = z
  .string()
  .regex(/^-?[a-zA-Z]+$/)
  .refine((text) => sortNames.some((name) => name === text.replace('-', '')))
// The database does not accept NUL, so no text in the index contains it.
const keptText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((given) => !given.includes('\0'))
const values = {
  text: keptText(1_000),
  number: z.number(),
  count: z.number().int(),
  time: z.iso.datetime(),
  result: inspectionResult,
  review: z.enum(['reviewed', 'follow-up']),
  id: keptText(200).min(1),
} as const satisfies Record<SortKind, z.ZodType<Position['value']>>
// Orders without a tie column omit the tie, so that their cursors stay compatible with the previous release.
const shape = z.tuple([sortShape, z.unknown(), keptText(200).min(1), z.unknown().optional()])

/** Detects cursors that were truncated or changed by mistake. It is not secret. */
function checksum(text: string): string {
  return createHash('sha256').update(`inspections ${text}`).digest('base64url').slice(0, 10)
}

const nameOf = ({ name, isDescending }: Sort) => `${isDescending ? '-' : ''}${name}`

/** Writes a position in an order as an opaque cursor. */
export function writeCursor(sort: Sort, { value, auditId, tie }: Position): string {
  const parts = tie === undefined ? [value, auditId] : [value, auditId, tie]
  const body = Buffer.from(JSON.stringify([nameOf(sort), ...parts])).toString('base64url')
  return `${body}.${checksum(body)}`
}

function refuse(problem: string, cause?: unknown): AppError {
  return new AppError('invalid', serverText('common.unknownPlace'), {
    cause,
    details: { fields: { after: problem } },
  })
}

/**
 * Reads a cursor for a list in this order. It stays valid if the filter changes: the rows after the same position
 * follow.
 * @throws AppError invalid, naming `after`, if `writeCursor` did not write the cursor for the same order
 */
export function readCursor(sort: Sort, cursor: string): Position {
  const [body = '', sum, ...rest] = cursor.split('.')
  if (rest.length > 0 || sum !== checksum(body)) throw refuse(serverText('common.fields.cursor'))
  let read: z.infer<typeof shape>
  try {
    read = shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  } catch (error) {
    throw refuse(serverText('common.fields.cursor'), error)
  }
  const [order, given, auditId, givenTie] = read
  if (order !== nameOf(sort)) throw refuse(serverText('inspections.fields.otherOrder'))
  const known = values[sortKindOf(sort.name)]
  const value = (isAlwaysKnown(sort.name) ? known : known.nullable()).safeParse(given)
  if (!value.success) throw refuse(serverText('common.fields.cursor'), value.error)
  const tieColumn = tieColumnOf(sort.name)
  if (tieColumn === null) return { value: value.data, auditId }
  const tie = (isAlwaysKnown(tieColumn) ? values.time : values.time.nullable()).safeParse(givenTie)
  if (!tie.success) throw refuse(serverText('common.fields.cursor'), tie.error)
  return { value: value.data, auditId, tie: tie.data }
}
