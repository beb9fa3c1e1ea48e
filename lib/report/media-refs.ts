import * as ids from '@/lib/ids'
import { asInstant, asText, type JsonRecord } from './read'
import { mediaKindOf } from '@/lib/media/model'
import type { MediaKind } from '@/lib/media/schema'

/** A media object of the document. Its `href` is never read, because addresses are made only from ids. */
export interface MediaReference {
  id: string
  isFetchable: boolean
  ext: string | null
  kind: MediaKind
  label: string | null
  takenAt: string | null
}

/** Fields with attachments of the question itself come first. */
const firstKeys: readonly string[] = ['media', 'responses', 'options']
const lastFirstKeys = firstKeys.toReversed()

/**
 * All media objects inside a value, each id once, in reading order. The search is iterative, so any depth is possible.
 */
export function collectMedia(root: JsonRecord, skip: ReadonlySet<string> = new Set()): MediaReference[] {
  // Most items have none.
  let found: Map<string, MediaReference> | null = null
  const waiting: object[] = []
  // The value pushed last is taken first, so values are pushed in reverse order. Most values are not objects and are
  // not pushed.
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
    if (reference !== null) {
      found ??= new Map()
      if (!found.has(reference.id)) found.set(reference.id, reference)
    }
    const names = Object.keys(record)
    for (let at = names.length - 1; at >= 0; at -= 1) pushObject(waiting, record[names[at] ?? ''])
  }
  return found === null ? [] : [...found.values()]
}

function pushObject(waiting: object[], value: unknown): void {
  if (typeof value === 'object' && value !== null) waiting.push(value)
}

/** Reads one media object; null when it has no id. */
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
    // The service's apps write "no label" when a person gave no label.
    label: label === 'no label' ? null : label,
    takenAt: asInstant(value['date_created']),
  }
}
