import * as z from 'zod'
import type { Translator } from '@/lib/messages/translator'
import type { ActivityEntry } from './schema'

/**
 * What an entry of the log changed, as lines that `ChangeLines` turns into text. The log contains entries of other
 * versions, so unknown data is no error: it is shown raw.
 */

export interface StatusSaid {
  name: string
  color: string
}

/** Fields with text that a change can affect. */
export type TextField = 'name' | 'description' | 'note' | 'assignee' | 'due' | 'comment' | 'filter'

/**
 * State of one inspection, counts of several by their state, or `unchanged` for inspections that had different states.
 */
export type ReviewSide = { state: string } | { counts: Readonly<Record<string, number>> } | 'unchanged'

/** Who can see a view: everyone, or its owner and the people with these names. */
export type Sharing = 'everyone' | readonly string[]

/** One thing that differs between before and after. */
export type ChangeLine =
  /** `from` null: there was no text before. `to` null: the text was removed. */
  | { kind: 'text'; field: TextField; from: string | null; to: string | null }
  | { kind: 'review'; from: ReviewSide | null; to: ReviewSide | null }
  | { kind: 'sharing'; from: Sharing | null; to: Sharing | null }
  | { kind: 'added'; status: StatusSaid }
  | { kind: 'removed'; status: StatusSaid; replacement: { kind: 'moved'; to: StatusSaid } | { kind: 'cleared' } | null }
  | { kind: 'renamed'; status: StatusSaid; from: string }
  | { kind: 'recolored'; status: StatusSaid; from: string }
  | { kind: 'ordered'; names: string[] }
  /** The statuses that something was created or deleted with. */
  | { kind: 'statuses'; statuses: StatusSaid[] }
  | { kind: 'types'; added: number; removed: number }
  /** The status of an asset before and after; null: none. */
  | { kind: 'status'; from: StatusSaid | null; to: StatusSaid | null }
  /** The group of a type before and after; null: none. */
  | { kind: 'group'; from: string | null; to: string | null }

const option = z
  .object({
    optionId: z.string().nullish(),
    id: z.string().nullish(),
    name: z.string(),
    color: z.string().default(''),
  })
  .transform(({ optionId, id, name, color }) => ({ optionId: optionId ?? id ?? null, name, color }))

const group = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  options: z.array(option).optional(),
  typeIds: z.array(z.string()).optional(),
  /** What happened to the assets of removed statuses. `removed` is Sightline's form, `moveTo` is SafetyCulture's. */
  removed: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('move'), optionId: z.string() }),
      z.object({ kind: z.literal('clear') }),
    ])
    .nullish()
    .catch(null),
  moveTo: z.string().nullish().catch(null),
})
type Group = z.output<typeof group>
type Option = z.output<typeof option>

const said = ({ name, color }: StatusSaid): StatusSaid => ({ name, color })

/**
 * The differences between two states of a group. A field that `after` omits is unchanged.
 * @returns an empty list when nothing differs
 */
export function describeGroupChange(before: Group, after: Group): ChangeLine[] {
  const lines: ChangeLine[] = []
  if (after.name !== undefined && after.name !== before.name)
    lines.push({ kind: 'text', field: 'name', from: before.name ?? null, to: after.name })
  if (after.description !== undefined && after.description !== (before.description ?? ''))
    lines.push({
      kind: 'text',
      field: 'description',
      from: before.description === '' ? null : (before.description ?? null),
      to: after.description === '' ? null : after.description,
    })
  if (after.options !== undefined) lines.push(...describeOptions(before.options ?? [], after.options, after))
  if (after.typeIds !== undefined && before.typeIds !== undefined) {
    const [had, has] = [new Set(before.typeIds), new Set(after.typeIds)]
    const added = [...has].filter((typeId) => !had.has(typeId)).length
    const removed = [...had].filter((typeId) => !has.has(typeId)).length
    if (added + removed > 0) lines.push({ kind: 'types', added, removed })
  }
  return lines
}

function describeOptions(before: readonly Option[], after: readonly Option[], asked: Group): ChangeLine[] {
  const lines: ChangeLine[] = []
  const known = new Map(before.flatMap((one) => (one.optionId === null ? [] : [[one.optionId, one] as const])))
  const stayed = new Set<string>()
  for (const status of after) {
    const was = status.optionId === null ? undefined : known.get(status.optionId)
    if (was?.optionId == null) {
      lines.push({ kind: 'added', status: said(status) })
      continue
    }
    stayed.add(was.optionId)
    if (was.name !== status.name) lines.push({ kind: 'renamed', status: said(status), from: was.name })
    if (was.color !== status.color) lines.push({ kind: 'recolored', status: said(status), from: was.color })
  }
  for (const [optionId, status] of known)
    if (!stayed.has(optionId))
      lines.push({ kind: 'removed', status: said(status), replacement: readReplacement(asked, [...before, ...after]) })
  const orderOf = (options: readonly Option[]) =>
    options.flatMap(({ optionId }) => (optionId !== null && stayed.has(optionId) ? [optionId] : []))
  if (orderOf(before).join('\n') !== orderOf(after).join('\n'))
    lines.push({ kind: 'ordered', names: after.map(({ name }) => name) })
  return lines
}

function readReplacement(
  { removed, moveTo }: Group,
  options: readonly Option[],
): { kind: 'moved'; to: StatusSaid } | { kind: 'cleared' } | null {
  const target = removed?.kind === 'move' ? removed.optionId : (moveTo ?? null)
  if (target !== null) {
    const to = options.findLast(({ optionId }) => optionId === target)
    return { kind: 'moved', to: to === undefined ? { name: target, color: '' } : said(to) }
  }
  return removed?.kind === 'clear' ? { kind: 'cleared' } : null
}

// A status may be stored alone or inside its asset.
const bareStatus = z.object({ name: z.string(), color: z.string().default('') })
const statusOf = z.union([
  z.null(),
  z.object({ status: bareStatus.nullable() }).transform(({ status }) => status),
  bareStatus,
])
const namedGroup = z.object({ groupId: z.string().nullable().default(null).catch(null), name: z.string() })
const groupOf = z.union([
  z.null(),
  z.object({ group: namedGroup.nullable() }).transform((given) => given.group),
  namedGroup,
])

/** A status in an entry; null: no status, undefined: unknown data. */
export function readStatusOf(side: unknown): StatusSaid | null | undefined {
  return statusOf.safeParse(side ?? null).data
}

/** A type's group in an entry; null: no group, undefined: unknown data. */
export function readGroupOf(side: unknown): z.output<typeof namedGroup> | null | undefined {
  return groupOf.safeParse(side ?? null).data
}

/** What an entry changed, line by line. Null: unknown data, which is shown raw. */
export function describeEntry(entry: Pick<ActivityEntry, 'action' | 'before' | 'after'>): ChangeLine[] | null {
  const [noun, verb] = entry.action.split('.')
  const [before, after] = [entry.before ?? null, entry.after ?? null]
  if (before === null && after === null) return null
  if (noun === 'status-group') {
    if (verb === 'create' || verb === 'recreate') return describeWhole(after ?? before)
    if (verb === 'delete') return describeWhole(before)
    const [was, is] = [group.safeParse(before), group.safeParse(after)]
    return was.success && is.success ? describeGroupChange(was.data, is.data) : null
  }
  if (noun === 'review-comment') return describeComment(before, after)
  if (noun === 'review') return describeReview(before, after)
  if (noun === 'saved-view' && verb !== 'import') return describeView(before, after)
  if (noun === 'asset' && verb?.endsWith('-status') === true) {
    const [from, to] = [readStatusOf(before), readStatusOf(after)]
    return from === undefined || to === undefined
      ? null
      : [{ kind: 'status', from: from && said(from), to: to && said(to) }]
  }
  if (noun === 'asset-type' && verb?.endsWith('-group') === true) {
    const [from, to] = [readGroupOf(before), readGroupOf(after)]
    return from === undefined || to === undefined
      ? null
      : [{ kind: 'group', from: from?.name ?? null, to: to?.name ?? null }]
  }
  return null
}

const reviewStates = ['unreviewed', 'reviewed', 'follow-up'] as const
/** A state of a review; null if this version does not know it. */
export const readReviewState = (state: string) => reviewStates.find((known) => known === state) ?? null
const stateOf = (kept: { state: string } | null | undefined) => (kept == null ? null : { state: kept.state })
const review = z
  .object({
    state: z.string(),
    note: z.string().optional(),
    assignee: z.string().nullish(),
    dueOn: z.string().nullish(),
  })
  .nullable()
const manyBefore = z.object({ states: z.record(z.string(), z.number()) })

/** For one inspection: its state before and after. For several: the number of inspections in each state before. */
function describeReview(before: unknown, after: unknown): ChangeLine[] | null {
  const many = manyBefore.safeParse(before)
  const is = review.safeParse(after)
  if (many.success)
    return [{ kind: 'review', from: { counts: many.data.states }, to: is.success ? stateOf(is.data) : 'unchanged' }]
  const was = review.safeParse(before)
  if (!was.success || !is.success) return null
  const lines: ChangeLine[] = [{ kind: 'review', from: stateOf(was.data), to: stateOf(is.data) }]
  const describe = (field: TextField, had: string | null | undefined, has: string | null | undefined) => {
    const [from, to] = [had === '' ? null : (had ?? null), has === '' ? null : (has ?? null)]
    if (from !== to) lines.push({ kind: 'text', field, from, to })
  }
  describe('note', was.data?.note, is.data?.note)
  describe('assignee', was.data?.assignee, is.data?.assignee)
  describe('due', was.data?.dueOn, is.data?.dueOn)
  return lines
}

const comment = z.object({ comment: z.string() }).nullable()

function describeComment(before: unknown, after: unknown): ChangeLine[] | null {
  const [was, is] = [comment.safeParse(before), comment.safeParse(after)]
  if (!was.success || !is.success) return null
  return [{ kind: 'text', field: 'comment', from: was.data?.comment ?? null, to: is.data?.comment ?? null }]
}

const view = z
  .object({ name: z.string(), query: z.string(), isShared: z.boolean(), sharedWith: z.array(z.string()).default([]) })
  .nullable()

function describeView(before: unknown, after: unknown): ChangeLine[] | null {
  const [was, is] = [view.safeParse(before), view.safeParse(after)]
  if (!was.success || !is.success) return null
  const [from, to] = [was.data, is.data]
  const lines: ChangeLine[] = []
  const describe = (field: TextField, had: string | undefined, has: string | undefined) => {
    if (had !== has) lines.push({ kind: 'text', field, from: had ?? null, to: has ?? null })
  }
  describe('name', from?.name, to?.name)
  describe('filter', from?.query, to?.query)
  const shared = (kept: typeof from): Sharing | null =>
    kept === null ? null : kept.isShared ? 'everyone' : kept.sharedWith
  const [had, has] = [shared(from), shared(to)]
  if (JSON.stringify(had) !== JSON.stringify(has)) lines.push({ kind: 'sharing', from: had, to: has })
  return lines
}

/** Who can see a view, as text. */
export function writeSharing(t: Translator<'activity'>, sharing: Sharing): string {
  if (sharing === 'everyone') return t('changes.everyone')
  return sharing.length === 0 ? t('changes.owner') : t('changes.ownerAnd', { names: sharing.join(', ') })
}

function describeWhole(value: unknown): ChangeLine[] | null {
  const parsed = group.safeParse(value)
  if (!parsed.success) return null
  const { description, options, typeIds } = parsed.data
  const lines: ChangeLine[] = []
  if (description !== undefined && description !== '')
    lines.push({ kind: 'text', field: 'description', from: null, to: description })
  if (options !== undefined) lines.push({ kind: 'statuses', statuses: options.map(said) })
  if (typeIds !== undefined && typeIds.length > 0) lines.push({ kind: 'types', added: typeIds.length, removed: 0 })
  return lines
}
