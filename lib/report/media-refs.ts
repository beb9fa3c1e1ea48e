import * as ids from '@/lib/ids'
import { asInstant, asText, type JsonRecord } from './read'
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
const firstKeys: readonly string[] = ['media', 'responses', 'options']
const lastFirstKeys = firstKeys.toReversed()

/** All media objects inside a value, each id once, in reading order. Iterative, so depth does not matter. */
export function collectMedia(root: JsonRecord, skip: ReadonlySet<string> = new Set()): MediaReference[] {
  const found = new Map<string, MediaReference>()
  const waiting: object[] = []
  // Pushed last comes out first, so everything is pushed from its end. Most values are no objects and never wait.
  const keys = Object.keys(root)
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const key = keys[at] ?? ''
    if (!firstKeys.includes(key) && !skip.has(key)) pushObject(waiting, root[key])
  }
  for (const key of lastFirstKeys) if (Object.hasOwn(root, key) && !skip.has(key)) pushObject(waiting, root[key])
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1) pushObject(waiting, value[at])
      continue
    }
    const record = value as JsonRecord
    const reference = readMedia(record)
    if (reference !== null && !found.has(reference.id)) found.set(reference.id, reference)
    const names = Object.keys(record)
    for (let at = names.length - 1; at >= 0; at -= 1) pushObject(waiting, record[names[at] ?? ''])
  }
  return found.size === 0 ? [] : [...found.values()]
}

function pushObject(waiting: object[], value: unknown): void {
  if (typeof value === 'object' && value !== null) waiting.push(value)
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
