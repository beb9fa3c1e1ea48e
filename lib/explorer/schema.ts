import type { Permission } from '@/lib/access/permissions'

/** Operations of the service as the explorer shows them: made on the server, from the table and its schemas. */

/** `list`: sent once for each value. */
export type FieldKind = 'text' | 'number' | 'time' | 'choice' | 'list'

/** An id of the path, or a parameter of the query. */
export interface ExplorerField {
  name: string
  kind: FieldKind
  isRequired: boolean
  /** What it means. */
  words: string | null
  /** What the service takes when it is left out. */
  whenAbsent: string | null
  choices: readonly string[]
  suggestions: readonly string[]
  example: string | null
  /** What a fresh form holds. */
  prefill: readonly string[]
  least: number | null
  most: number | null
  /** The operation that lists such ids. */
  idOf: string | null
}

/** One place of a JSON body: `options[].name`. */
export interface BodyField {
  path: string
  type: string
  isRequired: boolean
  words: string | null
  idOf: string | null
}

export interface ExplorerBody {
  isRequired: boolean
  /** JSON text to begin with. */
  example: string
  fields: readonly BodyField[]
}

/** How a list goes on: by a page number, a token, or the time of its last row. */
export type PagingKind = 'numbers' | 'body-token' | 'query-token' | 'time'

/** An operation in the list of all. */
export interface OperationSummary {
  name: string
  title: string
  group: string
  method: string
  /** With `:name` for each id. */
  path: string
  perMinute: number
  bucket: string
  lane: 'person' | 'background'
  permission: Permission
  isRead: boolean
  isBeyondContract: boolean
  /** Nobody may run it from here. */
  isSecret: boolean
}

export interface ExplorerOperation extends OperationSummary {
  isFile: boolean
  pathFields: readonly ExplorerField[]
  queryFields: readonly ExplorerField[]
  body: ExplorerBody | null
  paging: PagingKind | null
}

/** What somebody has filled in. Every query parameter is a list of its values; the empty text is not sent. */
export interface ExplorerForm {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, readonly string[]>>
  /** Parameters that the table does not know. */
  further: ReadonlyArray<{ name: string; value: string }>
  /** JSON text; empty for none. */
  body: string
}

/** What goes to the service. */
export interface ExplorerRequest {
  method: string
  /** At the service, with its query. */
  path: string
  body: string | null
}
