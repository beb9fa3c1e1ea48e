import * as z from 'zod'
import { fieldKeys } from './fields'

/** What a column is for, as drafts and responses hold it. */
export const columnUse = z.union([
  z.object({ to: z.literal('field'), field: z.enum(fieldKeys) }),
  z.object({ to: z.literal('attribute'), name: z.string() }),
  z.object({ to: z.literal('ignored') }),
  z.object({ to: z.literal('unmapped') }),
])
