import 'server-only'
import { database } from '@/lib/db/instance'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import type { TemplateList, TemplateRow } from './schema'
import { readTemplates, type WireTemplate } from './wire'

interface TemplateDeps {
  db?: Queryable
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

const limit = 1_000
const pagesMax = 20

interface Usage {
  template_id: string
  template_name: string | null
  inspections: number
  completed: number
  failed: number
  score: number | null
  last_at: string | null
}

const usageQuery = `select template_id, max(template_name) as template_name, count(*) as inspections,
    count(*) filter (where date_completed is not null) as completed,
    count(*) filter (where result = 'failed') as failed,
    avg(score_percentage) filter (where date_completed is not null) as score, max(modified_at) as last_at
  from inspections where missing_at is null and template_id is not null group by template_id`

/** Scans the whole index. The result is shared for a short time. */
const readUsage = (db: Queryable): Promise<Usage[]> =>
  keepShortly(db, 'template-usage', async () => (await db.query<Usage>(usageQuery)).rows)

/** All templates, 1,000 per request; the service returns the oldest first and pages only by time. */
async function listTemplatesOf(from: Pick<Service, 'call'>, signal?: AbortSignal): Promise<WireTemplate[]> {
  const found = new Map<string, WireTemplate>()
  let after: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const before = found.size
    const answer = await from.call(
      'searchTemplates',
      {
        query: {
          field: ['template_id', 'name', 'modified_at', 'created_at'],
          order: 'asc',
          archived: 'both',
          limit,
          ...(after === null ? {} : { modified_after: after }),
        },
      },
      signal === undefined ? {} : { signal },
    )
    const rows = readTemplates(answer.templates)
    for (const row of rows) found.set(row.templateId, row)
    const last = rows.at(-1)?.modifiedAt ?? null
    // A page with nothing new, or with fewer rows than the limit, is the last one.
    if (rows.length < limit || found.size === before || last === null) break
    // Starts one millisecond earlier, because the bound may exclude other templates with the last time.
    after = new Date(Date.parse(last) - 1).toISOString()
  }
  return [...found.values()]
}

/**
 * The service's templates, with their use according to the index. If the service is unreachable, only the templates of
 * the index.
 */
export async function listTemplates(deps: TemplateDeps = {}): Promise<TemplateList> {
  const db = deps.db ?? (await database())
  const told = listTemplatesOf(deps.service ?? service(), deps.signal).then(
    (templates) => ({ templates, note: null }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { templates: [], note: error.text }
    },
  )
  const [{ templates, note }, usage] = await Promise.all([told, readUsage(db)])
  const used = new Map(usage.map((row) => [row.template_id, row]))
  const listed = templates.map((template) => toRow(template.templateId, template, used.get(template.templateId)))
  const known = new Set(templates.map(({ templateId }) => templateId))
  const others = usage.filter((row) => !known.has(row.template_id)).map((row) => toRow(row.template_id, null, row))
  return {
    templates: [...listed, ...others].toSorted(
      (one, two) => two.inspections - one.inspections || one.name.localeCompare(two.name),
    ),
    note,
  }
}

function toRow(templateId: string, listed: WireTemplate | null, usage: Usage | undefined): TemplateRow {
  return {
    templateId,
    name: listed?.name ?? usage?.template_name ?? templateId,
    isListed: listed !== null,
    createdAt: listed?.createdAt ?? null,
    modifiedAt: listed?.modifiedAt ?? null,
    inspections: usage?.inspections ?? 0,
    completed: usage?.completed ?? 0,
    failed: usage?.failed ?? 0,
    scorePercentage: usage?.score ?? null,
    lastInspectionAt: usage?.last_at ?? null,
  }
}
