import { AppError } from '@/lib/errors'
import { pathId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'

/**
 * An id becomes exactly one segment of a path, or the call is refused. No value can add a second segment, a query or a
 * fragment.
 */
export interface PathTemplate {
  /** Literal text before each id, then the rest: always one longer than `names`. */
  literals: readonly string[]
  names: readonly string[]
}

/** Splits `/audits/:auditId/media/:mediaId` once, so that a request only joins strings. */
export function compilePath(path: string): PathTemplate {
  const parts = path.split(/\/:([A-Za-z]+)/)
  return {
    literals: parts
      .filter((_, index) => index % 2 === 0)
      .map((text, index, all) => (index < all.length - 1 ? `${text}/` : text)),
    names: parts.filter((_, index) => index % 2 === 1),
  }
}

// A file name comes from the service and is for people, so spaces, brackets and umlauts are common. Everything that one
// parser could take for a separator and another for text is refused: slashes, percent, control characters.
const fileName = /^(?!\.{1,2}$)[^/\\%?#\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]{1,255}$/u

/** Whether `value` may be the `:name` part of a path. */
export function isSegment(name: string, value: string): boolean {
  return name === 'filename' ? fileName.test(value) : pathId.safeParse(value).success
}

/**
 * The path with its ids filled in and encoded.
 * @throws AppError invalid when an id is missing or could be more than one segment.
 */
export function fillPath(template: PathTemplate, params: Readonly<Record<string, string>> | undefined): string {
  let path = template.literals[0] ?? ''
  for (let index = 0; index < template.names.length; index += 1) {
    const name = template.names[index] ?? ''
    const value = params !== undefined && Object.hasOwn(params, name) ? params[name] : undefined
    if (typeof value !== 'string' || !isSegment(name, value))
      throw new AppError('invalid', serverText('service.invalidId'), {
        details: { fields: { [name]: serverText('service.fields.notId') } },
      })
    path += encodeURIComponent(value) + (template.literals[index + 1] ?? '')
  }
  return path
}

/** The characters that URL parsing leaves in a query: visible ASCII without quotes, brackets or a fragment. */
const parsedQuery = /^[!$-;=?-~]*$/

/** Query text with its `?`, or nothing. A string that is not the query of a parsed URL is parsed first. */
export function encodeQuery(
  query: ReadonlyArray<readonly [string, string]> | URLSearchParams | string | undefined,
): string {
  if (query === undefined || query === '') return ''
  if (typeof query === 'string') return parsedQuery.test(query) ? `?${query}` : encodeQuery(new URLSearchParams(query))
  if (query instanceof URLSearchParams) return query.size === 0 ? '' : `?${query.toString()}`
  if (query.length === 0) return ''
  let text = ''
  for (const [name, value] of query)
    text += `${text === '' ? '?' : '&'}${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
  return text
}
