import * as ids from '@/lib/ids'
import { asInstant, asText, type JsonRecord } from '@/lib/report/read'
import { mediaKindOf } from '@/lib/media/model'
import type { MediaKind } from '@/lib/media/schema'

/** A media object as the document has it. Its `href` is never read: addresses are made from ids alone. */
export interface MediaReference {
  id: string
  isFetchable: boolean
  ext: string | null
  kind: MediaKind
  label: string | null
  takenAt: string | null
}

/** Where attachments stand before what belongs to the question itself. */
const firstKeys = ['media', 'responses', 'options']

/** All media objects inside a value, each id once, in reading order. Iterative, so depth does not matter. */
export function collectMedia(root: JsonRecord, skip: ReadonlySet<string> = new Set()): MediaReference[] {
  const found = new Map<string, MediaReference>()
  const waiting: unknown[] = entriesInOrder(root, skip).toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const reference = Array.isArray(value) ? null : readMedia(value as JsonRecord)
    if (reference !== null && !found.has(reference.id)) found.set(reference.id, reference)
    // One by one: a spread of a huge list would overflow the stack.
    for (const inner of Object.values(value).toReversed()) waiting.push(inner)
  }
  return [...found.values()]
}

function entriesInOrder(root: JsonRecord, skip: ReadonlySet<string>): unknown[] {
  return Object.keys(root)
    .filter((key) => !skip.has(key))
    .sort((a, b) => rankKey(a) - rankKey(b))
    .map((key) => root[key])
}

function rankKey(key: string): number {
  return firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length
}

/** One media object; null when it has no id. */
export function readMedia(value: JsonRecord): MediaReference | null {
  const id = asText(value['media_id'])
  if (id === null) return null
  const ext = asText(value['file_ext'])?.replace(/^\./, '').toLowerCase() ?? null
  const label = asText(value['label'])
  return {
    id,
    isFetchable: ids.mediaId.safeParse(id).success,
    ext,
    kind: mediaKindOf(ext),
    // "no label" is what the service's apps write when nobody gave one.
    label: label === 'no label' ? null : label,
    takenAt: asInstant(value['date_created']),
  }
}
