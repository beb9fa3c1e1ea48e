import { pathId } from '@/lib/ids'
import type { Translator } from '@/lib/messages/translator'
import type { ExplorerField, ExplorerForm, ExplorerOperation, ExplorerRequest, OperationSummary } from './schema'

type Values = Readonly<Record<string, readonly string[]>>

/** The form that an operation starts with. */
export function makeForm(operation: ExplorerOperation): ExplorerForm {
  return {
    path: Object.fromEntries(operation.pathFields.map(({ name }) => [name, ''])),
    query: Object.fromEntries(operation.queryFields.map(({ name, prefill }) => [name, prefill])),
    further: [],
    body: operation.body?.example ?? '',
  }
}

/**
 * The form of an address: ids and parameters by their names, and the example body. An address without parameters gives
 * a new form.
 */
export function readForm(operation: ExplorerOperation, given: Values): ExplorerForm {
  const fresh = makeForm(operation)
  if (Object.keys(given).length === 0) return fresh
  const known = new Set([...operation.pathFields, ...operation.queryFields].map(({ name }) => name))
  return {
    path: Object.fromEntries(operation.pathFields.map(({ name }) => [name, given[name]?.[0] ?? ''])),
    query: Object.fromEntries(operation.queryFields.map(({ name }) => [name, given[name] ?? []])),
    further: Object.entries(given)
      .filter(([name]) => !known.has(name))
      .flatMap(([name, values]) => values.map((value) => ({ name, value }))),
    body: fresh.body,
  }
}

const isFilled = (text: string) => text !== ''

/** Parameters of a form in order. A repeated parameter is listed once for each value. */
export function listParameters(operation: ExplorerOperation, form: ExplorerForm): Array<readonly [string, string]> {
  return [
    ...operation.queryFields.flatMap(({ name }) =>
      (form.query[name] ?? []).filter(isFilled).map((value) => [name, value] as const),
    ),
    ...form.further.filter(({ name }) => name !== '').map(({ name, value }) => [name, value] as const),
  ]
}

const write = (pairs: ReadonlyArray<readonly [string, string]>) =>
  pairs
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

/** The query of a form, without the body. */
export function writeAddress(operation: ExplorerOperation, form: ExplorerForm): string {
  const ids = operation.pathFields.map(({ name }) => [name, form.path[name] ?? ''] as const)
  return write([...ids.filter(([, value]) => isFilled(value)), ...listParameters(operation, form)])
}

/** The request of a form. */
export function toRequest(operation: ExplorerOperation, form: ExplorerForm): ExplorerRequest {
  const path = operation.path.replaceAll(/\/:([A-Za-z]+)/g, (_, name: string) => {
    return `/${encodeURIComponent((form.path[name] ?? '').toWellFormed())}`
  })
  const query = write(listParameters(operation, form))
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    body: operation.body === null || form.body.trim() === '' ? null : form.body,
  }
}

type Say = Translator<'explorer'>

/** The errors of a form by the name of the field; `body` for the body. Empty when it can be sent. */
export function checkForm(t: Say, operation: ExplorerOperation, form: ExplorerForm): Readonly<Record<string, string>> {
  const issues: Record<string, string> = {}
  for (const { name } of operation.pathFields) {
    const issue = checkId(t, name, form.path[name] ?? '')
    if (issue !== null) issues[name] = issue
  }
  for (const field of operation.queryFields) {
    const issue = checkValues(t, field, (form.query[field.name] ?? []).filter(isFilled))
    if (issue !== null) issues[field.name] = issue
  }
  const issue = checkBody(t, operation, form.body)
  if (issue !== null) issues['body'] = issue
  return issues
}

function checkId(t: Say, name: string, value: string): string | null {
  if (value === '') return t('errors.idMissing')
  if (name === 'filename') return /[/\\%?#]/.test(value) ? t('errors.notFileName') : null
  return pathId.safeParse(value).success ? null : t('errors.notId')
}

function checkValues(t: Say, field: ExplorerField, values: readonly string[]): string | null {
  const { kind, isRequired, least, most, choices } = field
  if (values.length === 0) return isRequired ? t('errors.valueMissing') : null
  for (const value of values) {
    if (kind === 'choice' && !choices.includes(value)) return t('errors.notChoice', { choices: choices.join(', ') })
    if (kind === 'number' && !isWithin(Number(value), least, most)) return sayRange(t, least, most)
    if (kind === 'time' && (Number.isNaN(Date.parse(value)) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(value)))
      return t('errors.notTime')
  }
  return null
}

const isWithin = (value: number, least: number | null, most: number | null) =>
  Number.isInteger(value) && (least === null || value >= least) && (most === null || value <= most)

function sayRange(t: Say, least: number | null, most: number | null): string {
  if (most !== null) return t('errors.notWithin', { least: least ?? 0, most })
  return least === null ? t('errors.notWhole') : t('errors.tooSmall', { least })
}

function checkBody(t: Say, { body }: ExplorerOperation, text: string): string | null {
  if (body === null) return null
  if (text.trim() === '') return body.isRequired ? t('errors.bodyMissing') : null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const place = placeOf(text, error)
    return place === null ? t('errors.notJson') : t('errors.notJsonAt', place)
  }
}

/** The position of the parser's error; null if it is not known. */
function placeOf(text: string, error: unknown): { line: number; column: number } | null {
  const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
  if (at === undefined) return null
  const before = text.slice(0, Number(at)).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Operations by group that contain every word of `sought` in title, path, method or name. */
export function groupOperations(
  operations: readonly OperationSummary[],
  sought: string,
): Array<{ group: string; operations: OperationSummary[] }> {
  const words = sought.toLowerCase().split(/\s+/).filter(isFilled)
  const groups = new Map<string, OperationSummary[]>()
  for (const operation of operations) {
    const { name, title, method, path, group } = operation
    const text = `${name} ${title} ${method} ${path} ${group}`.toLowerCase()
    if (words.every((word) => text.includes(word))) groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  return [...groups].map(([group, members]) => ({ group, operations: members }))
}

/** Writes that clear statuses of assets without asking, and the page that shows this before it happens. */
const warningPages = {
  updateStatusGroup: 'group',
  deleteStatusGroup: 'group',
  addStatusGroupTypes: '/status-groups/types',
  removeStatusGroupTypes: '/status-groups/types',
  updateAsset: '/assets',
  updateAssets: '/assets',
} as const

/** A warning to show before a write. `name` is its key in `explorer.confirm.warnings`. */
export interface WriteWarning {
  name: keyof typeof warningPages
  href: string
}

const isWarned = (name: string): name is keyof typeof warningPages => Object.hasOwn(warningPages, name)

/** The warning before an operation is run; null for none. */
export function warnOf({ name }: Pick<OperationSummary, 'name'>, form: ExplorerForm): WriteWarning | null {
  if (!isWarned(name)) return null
  const page = warningPages[name]
  const href = page === 'group' ? `/status-groups/${encodeURIComponent(form.path['statusGroupId'] ?? '')}` : page
  return { name, href }
}
