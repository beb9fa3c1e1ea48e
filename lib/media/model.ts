import type { MediaKind } from './schema'

/** The title of a file without an answer and a name. Screens show it in the person's language. */
export const attachmentTitle = 'Attachment of the inspection'

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
  mov: 'video',
  pdf: 'pdf',
}

/** How the console can show a file, by its extension in lower case; `unknown` if there is no extension. */
export function mediaKindOf(ext: string | null): MediaKind {
  if (ext === null) return 'unknown'
  return Object.hasOwn(kindByExt, ext) ? (kindByExt[ext] ?? 'file') : 'file'
}

/** How a file without an extension is shown, by the Content-Type that the console returns. */
export function kindOfType(contentType: string | null): MediaKind {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'video'
  return type === 'application/pdf' ? 'pdf' : 'file'
}

/**
 * Whether a file is a photo in the format of iPhones. Its kind is `file`, because most browsers cannot show it without
 * conversion.
 */
export function isHeic({ ext }: { ext: string | null }): boolean {
  return ext === 'heic' || ext === 'heif'
}

/**
 * Whether the thumbnail of a file is a poster: a frame of a video, the first page of a PDF, or a converted photo.
 * Browsers create posters, because the server has no decoder for these formats.
 */
export function takesPoster(file: { kind: MediaKind; ext: string | null; isFetchable: boolean }): boolean {
  return file.isFetchable && (file.kind === 'video' || file.kind === 'pdf' || isHeic(file))
}

/** The console's own address of a file. It only consists of ids, because links in documents are never followed. */
export function mediaHref(auditId: string, mediaId: string): string {
  return `/api/media/${encodeURIComponent(auditId)}/${encodeURIComponent(mediaId)}`
}

/**
 * Longest side in pixels of each thumbnail. `small`: strips and lists; `medium`: grids; `large`: preview in the viewer.
 */
export const thumbSizes = { small: 160, medium: 480, large: 1_600 } as const
export type ThumbSize = keyof typeof thumbSizes

/** The address of a thumbnail (WebP) of a file. */
export function thumbHref(auditId: string, mediaId: string, size: ThumbSize): string {
  return `${mediaHref(auditId, mediaId)}/thumb?size=${size}`
}

/** The address of a poster. The response is 204 until a browser has created the poster. */
export function posterHref(auditId: string, mediaId: string, size: ThumbSize): string {
  return `${thumbHref(auditId, mediaId, size)}&kept=1`
}

/** The address that saves the file under `fileName` instead of showing it. */
export function downloadHref(auditId: string, mediaId: string, fileName: string): string {
  return `${mediaHref(auditId, mediaId)}?download=1&name=${encodeURIComponent(fileName)}`
}

const partCharsMax = 48
/**
 * Names are limited to 255 bytes on most disks. Three parts in any script, a number and an extension stay below that.
 */
const partBytesMax = 64
const encoder = new TextEncoder()

/** Joins any texts to a plain file name, such as "Forklift-pre-start_Brakes_Foot-brake-holds_2.jpg". */
export function mediaFileName(parts: ReadonlyArray<string | null>, number: number, ext: string | null): string {
  const words = parts.map((part) => plainName(part ?? '')).filter((part) => part !== '')
  const suffix = /^[a-z0-9]{1,8}$/.test(ext ?? '') ? `.${ext}` : ''
  return `${[...(words.length === 0 ? ['media'] : words), number].join('_')}${suffix}`
}

/** Converts any text to a short part of a file name: letters, digits and single hyphens. It may be empty. */
export function plainName(text: string): string {
  const plain = text
    .slice(0, 1_000)
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  let name = ''
  let bytes = 0
  for (const [at, character] of Array.from(plain).slice(0, partCharsMax).entries()) {
    bytes += encoder.encode(character).length
    if (bytes > partBytesMax) break
    // A combining mark belongs to the letter before it. At the start of a name it would attach to the preceding text.
    if (at > 0 || !/\p{M}/u.test(character)) name += character
  }
  return name.replaceAll(/^-+|-+$/g, '')
}

/** The whole question that a filter asks for, if its text is in double quotes; otherwise undefined: a part of questions. */
export const readWholeQuestion = (text: string): string | undefined => /^"(.+)"$/su.exec(text)?.[1]
