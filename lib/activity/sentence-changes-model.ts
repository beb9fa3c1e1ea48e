import * as z from 'zod'
import {
  capitalize,
  count,
  nouns,
  status,
  text,
  type Closer,
  type SentenceEntry,
  type SentenceValues,
} from './sentence-parts-model'
import type { SentenceKey } from './sentence-table-model'
import { describeEntry, type ChangeLine } from './view'

/** What single entries say more closely than their action: read leniently, what is not understood is left out. */

/** The one thing that differs; null when several do. */
function onlyLine(entry: SentenceEntry): ChangeLine | null {
  const lines = entry.isWithheld ? null : describeEntry(entry)
  return lines?.length === 1 ? (lines[0] ?? null) : null
}

export function readGroupChange(entry: SentenceEntry): Closer | null {
  const line = onlyLine(entry)
  const { objectKind, objectId } = entry
  switch (line?.kind) {
    case 'text':
      return line.label === 'Name' && line.from !== null && line.to !== null
        ? {
            key: 'status-group.rename',
            values: { from: text(line.from), object: { kind: 'thing', name: line.to, objectKind, objectId } },
          }
        : { key: 'status-group.describe', values: {} }
    case 'added':
      return { key: 'status-group.add-status', values: { to: status(line.status) } }
    case 'removed':
      return { key: 'status-group.remove-status', values: { from: status(line.status) } }
    case 'renamed':
      return {
        key: 'status-group.rename-status',
        values: { from: status({ name: line.from, color: line.status.color }), to: status(line.status) },
      }
    case 'recoloured':
      return { key: 'status-group.recolour-status', values: { to: status(line.status) } }
    case 'ordered':
      return { key: 'status-group.order', values: {} }
    default:
      return null
  }
}

export function readViewChange(entry: SentenceEntry): Closer | null {
  const line = onlyLine(entry)
  if (line?.kind !== 'text' || line.from === null || line.to === null) return null
  const [from, to] = [text(line.from), text(line.to)]
  const { objectKind, objectId } = entry
  if (line.label === 'Name')
    return {
      key: 'saved-view.rename',
      values: { from, object: { kind: 'thing', name: line.to, objectKind, objectId } },
    }
  return line.label === 'Seen by' ? { key: 'saved-view.share', values: { from, to } } : null
}

const serviceAccount = z.object({ name: z.string(), role: z.string(), isDisabled: z.boolean().default(false) })

export function readServiceAccount({ before, after }: SentenceEntry, verb: string): Closer | null {
  const [was, is] = [serviceAccount.safeParse(before).data, serviceAccount.safeParse(after).data]
  if (is === undefined) return null
  if (verb === 'create') return { values: { to: text(capitalize(is.role)) } }
  if (was === undefined) return null
  const differing = (['name', 'role', 'isDisabled'] as const).filter((name) => was[name] !== is[name])
  if (differing.length !== 1) return null
  if (differing[0] === 'name') return { key: 'service-account.rename', values: { from: text(was.name) } }
  if (differing[0] === 'isDisabled')
    return { key: is.isDisabled ? 'service-account.disable' : 'service-account.enable', values: {} }
  return {
    key: 'service-account.change-role',
    values: { from: text(capitalize(was.role)), to: text(capitalize(is.role)) },
  }
}

const indexed = z.object({
  ofIndex: z.object({ assets: z.array(z.object({ assetId: z.string(), code: z.string() })) }),
})
const relatedNouns: Readonly<Record<string, readonly [string, string]>> = {
  ...nouns,
  inspection: ['inspection', 'inspections'],
  'status-group': ['status group', 'status groups'],
  'user-job': ['import', 'imports'],
  webhook: ['webhook', 'webhooks'],
}

/** What a call of the API was about: the one thing by its name where it is known, of several how many. */
export function readCall({ before, relatedCount = 0, relatedTo = [] }: SentenceEntry): SentenceValues {
  const [first] = relatedTo
  if (first === undefined || relatedCount === 0) return {}
  const { objectKind, objectId } = first
  if (relatedCount === 1) {
    const known = indexed.safeParse(before).data?.ofIndex.assets.find(({ assetId }) => assetId === objectId)
    return { extra: { kind: 'thing', name: known?.code ?? objectId, objectKind, objectId } }
  }
  const isOneKind = relatedTo.every((one) => one.objectKind === objectKind)
  const [one, many] = (isOneKind ? relatedNouns[objectKind] : undefined) ?? ['object', 'objects']
  return { extra: text(count(relatedCount, one, many)) }
}

const named = z.object({ name: z.string() })
const keyed = z.object({ passkey: z.string() })
const ranked = z.object({ role: z.string() })
const formats: Readonly<Record<string, string>> = { pdf: 'PDF', word: 'Word', csv: 'CSV', jsonl: 'JSON Lines' }
const formatted = z.object({ format: z.string() })
const zipped = z.object({ files: z.number() })
const importing = z.object({ users: z.number() })

/** A value of one side; nothing where it is not understood. */
function readSide<Known>(
  slot: 'from' | 'to' | 'extra',
  schema: z.ZodType<Known>,
  side: unknown,
  say: (known: Known) => string,
): SentenceValues {
  const read = schema.safeParse(side)
  return read.success ? { [slot]: text(say(read.data)) } : {}
}

const role = (side: unknown, slot: 'from' | 'to') => readSide(slot, ranked, side, (known) => capitalize(known.role))

/** What entries tell whose row is that of their action. */
export function readOther(key: SentenceKey, { before, after }: SentenceEntry): SentenceValues {
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
      return { ...role(before, 'from'), ...role(after, 'to') }
    case 'account.create':
    case 'invitation.create':
    case 'invitation.accept':
    case 'api-token.create':
      return role(after, 'to')
    case 'export.start':
    case 'activity.export':
      return readSide('to', formatted, after, ({ format }) => formats[format] ?? format)
    case 'media.zip':
      return readSide('extra', zipped, after, ({ files }) => count(files, 'file', 'files'))
    case 'user-job.run':
    case 'user-job.check':
      return readSide('extra', importing, after, ({ users }) => count(users, 'user', 'users'))
    default:
      return {}
  }
}
