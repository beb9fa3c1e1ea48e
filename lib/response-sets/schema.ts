import * as z from 'zod'
import { serverText } from '@/lib/server-text'

const instant = z.iso.datetime({ offset: true })

export const responseSetRow = z.object({
  responseSetId: z.string(),
  name: z.string(),
  createdAt: instant.nullable(),
})
export type ResponseSetRow = z.infer<typeof responseSetRow>
export const responseSetList = z.object({ responseSets: z.array(responseSetRow) })

export const responseSetParams = z.object({
  /** ID of the response set. */
  responseSetId: z.string().regex(/^[\w:.-]{1,200}$/, serverText('common.fields.id')),
})

export const responseSet = responseSetRow.extend({
  updatedAt: instant.nullable(),
  responses: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      shortLabel: z.string().nullable(),
      rest: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type ResponseSet = z.infer<typeof responseSet>
