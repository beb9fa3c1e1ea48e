import { pathId } from '@/lib/ids'
import type { ExplorerField, ExplorerForm, ExplorerOperation, ExplorerRequest, OperationSummary } from './schema'

type Values = Readonly<Record<string, readonly string[]>>

/** The form that an operation begins with. */
export function makeForm(operation: ExplorerOperation): ExplorerForm {
  return {
    path: Object.fromEntries(operation.pathFields.map(({ name }) => [name, ''])),
    query: Object.fromEntries(operation.queryFields.map(({ name, prefill }) => [name, prefill])),
    further: [],
    body: operation.body?.example ?? '',
  }
}

/**
 * The form that an address asks for: ids and parameters by their names, the body as it begins. An address without any is
 * that of a fresh form.
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

/** Parameters of a form in their order, each as often as it is sent. */
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

/** What stands behind the `?` of the page for a form; the body is never in it. */
export function writeAddress(operation: ExplorerOperation, form: ExplorerForm): string {
  const ids = operation.pathFields.map(({ name }) => [name, form.path[name] ?? ''] as const)
  return write([...ids.filter(([, value]) => isFilled(value)), ...listParameters(operation, form)])
}

/** What goes to the service for a form. */
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

/** What is wrong with a form, by the name of the field; `body` for the body. Empty when it can be sent. */
export function checkForm(operation: ExplorerOperation, form: ExplorerForm): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const { name } of operation.pathFields) {
    const fault = checkId(name, form.path[name] ?? '')
    if (fault !== null) faults[name] = fault
  }
  for (const field of operation.queryFields) {
    const fault = checkValues(field, (form.query[field.name] ?? []).filter(isFilled))
    if (fault !== null) faults[field.name] = fault
  }
  const fault = checkBody(operation, form.body)
  if (fault !== null) faults['body'] = fault
  return faults
}

function checkId(name: string, value: string): string | null {
  if (value === '') return 'Fill it in: the path needs it.'
  if (name === 'filename') return /[/\\%?#]/.test(value) ? 'This is not the name of a file.' : null
  return pathId.safeParse(value).success ? null : 'This is not an identifier of the service.'
}

function checkValues({ kind, isRequired, least, most, choices }: ExplorerField, values: readonly string[]) {
  if (values.length === 0) return isRequired ? 'Fill it in: the service needs it.' : null
  for (const value of values) {
    if (kind === 'choice' && !choices.includes(value)) return `One of ${choices.join(', ')}.`
    if (kind === 'number' && !isWithin(Number(value), least, most))
      return `A whole number from ${least ?? 0} to ${most ?? 'any'}.`
    if (kind === 'time' && (Number.isNaN(Date.parse(value)) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(value)))
      return 'A time with its zone, such as 2026-01-31T08:00:00.000Z.'
  }
  return null
}

const isWithin = (value: number, least: number | null, most: number | null) =>
  Number.isInteger(value) && (least === null || value >= least) && (most === null || value <= most)

function checkBody({ body }: ExplorerOperation, text: string): string | null {
  if (body === null) return null
  if (text.trim() === '') return body.isRequired ? 'Fill it in: the service needs a body.' : null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `This is not JSON${placeOf(text, error)}.`
  }
}

/** Where the reader stumbled, where it says so. */
function placeOf(text: string, error: unknown): string {
  const at = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
  if (at === undefined) return ''
  const before = text.slice(0, Number(at)).split('\n')
  return `: line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** Operations by the groups of the contract, those that hold every word of `sought` in title, path, method or name. */
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

/** What a write does beside what its name says, and the screen that shows it before it is done. */
export interface WriteWarning {
  words: string
  screen: string
  href: string
}

/** Operations that clear statuses of assets without asking. */
export function warnOf({ name }: Pick<OperationSummary, 'name'>, form: ExplorerForm): WriteWarning | null {
  const groupId = form.path['statusGroupId'] ?? ''
  const group = { screen: 'the group', href: `/status-groups/${encodeURIComponent(groupId)}` }
  const types = { screen: 'the board of types', href: '/status-groups/types' }
  const assets = { screen: 'the list of assets', href: '/assets' }
  const warnings: Readonly<Record<string, WriteWarning>> = {
    updateStatusGroup: {
      ...group,
      words:
        'Options that update_mask names and the body leaves out are removed, and assets that have them lose their status without a question.',
    },
    deleteStatusGroup: {
      ...group,
      words: 'The group is removed from every type, and all assets with a status of it lose that without a question.',
    },
    addStatusGroupTypes: {
      ...types,
      words: 'A type has one group: assets of a type that had another one lose their status without a question.',
    },
    removeStatusGroupTypes: {
      ...types,
      words: 'Assets of these types lose their status without a question.',
    },
    updateAsset: { ...assets, words: 'With statuses in update_mask and none in the body, the asset loses its status.' },
    updateAssets: {
      ...assets,
      words: 'With statuses in update_mask, every asset without one in the body loses its own.',
    },
  }
  return warnings[name] ?? null
}
