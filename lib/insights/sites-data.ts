import 'server-only'
import { Values } from '@/lib/db/values'
import type { RowSource } from './parts-data'
import { nameAuthors, nameSites, nameTemplates } from './names-data'
import { readInsight, type AskedInsight, type InsightSource, type Scope } from './scope-data'
import type { AuthorInsight, SiteInsight } from './schema'

const sitesShown = 25
const templatesShown = 12
const authorsShown = 50

interface SiteRow {
  part: 'site' | 'template' | 'cell'
  site: string | null
  template: string | null
  completed: number
  failed: number
  distinct: number
}

const siteRows: RowSource = {
  kind: 'cell',
  columns: `site_hash, template_hash, 1 as completed, (result = 'failed')::int as failed`,
  counted: 'a as site_hash, b as template_hash, completed, failed',
}

const sums = 'sum(completed)::int as completed, sum(failed)::int as failed'

/**
 * SQL: the rows or columns of the table with most failures. Counted months store their sums, so that only a few rows
 * are added up.
 */
const writeTop = (by: 'site' | 'template', max: number, months: string) =>
  `top_${by} as materialized (
     select *, count(*) over ()::int as all_values from (
       select hash, ${sums} from (
         select ${by}_hash as hash, completed, failed from seen
         union all select a, completed, failed from insight_counts where kind = '${by}' and month = any(${months})
       ) as every group by hash) as counted
     order by failed desc, completed desc, hash limit ${max})`

/** SQL: whether a hash is in the table; no site or template has the hash 0. */
const isShown = (by: 'site' | 'template', column: string) =>
  `coalesce(${column}, 0) in (select coalesce(hash, 0) from top_${by})`

async function readCells({ tx, now, rows: writeRows }: Scope): Promise<SiteRow[]> {
  const values = new Values()
  const months = values.add(now.parts.months, 'date[]')
  const around = await writeRows({ ...now, parts: { ...now.parts, months: [] } }, values, siteRows)
  const { rows } = await tx.query<SiteRow>(
    `with seen as materialized (
       select site_hash, template_hash, ${sums} from (${around}) as every group by site_hash, template_hash
     ), ${writeTop('site', sitesShown, months)}, ${writeTop('template', templatesShown, months)}, cells as (
       select site_hash, template_hash, ${sums} from (
         select * from seen where ${isShown('site', 'site_hash')} and ${isShown('template', 'template_hash')}
         union all
         select a, b, completed, failed from insight_counts
         where kind = 'cell' and month = any(${months}) and ${isShown('site', 'a')} and ${isShown('template', 'b')}
       ) as every group by site_hash, template_hash
     ), parts as (
       select 'site' as part, hash as site, null::bigint as template, completed, failed, all_values from top_site
       union all select 'template', null, hash, completed, failed, all_values from top_template
       union all select 'cell', site_hash, template_hash, completed, failed, 0 from cells
     )
     select part, site::text, template::text, completed, failed, all_values as distinct from parts
     order by failed desc, completed desc, parts.site, parts.template`,
    values.list,
  )
  return rows
}

/** Sites by templates. @throws as `readInsight` */
export function readSiteInsight(asked: AskedInsight, source: InsightSource = {}): Promise<SiteInsight> {
  return readInsight('sites', asked, source, async (scope) => {
    const rows = await readCells(scope)
    const ofPart = (part: SiteRow['part']) => rows.filter((row) => row.part === part)
    const [sites, templates] = [ofPart('site'), ofPart('template')]
    const siteNames = await nameSites(
      scope.tx,
      sites.map(({ site }) => site),
    )
    const templateNames = await nameTemplates(
      scope.tx,
      templates.map(({ template }) => template),
    )
    const sitePlaces = new Map(sites.map(({ site }, at) => [site, at]))
    const templatePlaces = new Map(templates.map(({ template }, at) => [template, at]))
    return {
      sites: sites.map(({ site, completed, failed }) => {
        const value = siteNames.get(site) ?? null
        return { value, name: value, completed, failed }
      }),
      templates: templates.map(({ template: hash, completed, failed }) => {
        const template = templateNames.get(hash)
        return { value: template?.id ?? null, name: template?.name ?? null, completed, failed }
      }),
      cells: ofPart('cell').flatMap(({ site: siteHash, template: templateHash, completed, failed }) => {
        const site = sitePlaces.get(siteHash)
        const template = templatePlaces.get(templateHash)
        return site === undefined || template === undefined ? [] : [{ site, template, completed, failed }]
      }),
      distinctSites: sites[0]?.distinct ?? 0,
      distinctTemplates: templates[0]?.distinct ?? 0,
    }
  })
}

interface AuthorRow {
  author: string | null
  completed: number
  failed: number
  scored: number
  averageScore: number | null
  completedBefore: number | null
  distinct: number
}

const authorRows: RowSource = {
  kind: 'author',
  columns: `author_hash, 1 as completed, (result = 'failed')::int as failed, (score_percentage is not null)::int as scored,
    score_percentage as score`,
  counted: 'a as author_hash, completed, failed, scored, score',
}

/** Authors by the number of inspections that they completed. @throws as `readInsight` */
export function readAuthorInsight(asked: AskedInsight, source: InsightSource = {}): Promise<AuthorInsight> {
  return readInsight('authors', asked, source, async ({ tx, now, before, rows: writeRows }) => {
    const values = new Values()
    const seen = await writeRows(now, values, authorRows)
    const earlier = before === null ? null : await writeRows(before, values, authorRows)
    const { rows } = await tx.query<AuthorRow>(
      `with counted as (
         select author_hash, sum(completed)::int as completed, sum(failed)::int as failed, sum(scored)::int as scored,
                sum(score) / nullif(sum(scored), 0) as average
         from (${seen}) as seen group by 1
       ), earlier as (
         select author_hash, sum(completed)::int as completed
         from (${earlier ?? 'select null::bigint as author_hash, 0 as completed where false'}) as seen group by 1
       ), top as (
         select *, count(*) over ()::int as all_authors from counted
         order by completed desc, author_hash limit ${authorsShown}
       )
       select top.author_hash::text as author, top.completed, failed, scored, average as "averageScore",
              ${earlier === null ? 'null::int' : 'coalesce(earlier.completed, 0)'} as "completedBefore", all_authors as distinct
       -- By an equality, so that they are joined by hash; no author has the hash 0.
       from top left join earlier on coalesce(earlier.author_hash, 0) = coalesce(top.author_hash, 0)
       order by top.completed desc, top.author_hash`,
      values.list,
    )
    const names = await nameAuthors(
      tx,
      rows.map(({ author }) => author),
    )
    return {
      authors: rows.map(({ author, completed, failed, scored, averageScore, completedBefore }) => {
        const value = names.get(author) ?? null
        return { value, name: value, completed, failed, scored, averageScore, completedBefore }
      }),
      distinct: rows[0]?.distinct ?? 0,
    }
  })
}
