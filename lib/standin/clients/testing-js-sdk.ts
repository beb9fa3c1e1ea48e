import * as z from 'zod'
import { forEachOf, planPages, readAs, searchAnswer, type Reach, type Row } from './testing'

/**
 * The requests of the official JavaScript SDK (SafetyCulture/safetyculture-js: src/api.js, src/audits.js,
 * src/exports.js, src/export-profiles.js). This file was written after reading the SDK and contains none of its code.
 * Responses must have every field that the SDK reads.
 */

type Query = ReadonlyArray<readonly [name: string, value: string | readonly string[] | undefined]>

const profile = z.object({
  id: z.string(),
  name: z.string(),
  templates: z.array(z.object({ id: z.string(), name: z.string() })),
})
const document = z.looseObject({
  audit_id: z.string(),
  modified_at: z.string(),
  archived: z.boolean(),
  audit_data: z.looseObject({ date_completed: z.string().nullable() }),
})
const madeExport = z.object({ status: z.string(), href: z.string().optional() })
type Profile = z.infer<typeof profile>
type Document = z.infer<typeof document>

const pollsMax = 5

export class JsSdk {
  constructor(private readonly reach: Reach) {}

  /** Lists become repeated parameters, and undefined values are sent empty. */
  #make(method: 'GET' | 'POST', path: string, query: Query = []): Request {
    const search = new URLSearchParams(
      query.flatMap(([name, value]) => [value ?? ''].flat().map((one) => [name, one])),
    ).toString()
    const { baseUrl, token } = this.reach
    return new Request(`${baseUrl}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
  }
  async #ask<Shape>(schema: z.ZodType<Shape>, request: Request): Promise<Shape> {
    return readAs(schema, request, await this.reach.send(request))
  }

  /** audits.findAll: returns only the rows, without count and total. */
  async findAudits(options: { since?: string; order?: string; params?: Query } = {}): Promise<Row[]> {
    const { since, order = 'asc', params = [] } = options
    const own: Query = [
      ['modified_after', since],
      ['field', ['audit_id', 'modified_at']],
      ['order', order],
    ]
    const given = new Map([...own, ...params])
    return (await this.#ask(searchAnswer, this.#make('GET', '/audits/search', [...given]))).audits
  }

  /** audits.findById */
  findAudit(id: string): Promise<Document> {
    return this.#ask(document, this.#make('GET', `/audits/${id}`))
  }

  /** exportProfiles.findAll */
  async findProfiles(templateIds: readonly string[] = []): Promise<Profile[]> {
    const answer = z.object({ export_profiles: z.array(profile) })
    const query: Query = templateIds.map((id) => ['template', id])
    return (await this.#ask(answer, this.#make('GET', '/export_profiles/search', query))).export_profiles
  }

  /** exportProfiles.findById */
  findProfile(id: string): Promise<Profile> {
    return this.#ask(profile, this.#make('GET', `/export_profiles/${id}`))
  }

  /** exports.create. @returns the id of the export */
  async createExport(
    auditId: string,
    {
      format = 'pdf',
      timezone = 'UTC',
      exportProfile,
    }: { format?: string; timezone?: string; exportProfile?: string } = {},
  ): Promise<string> {
    const query: Query = [
      ['format', format],
      ['timezone', timezone],
      ...(exportProfile === undefined ? [] : [['export_profile', exportProfile] as const]),
    ]
    return (await this.#ask(z.object({ id: z.string() }), this.#make('POST', `/audits/${auditId}/export`, query))).id
  }

  /** exports.get: polls every five seconds, at most five times. @returns the link */
  async waitForExport(auditId: string, exportId: string): Promise<string> {
    for (let polls = 1; ; polls += 1) {
      const { status, href } = await this.#ask(madeExport, this.#make('GET', `/audits/${auditId}/exports/${exportId}`))
      if (status === 'SUCCESS' && href !== undefined) return href
      if (status !== 'IN PROGRESS' || polls === pollsMax) throw new Error(`${status} after ${polls} polls`)
      this.reach.onPoll?.()
    }
  }

  /** exports.download: to a file with the name at the end of the link, or to a stream. It ignores the HTTP status. */
  async download(href: string): Promise<{ filename: string; bytes: Buffer }> {
    const name = /\/([^/]+)$/.exec(href)?.[1] ?? ''
    const request = new Request(this.reach.locate?.(href) ?? href, {
      headers: { authorization: `Bearer ${this.reach.token}`, accept: 'application/json' },
    })
    const answer = await this.reach.send(request)
    return { filename: decodeURIComponent(name), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
}

/** Follows `since` from the last row of each page until a page has nothing new. @returns the pages and the ids */
export async function readPages(sdk: JsSdk, params: Query = []): Promise<{ pages: number[]; ids: Set<string> }> {
  const [pages, ids]: [number[], Set<string>] = [[], new Set()]
  for (let since: string | undefined; ;) {
    const rows = await sdk.findAudits({ ...(since === undefined ? {} : { since }), params })
    const before = ids.size
    for (const { audit_id: id } of rows) ids.add(id)
    if (ids.size === before) return { pages, ids }
    pages.push(rows.length)
    since = rows.at(-1)?.modified_at
  }
}

/** examples/audit_export.js and audit_export_to_stream.js. */
export async function exportFirst(sdk: JsSdk): Promise<{ filename: string; bytes: Buffer }> {
  const [audit] = await sdk.findAudits({ since: '2016-01-01' })
  if (audit === undefined) throw new Error('there is no inspection')
  const href = await sdk.waitForExport(audit.audit_id, await sdk.createExport(audit.audit_id))
  return sdk.download(href)
}

/** examples/export_profile_auto.js. */
export async function exportWithProfile(sdk: JsSdk): Promise<{ filename: string; bytes: Buffer; profile: Profile }> {
  const profiles = await sdk.findProfiles()
  const [audit] = await sdk.findAudits({
    since: '2016-01-01',
    params: [
      ['limit', '1'],
      ['field', ['audit_id', 'modified_at', 'template_id']],
      ['template', profiles.flatMap(({ templates }) => templates.map(({ id }) => id))],
    ],
  })
  const found = profiles.find(({ templates }) => templates.some(({ id }) => id === audit?.template_id))
  if (audit === undefined || found === undefined) throw new Error('no inspection has a template with a profile')
  const exportId = await sdk.createExport(audit.audit_id, { exportProfile: found.id })
  return { ...(await sdk.download(await sdk.waitForExport(audit.audit_id, exportId))), profile: found }
}

const searches = [
  { search: 'all', params: [['archived', 'both']], wants: () => true },
  { search: 'current', params: [], wants: ({ archived }) => !archived },
  {
    search: 'completed',
    params: [['completed', 'true']],
    wants: ({ archived, audit_data: data }) => !archived && data.date_completed !== null,
  },
] as const satisfies ReadonlyArray<{ search: string; params: Query; wants: (document: Document) => boolean }>

/**
 * Reads every document, then searches for all, current and completed inspections. The results must agree with the
 * documents. `truth` is in the order of the service.
 */
export async function readEverything(sdk: JsSdk, truth: readonly Row[]) {
  const documents = new Map<string, Document>()
  await forEachOf(truth, 8, async ({ audit_id: id }) => {
    documents.set(id, await sdk.findAudit(id))
  })
  const stale = truth.filter(({ audit_id: id, modified_at: at }) => documents.get(id)?.modified_at !== at)
  const results: Array<{ search: string; found: number; differences: number; pages: number[]; planned: number[] }> = []
  for (const { search, params, wants } of searches) {
    const { pages, ids } = await readPages(sdk, params)
    const rows = truth.filter(({ audit_id: id }) => {
      const read = documents.get(id)
      return read !== undefined && wants(read)
    })
    const missing = rows.filter(({ audit_id: id }) => !ids.has(id)).length
    const differences = missing + (ids.size - (rows.length - missing))
    results.push({ search, found: ids.size, differences, pages, planned: planPages(rows) })
  }
  return { stale, results }
}
