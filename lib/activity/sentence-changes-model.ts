import * as z from 'zod'
import {
  roleName,
  status,
  text,
  writeCount,
  type Closer,
  type Say,
  type SentenceEntry,
  type SentenceValue,
  type SentenceValues,
} from './sentence-parts-model'
import type { SentenceKey } from './sentence-table-model'
import { describeEntry, writeSharing, type ChangeLine } from '@/lib/activity/view'

/** Details that make the sentence of an entry more specific than its action. Unknown data is ignored. */

/** The difference between before and after; null if there are several or none. */
function onlyLine(entry: SentenceEntry): ChangeLine | null {
  const lines = entry.isWithheld ? null : describeEntry(entry)
  return lines?.length === 1 ? (lines[0] ?? null) : null
}

export function readGroupChange(t: Say, entry: SentenceEntry): Closer | null {
  const line = onlyLine(entry)
  const { objectKind, objectId } = entry
  switch (line?.kind) {
    case 'text':
      return line.field === 'name' && line.from !== null && line.to !== null
        ? {
            key: 'status-group.rename',
            values: { from: text(line.from), object: { kind: 'thing', name: line.to, objectKind, objectId } },
          }
        : { key: 'status-group.describe', values: {} }
    case 'added':
      return { key: 'status-group.add-status', values: { to: status(t, line.status) } }
    case 'removed':
      return { key: 'status-group.remove-status', values: { from: status(t, line.status) } }
    case 'renamed':
      return {
        key: 'status-group.rename-status',
        values: { from: status(t, { name: line.from, color: line.status.color }), to: status(t, line.status) },
      }
    case 'recolored':
      return { key: 'status-group.recolor-status', values: { to: status(t, line.status) } }
    case 'ordered':
      return { key: 'status-group.order', values: {} }
    default:
      return null
  }
}

export function readViewChange(t: Say, entry: SentenceEntry): Closer | null {
  const line = onlyLine(entry)
  const { objectKind, objectId } = entry
  if (line?.kind === 'sharing' && line.from !== null && line.to !== null) {
    const [from, to] = [line.from, line.to].map((sharing) => text(writeSharing(t, sharing)))
    return { key: 'saved-view.share', values: { ...(from && { from }), ...(to && { to }) } }
  }
  if (line?.kind !== 'text' || line.field !== 'name' || line.from === null || line.to === null) return null
  return {
    key: 'saved-view.rename',
    values: { from: text(line.from), object: { kind: 'thing', name: line.to, objectKind, objectId } },
  }
}

const serviceAccount = z.object({ name: z.string(), role: z.string(), isDisabled: z.boolean().default(false) })

export function readServiceAccount(t: Say, { before, after }: SentenceEntry, verb: string): Closer | null {
  const [was, is] = [serviceAccount.safeParse(before).data, serviceAccount.safeParse(after).data]
  if (is === undefined) return null
  if (verb === 'create') return { values: { to: roleName(t, is.role) } }
  if (was === undefined) return null
  const differing = (['name', 'role', 'isDisabled'] as const).filter((name) => was[name] !== is[name])
  if (differing.length !== 1) return null
  if (differing[0] === 'name') return { key: 'service-account.rename', values: { from: text(was.name) } }
  if (differing[0] === 'isDisabled')
    return { key: is.isDisabled ? 'service-account.disable' : 'service-account.enable', values: {} }
  return {
    key: 'service-account.change-role',
    values: { from: roleName(t, was.role), to: roleName(t, is.role) },
  }
}

const indexed = z.object({
  ofIndex: z.object({ assets: z.array(z.object({ assetId: z.string(), code: z.string() })) }),
})

/**
 * The objects of an API call: the code of a single object (or its id if the code is unknown), or the number of objects.
 */
export function readCall(t: Say, { before, relatedCount = 0, relatedTo = [] }: SentenceEntry): SentenceValues {
  const [first] = relatedTo
  if (first === undefined || relatedCount === 0) return {}
  const { objectKind, objectId } = first
  if (relatedCount === 1) {
    const known = indexed.safeParse(before).data?.ofIndex.assets.find(({ assetId }) => assetId === objectId)
    return { extra: { kind: 'thing', name: known?.code ?? objectId, objectKind, objectId } }
  }
  const isOneKind = relatedTo.every((one) => one.objectKind === objectKind)
  return { extra: text(writeCount(t, isOneKind ? objectKind : '', relatedCount)) }
}

const named = z.object({ name: z.string() })
const keyed = z.object({ passkey: z.string() })
const ranked = z.object({ role: z.string() })
const formats: Readonly<Record<string, string>> = { pdf: 'PDF', word: 'Word', csv: 'CSV', jsonl: 'JSON Lines' }
const formatted = z.object({ format: z.string() })
const zipped = z.object({ files: z.number() })
const importing = z.object({ users: z.number() })
const thresholds = z.object({ attentionFrom: z.number(), goodFrom: z.number() })

/** Reads a value from before or after; empty if the data is unknown. */
function readSide<Known>(
  slot: 'from' | 'to' | 'extra',
  schema: z.ZodType<Known>,
  side: unknown,
  write: (known: Known) => string | SentenceValue,
): SentenceValues {
  const read = schema.safeParse(side)
  if (!read.success) return {}
  const value = write(read.data)
  return { [slot]: typeof value === 'string' ? text(value) : value }
}

const role = (t: Say, side: unknown, slot: 'from' | 'to') =>
  readSide(slot, ranked, side, (known) => roleName(t, known.role))

const rated = (t: Say, side: unknown, slot: 'from' | 'to') =>
  readSide(slot, thresholds, side, ({ attentionFrom, goodFrom }) =>
    t('values.thresholds', { attentionFrom: attentionFrom / 100, goodFrom: goodFrom / 100 }),
  )

/** Values of entries whose key is their action. */
export function readOther(t: Say, key: SentenceKey, { before, after }: SentenceEntry): SentenceValues {
  switch (key) {
    case 'account.rename':
      return {
        ...readSide('from', named, before, ({ name }) => name),
        ...readSide('to', named, after, ({ name }) => name),
      }
    case 'account.add-passkey':
    case 'account.rename-passkey':
    case 'account.remove-passkey':
      return {
        ...readSide('from', keyed, before, ({ passkey }) => passkey),
        ...readSide('to', keyed, after, ({ passkey }) => passkey),
      }
    case 'account.change-role':
      return { ...role(t, before, 'from'), ...role(t, after, 'to') }
    case 'account.create':
    case 'invitation.create':
    case 'invitation.accept':
    case 'api-token.create':
      return role(t, after, 'to')
    case 'template.set-thresholds':
      return { ...rated(t, before, 'from'), ...rated(t, after, 'to') }
    case 'export.start':
    case 'activity.export':
      return readSide('to', formatted, after, ({ format }) => formats[format] ?? format)
    case 'media.zip':
      return readSide('extra', zipped, after, ({ files }) => writeCount(t, 'file', files))
    case 'user-job.run':
    case 'user-job.check':
      return readSide('extra', importing, after, ({ users }) => writeCount(t, 'user', users))
    default:
      return {}
  }
}
