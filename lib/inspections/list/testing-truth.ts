import * as z from 'zod'

/**
 * An inspection at the service. Only this file reads it, and it shares no code with the console's own reading of
 * documents.
 */
export interface TruthRow {
  id: string
  modifiedAt: string
  title: string
  templateId: string
  template: string
  site: string | null
  author: string
  result: 'failed' | 'passed' | 'in-progress'
  failed: number
  score: number | null
  isArchived: boolean
  hasMedia: boolean
  /** Words of each name, answer and note, in lower case without accents. */
  fields: ReadonlyArray<readonly string[]>
}

const item = z.looseObject({
  item_id: z.string(),
  parent_id: z.string().optional(),
  type: z.string(),
  label: z.string().optional(),
  inactive: z.boolean().optional(),
  evaluation: z.boolean().optional(),
  options: z.looseObject({ failed_responses: z.array(z.string()).optional() }).optional(),
  responses: z
    .looseObject({
      failed: z.boolean().optional(),
      text: z.string().optional(),
      location_text: z.string().optional(),
      name: z.string().optional(),
      selected: z.array(z.looseObject({ id: z.string(), label: z.string().optional() })).optional(),
    })
    .optional(),
})
type Item = z.infer<typeof item>
const document = z.looseObject({
  audit_id: z.string(),
  modified_at: z.string(),
  archived: z.boolean(),
  template_id: z.string(),
  template_data: z.looseObject({ metadata: z.looseObject({ name: z.string() }) }),
  audit_data: z.looseObject({
    name: z.string(),
    score_percentage: z.number().nullish(),
    date_completed: z.string().nullish(),
    // Data of other tests of the same console may lack it.
    authorship: z.looseObject({ author: z.string() }).default({ author: '' }),
    site: z.looseObject({ name: z.string() }).nullish(),
  }),
  header_items: z.array(item),
  items: z.array(item),
  media: z.array(z.unknown()).optional(),
})

/** Words in lower case without accents. */
export const listWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Items that the inspector saw. Excludes branches that were not taken and patterns of repeated groups. */
function listSeen(items: readonly Item[]): Item[] {
  const hidden = new Set(
    items.filter(({ inactive, type }) => inactive === true || type === 'primeelement').map(({ item_id }) => item_id),
  )
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size
    for (const { item_id, parent_id } of items) if (parent_id && hidden.has(parent_id)) hidden.add(item_id)
  }
  return items.filter(({ item_id }) => !hidden.has(item_id))
}

function isFailed({ responses, options }: Item): boolean {
  const failing = new Set(options?.failed_responses)
  return responses?.failed === true || responses?.selected?.some(({ id }) => failing.has(id)) === true
}

/** Reads a document of the service as a `TruthRow`. */
export function readTruth(value: unknown): TruthRow {
  const { audit_data: data, ...rest } = document.parse(value)
  const seen = listSeen([...rest.header_items, ...rest.items])
  const failed = seen.filter(isFailed).length
  const answers = seen.flatMap((each) => {
    const { responses, label } = each
    // Only questions that failed or have a note are searchable. Otherwise a search for a question would find every
    // inspection.
    const isVisible = isFailed(each) || (responses?.selected !== undefined && (responses.text ?? '') !== '')
    const own = [responses?.text, responses?.location_text, responses?.name, isVisible ? label : undefined]
    return own.concat(responses?.selected?.map((choice) => choice.label) ?? [])
  })
  const site = data.site?.name ?? null
  const texts = [data.name, rest.template_data.metadata.name, site, data.authorship.author, ...answers]
  return {
    id: rest.audit_id,
    modifiedAt: rest.modified_at,
    title: data.name,
    templateId: rest.template_id,
    template: rest.template_data.metadata.name,
    site,
    author: data.authorship.author,
    result: data.date_completed == null ? 'in-progress' : failed > 0 ? 'failed' : 'passed',
    failed,
    score: data.score_percentage ?? null,
    isArchived: rest.archived,
    hasMedia: (rest.media ?? []).length > 0,
    fields: texts.filter((text) => text != null).map(listWords),
  }
}

/** All inspections of the service, by id. A changed document replaces the previous one. */
export class Truth {
  readonly #rows = new Map<string, TruthRow>()

  add(value: unknown): void {
    const row = readTruth(value)
    this.#rows.set(row.id, row)
  }

  get size(): number {
    return this.#rows.size
  }

  /** Matching rows, newest first like in the list. */
  find(matches: (row: TruthRow) => boolean = () => true): TruthRow[] {
    return [...this.#rows.values()]
      .filter(matches)
      .sort((a, b) => (a.modifiedAt === b.modifiedAt ? (a.id < b.id ? 1 : -1) : a.modifiedAt < b.modifiedAt ? 1 : -1))
  }

  count(matches: (row: TruthRow) => boolean): number {
    return this.find(matches).length
  }

  /**
   * A word in about half of the titles of these rows.
   * @throws if the titles have no word in common
   */
  pickWord(matches: (row: TruthRow) => boolean = () => true): string {
    const rows = this.find(matches)
    const words = new Set(rows.flatMap(({ title }) => listWords(title)).filter((word) => /^[a-z]{4,}$/.test(word)))
    const [best] = [...words]
      .map((word) => ({ word, count: rows.filter((row) => hasWords(row, word)).length }))
      .filter(({ count }) => count > 1 && count < rows.length)
      .sort((a, b) => Math.abs(a.count - rows.length / 2) - Math.abs(b.count - rows.length / 2))
    if (best === undefined) throw new Error('the titles have no word in common')
    return best.word
  }
}

/** Whether a row has these consecutive words. With `isPrefix`, the last one may be the beginning of a word. */
export function hasWords(row: TruthRow, text: string, { isPrefix = false } = {}): boolean {
  const words = listWords(text)
  return row.fields.some((field) =>
    field.some((_, at) =>
      words.every((word, offset) => {
        const found = field[at + offset]
        return found === word || (isPrefix && offset === words.length - 1 && found?.startsWith(word) === true)
      }),
    ),
  )
}
