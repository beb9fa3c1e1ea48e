import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { readTemplateNames } from '@/lib/inspections/list/facets'

/** A hash as text, because a number cannot represent every bigint exactly. Null: no value. */
type Hash = string | null

async function readValues(
  tx: Queryable,
  hashes: readonly Hash[],
  { value, key }: { value: string; key: string },
): Promise<Map<Hash, string>> {
  const { rows } = await tx.query<{ hash: string; value: string }>(
    `select hash::text as hash, (select ${value} from inspections where ${key} = hash limit 1) as value
     from unnest($1::bigint[]) as hash`,
    [[...new Set(hashes)].filter((hash) => hash !== null)],
  )
  return new Map(rows.map((row) => [row.hash, row.value]))
}

/** The names of sites, by their hashes. */
export function nameSites(tx: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, string>> {
  return readValues(tx, hashes, { value: 'site_name', key: 'site_hash' })
}

/** The names of authors, by their hashes. */
export function nameAuthors(tx: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, string>> {
  return readValues(tx, hashes, { value: 'author_name', key: 'author_hash' })
}

/** Ids and names of templates, by the hashes of their ids. */
export async function nameTemplates(
  tx: Queryable,
  hashes: readonly Hash[],
): Promise<Map<Hash, { id: string; name: string | null }>> {
  const ids = await readValues(tx, hashes, { value: 'template_id', key: 'template_hash' })
  const names = await readTemplateNames(tx, [...ids.values()])
  return new Map([...ids].map(([hash, id]) => [hash, { id, name: names.get(id) ?? null }]))
}

/** Keys and texts of questions, by the hashes of their keys. */
async function readQuestions(
  tx: Queryable,
  hashes: readonly string[],
): Promise<Map<string, { value: string; label: string | null }>> {
  const { rows } = await tx.query<{ hash: string; value: string; label: string | null }>(
    `select hash::text as hash, found.question as value, found.label
     from unnest($1::bigint[]) as hash
     cross join lateral (
       select question, label from inspection_failures where question_hash = hash limit 1
     ) as found`,
    [[...new Set(hashes)]],
  )
  return new Map(rows.map(({ hash, ...question }) => [hash, question]))
}

/** Describes failed questions by the hashes of questions and templates. Each of the two takes one query. */
export async function nameFailures(
  tx: Queryable,
  rows: ReadonlyArray<{ template: Hash; question: string }>,
): Promise<
  (row: { template: Hash; question: string }) => {
    value: string
    label: string | null
    templateId: string | null
    templateName: string | null
  }
> {
  const templates = await nameTemplates(
    tx,
    rows.map(({ template }) => template),
  )
  const questions = await readQuestions(
    tx,
    rows.map(({ question }) => question),
  )
  return ({ template, question }) => ({
    value: questions.get(question)?.value ?? '',
    label: questions.get(question)?.label ?? null,
    templateId: templates.get(template)?.id ?? null,
    templateName: templates.get(template)?.name ?? null,
  })
}
