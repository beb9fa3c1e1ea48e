import type { Permission } from '@/lib/access/permissions'

/** API operations as the explorer shows them. The server creates them from the table of operations and its schemas. */

/** `list`: the parameter is sent once for each value. */
export type FieldKind = 'text' | 'number' | 'time' | 'choice' | 'list'

/** An id of the path, or a parameter of the query. */
export interface ExplorerField {
  name: string
  kind: FieldKind
  isRequired: boolean
  /** The meaning of the field. */
  words: string | null
  /** What the API uses when the field is left out. */
  whenAbsent: string | null
  choices: readonly string[]
  suggestions: readonly string[]
  example: string | null
  /** The values of a new form. */
  prefill: readonly string[]
  least: number | null
  most: number | null
  /** The operation that returns these ids. */
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
  /** JSON text of a new form. */
  example: string
  fields: readonly BodyField[]
}

/** How a list continues: by a page number, a token, or the time of its last row. */
export type PagingKind = 'numbers' | 'body-token' | 'query-token' | 'time'

/** An operation in the list of all operations. */
export interface OperationSummary {
  name: string
  title: string
  group: string
  method: string
  /** The path, with `:name` for each id. */
  path: string
  perMinute: number
  bucket: string
  lane: 'person' | 'background'
  permission: Permission
  isRead: boolean
  isBeyondContract: boolean
  /** Whether the operation cannot be run from the explorer. */
  isSecret: boolean
}

export interface ExplorerOperation extends OperationSummary {
  isFile: boolean
  pathFields: readonly ExplorerField[]
  queryFields: readonly ExplorerField[]
  body: ExplorerBody | null
  paging: PagingKind | null
}

/** The values of a form. Every query parameter is a list; empty text is not sent. */
export interface ExplorerForm {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, readonly string[]>>
  /** Parameters that are not documented. */
  further: ReadonlyArray<{ name: string; value: string }>
  /** JSON text; empty for none. */
  body: string
}

/** The request to SafetyCulture. */
export interface ExplorerRequest {
  method: string
  /** The complete URL at SafetyCulture, with the query. */
  path: string
  body: string | null
}
