import type { MediaKind } from '@/lib/media/schema'

const kindByExt: Readonly<Record<string, MediaKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  mp4: 'video',
  m4v: 'video',
  webm: 'video',
  pdf: 'pdf',
}

/** What the console can show of a file, by its extension in lower case; `unknown` when there is none. */
export function mediaKindOf(ext: string | null): MediaKind {
  if (ext === null) return 'unknown'
  return Object.hasOwn(kindByExt, ext) ? (kindByExt[ext] ?? 'file') : 'file'
}

/** The console's own address of a file. Made of ids alone: the `href` of a document is never followed. */
export function mediaHref(auditId: string, mediaId: string): string {
  return `/api/media/${encodeURIComponent(auditId)}/${encodeURIComponent(mediaId)}`
}

/** The address that saves the file under `fileName` instead of showing it. */
export function downloadHref(auditId: string, mediaId: string, fileName: string): string {
  return `${mediaHref(auditId, mediaId)}?download=1&name=${encodeURIComponent(fileName)}`
}

const partCharsMax = 48

/** "Forklift-pre-start_Brakes_Foot-brake-holds_2.jpg": parts that may hold anything become one plain file name. */
export function mediaFileName(parts: ReadonlyArray<string | null>, number: number, ext: string | null): string {
  const words = parts.map((part) => simplify(part ?? '')).filter((part) => part !== '')
  const suffix = /^[a-z0-9]{1,8}$/.test(ext ?? '') ? `.${ext}` : ''
  return `${[...(words.length === 0 ? ['media'] : words), number].join('_')}${suffix}`
}

function simplify(part: string): string {
  const plain = part
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, partCharsMax)
  return plain.replaceAll(/^-+|-+$/g, '')
}
