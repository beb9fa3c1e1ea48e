import { findList, isRow, type Row } from './parse-answer'
import type { ExplorerForm, ExplorerOperation } from './schema'

/**
 * Follows the pages of a list, one at a time: the caller sends each request and passes its response in. It also ends when
 * the API returns the same page or token again and again.
 */

export const pagesMax = 1_000
export const rowsMax = 500_000

/** Why no further page is requested: a key of `explorer.pages.end`. */
export type PagesEnd = 'complete' | 'repeated' | 'stuck' | 'unreadable' | 'limit'

export interface PageRead {
  /** Rows of this page that no earlier page had. */
  rows: readonly Row[]
  /** The form of the next page; null at the end. */
  next: ExplorerForm | null
  end: PagesEnd | null
}

export interface Pager {
  /** Reads the response to the page that was requested last. */
  read: (answer: unknown) => PageRead
}

/** A pager that starts with the page that `first` requests. */
export function createPager(operation: ExplorerOperation, first: ExplorerForm): Pager {
  const { paging } = operation
  let form = first
  let pages = 0
  let count = 0
  const seen = new Set<string>()
  const turn = { numbers: turnNumber, 'body-token': turnToken, 'query-token': turnToken, time: turnTime } as const

  return {
    read: (answer) => {
      const list = findList(answer)
      if (paging === null || list === null) return { rows: [], next: null, end: 'unreadable' }
      pages += 1
      const page = turn[paging]({ form, answer, rows: list.rows, seen, count, isInBody: paging === 'body-token' })
      count += page.rows.length
      const isFull = page.next !== null && (pages >= pagesMax || count >= rowsMax)
      const read: PageRead = isFull ? { rows: page.rows, next: null, end: 'limit' } : page
      if (read.next !== null) form = read.next
      return read
    },
  }
}

interface Turn {
  form: ExplorerForm
  answer: unknown
  rows: readonly Row[]
  /** What identified earlier pages: tokens, ids, or their text. */
  seen: Set<string>
  /** The number of rows on earlier pages. */
  count: number
  isInBody: boolean
}

const endAt = (end: PagesEnd, rows: readonly Row[] = []): PageRead => ({ rows, next: null, end })
const withQuery = (form: ExplorerForm, name: string, value: string): ExplorerForm => ({
  ...form,
  query: { ...form.query, [name]: [value] },
})

/** `page` from 1, until a page is empty, not full, or the last of the total. */
function turnNumber({ form, answer, rows, seen, count }: Turn): PageRead {
  if (rows.length === 0) return endAt('complete')
  // The first and last rows are enough to identify a page. The text of a thousand complete pages would fill the memory.
  const text = `${rows.length} ${JSON.stringify(rows[0])} ${JSON.stringify(rows.at(-1))}`
  if (seen.has(text)) return endAt('repeated')
  seen.add(text)
  const page = Number(form.query['page']?.[0] ?? '1') || 1
  const pageSize = Number(form.query['pageSize']?.[0] ?? '0')
  const total = isRow(answer) && typeof answer['totalCount'] === 'number' ? answer['totalCount'] : null
  // Reading may have begun at a later page. Then only the page size shows how many rows came before.
  const before = pageSize > 0 ? (page - 1) * pageSize : count
  const isLast = (total !== null && before + rows.length >= total) || (pageSize > 0 && rows.length < pageSize)
  if (isLast) return endAt('complete', rows)
  return { rows, next: withQuery(form, 'page', String(page + 1)), end: null }
}

/** Follows the token of the next page, until there is none or a token repeats. */
function turnToken({ form, answer, rows, seen, isInBody }: Turn): PageRead {
  const token = readToken(answer)
  if (token === null) return endAt('complete', rows)
  if (seen.has(token)) return endAt('repeated', rows)
  seen.add(token)
  if (!isInBody) return { rows, next: withQuery(form, 'page_token', token), end: null }
  const body: unknown = form.body.trim() === '' ? {} : JSON.parse(form.body)
  const next = { ...(isRow(body) ? body : {}), page_token: token }
  return { rows, next: { ...form, body: JSON.stringify(next, null, 2) }, end: null }
}

function readToken(answer: unknown): string | null {
  if (!isRow(answer)) return null
  const token = answer['next_page_token'] ?? (isRow(answer['metadata']) ? answer['metadata']['next_page_token'] : null)
  return typeof token === 'string' && token !== '' ? token : null
}

function idOf(row: Row): string {
  const id = row['audit_id'] ?? row['template_id']
  return typeof id === 'string' ? id : JSON.stringify(row)
}

/**
 * The next page begins at the time of the last row. The API documentation does not say whether that time is included,
 * so rows that were already read are left out by id.
 */
function turnTime({ form, answer, rows, seen }: Turn): PageRead {
  const fresh = rows.filter((row) => !seen.has(idOf(row)))
  for (const row of fresh) seen.add(idOf(row))
  const { total, count } = isRow(answer) ? answer : {}
  if (typeof total === 'number' && total - (typeof count === 'number' ? count : rows.length) <= 0)
    return endAt('complete', fresh)
  if (rows.length === 0) return endAt('complete')
  const last = rows.at(-1)?.['modified_at']
  if (typeof last !== 'string') return endAt('unreadable', fresh)
  const bound = form.query['order']?.[0] === 'desc' ? 'modified_before' : 'modified_after'
  if (form.query[bound]?.[0] === last && fresh.length === 0) return endAt('stuck')
  if (fresh.length === 0) return endAt('repeated')
  return { rows: fresh, next: withQuery(form, bound, last), end: null }
}
