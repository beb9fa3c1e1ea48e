import 'server-only'
import * as z from 'zod'
import { AppError } from '@/lib/errors'
import type { AssetSort } from './schema'

/** The last row of a page: what it is sorted by (null: it has none) and its id. */
export interface AssetPosition {
  value: string | null
  assetId: string
}

// Of our own index, so it holds no NUL, which the database would not take.
const kept = z
  .string()
  .max(1_500)
  .refine((text) => !text.includes('\0'))
const shape = z.tuple([z.string(), kept.nullable(), kept.min(1)])

/** Writes a place in an order as an opaque cursor. */
export function writeAssetCursor(sort: AssetSort, { value, assetId }: AssetPosition): string {
  return Buffer.from(JSON.stringify([sort, value, assetId])).toString('base64url')
}

function refuse(problem: string, cause?: unknown): AppError {
  return new AppError('invalid', 'This place in the list is not known. Load the list from its top.', {
    cause,
    details: { fields: { after: problem } },
  })
}

/**
 * Reads a cursor for a list in this order. It holds a place in the order and not in the filter.
 * @throws AppError invalid, naming `after`
 */
export function readAssetCursor(sort: AssetSort, cursor: string): AssetPosition {
  let read: z.infer<typeof shape>
  try {
    read = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (error) {
    throw refuse('is not a cursor of this list', error)
  }
  const [order, value, assetId] = read
  if (order !== sort) throw refuse('is a cursor of the list in another order')
  if (sort.endsWith('modified') && value !== null && !z.iso.datetime().safeParse(value).success)
    throw refuse('is not a cursor of this list')
  return { value, assetId }
}
