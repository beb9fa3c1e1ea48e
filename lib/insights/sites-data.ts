import 'server-only'
import { Values } from '@/lib/db/values'
import type { RowSource } from './parts-data'
import { nameAuthors, nameSites, nameTemplates } from './names-data'
import { readInsight, type AskedInsight, type InsightSource } from './scope-data'
import type { AuthorInsight, SiteInsight } from './schema'

const sitesShown = 25
const templatesShown = 12
const authorsShown = 50

interface Cell {
  site: string | null
  template: string | null
  completed: number
  failed: number
}

interface Line {
  hash: string | null
  completed: number
  failed: number
}

/** The sums of rows or columns of the table, those with most failures first. */
function sum(cells: readonly Cell[], by: 'site' | 'template'): Line[] {
  const lines = new Map<string | null, Line>()
  for (const cell of cells) {
    const line = lines.get(cell[by]) ?? { hash: cell[by], completed: 0, failed: 0 }
    line.completed += cell.completed
    line.failed += cell.failed
    lines.set(cell[by], line)
  }
  return [...lines.values()].sort(
    (a, b) => b.failed - a.failed || b.completed - a.completed || ((a.hash ?? '') < (b.hash ?? '') ? -1 : 1),
  )
}

const placeOf = (lines: readonly Line[]) => new Map(lines.map(({ hash }, at) => [hash, at]))

const siteRows: RowSource = {
  kind: 'site',
  columns: `site_hash, template_hash, 1 as completed, (result = 'failed')::int as failed`,
  counted: 'a as site_hash, b as template_hash, completed, failed',
}

/** Sites by templates. @throws as `readInsight` */
export function readSiteInsight(asked: AskedInsight, source: InsightSource = {}): Promise<SiteInsight> {
  return readInsight('sites', asked, source, async ({ tx, now, rows: writeRows }) => {
    const values = new Values()
    const { rows } = await tx.query<Cell>(
      `select site_hash::text as site, template_hash::text as template, completed, failed from (
         select site_hash, template_hash, sum(completed)::int as completed, sum(failed)::int as failed
         from (${await writeRows(now, values, siteRows)}) as seen group by 1, 2) as counted`,
      values.list,
    )
    const allSites = sum(rows, 'site')
    const allTemplates = sum(rows, 'template')
    const sites = allSites.slice(0, sitesShown)
    const templates = allTemplates.slice(0, templatesShown)
    const siteNames = await nameSites(
      tx,
      sites.map(({ hash }) => hash),
    )
    const templateNames = await nameTemplates(
      tx,
      templates.map(({ hash }) => hash),
    )
    const sitePlaces = placeOf(sites)
    const templatePlaces = placeOf(templates)
    return {
      sites: sites.map(({ hash, completed, failed }) => {
        const value = siteNames.get(hash) ?? null
        return { value, name: value, completed, failed }
      }),
      templates: templates.map(({ hash, completed, failed }) => {
        const template = templateNames.get(hash)
        return { value: template?.id ?? null, name: template?.name ?? null, completed, failed }
      }),
      cells: rows.flatMap(({ site: siteHash, template: templateHash, completed, failed }) => {
        const site = sitePlaces.get(siteHash)
        const template = templatePlaces.get(templateHash)
        return site === undefined || template === undefined ? [] : [{ site, template, completed, failed }]
      }),
      distinctSites: allSites.length,
      distinctTemplates: allTemplates.length,
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
