import * as z from 'zod'
import { AppError } from '@/lib/errors'
import { auditId, templateId } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { normalizeInstant } from '@/lib/time/instants'
import { serverText } from '@/lib/server-text'
import type { FoundInspection, Search } from './types'

const answerShape = z.object({
  total: z.number().int().nonnegative(),
  audits: z.array(z.unknown()),
})
const rowShape = z.object({ audit_id: auditId, modified_at: z.string(), template_id: templateId.nullish().catch(null) })

function readRow(value: unknown): FoundInspection | null {
  const row = rowShape.safeParse(value)
  if (!row.success) return null
  const modifiedAt = normalizeInstant(row.data.modified_at)
  return modifiedAt === null
    ? null
    : { auditId: row.data.audit_id, modifiedAt, templateId: row.data.template_id ?? null }
}

/**
 * Calls the service's search in the background lane, with everything that the connected account can see.
 * @throws AppError as `Service.call`; upstream_failed when the response has no readable rows.
 */
export function createSearch(service: Pick<Service, 'call'>): Search {
  return async (query, signal) => {
    const answer = await service.call(
      'searchInspections',
      {
        query: {
          field: ['audit_id', 'modified_at', 'template_id'],
          order: query.order ?? 'asc',
          archived: query.archived ?? 'both',
          completed: query.completed ?? 'both',
          limit: query.limit,
          ...(query.modifiedAfter === undefined ? {} : { modified_after: query.modifiedAfter }),
          ...(query.modifiedBefore === undefined ? {} : { modified_before: query.modifiedBefore }),
          ...(query.template === undefined ? {} : { template: [query.template] }),
        },
      },
      { lane: 'background', signal },
    )
    const page = answerShape.safeParse(answer)
    if (!page.success) throw new AppError('upstream_failed', serverText('sync.unreadableSearch'), { cause: page.error })
    const rows = page.data.audits.map(readRow).filter((row) => row !== null)
    const count = page.data.audits.length
    return { rows, total: page.data.total, count, unreadable: count - rows.length }
  }
}
