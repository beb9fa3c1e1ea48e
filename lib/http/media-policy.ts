/**
 * How files that somebody else made leave the console. They are never trusted: nine types that browsers only show or
 * play are displayed, and everything else is a download without a type. No file is sniffed, run or embedded in another
 * site, no matter what type it claims to have.
 */
export const inlineTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'application/pdf',
] as const
export type InlineType = (typeof inlineTypes)[number]

const extensions: Record<InlineType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'application/pdf': 'pdf',
}

/** The listed type in a Content-Type header (parameters and case do not matter), or null. */
export function inlineTypeOf(contentType: string | null | undefined): InlineType | null {
  const bare = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return inlineTypes.find((type) => type === bare) ?? null
}

/**
 * The type in a Content-Type header if browsers neither run it nor read it as markup or style: pictures, sound, film,
 * office documents. Null for all others, and for a value that is not a single type.
 */
export function passiveTypeOf(contentType: string | null | undefined): string | null {
  const bare = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return passiveType.test(bare) && !bare.endsWith('xml') ? bare : null
}
const passiveType =
  /^(?:(?:image|audio|video)\/[\w.+-]+|text\/(?:plain|csv)|application\/(?:pdf|zip|rtf|msword|vnd\.[\w.+-]+))$/

const nameLengthMax = 120

/**
 * Makes a file name that is only a name on every system: without a path, control or bidirectional-override characters,
 * with no name that Windows refuses, and with at most 120 characters, of which the extension is kept. An empty name
 * becomes `file`.
 */
export function cleanFileName(name: string): string {
  const bare = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/[/\\:*?"<>|%]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const characters = Array.from(bare === '' ? 'file' : bare)
  if (characters.length <= nameLengthMax) return characters.join('')
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= 12 ? characters.slice(dot) : []
  return [...characters.slice(0, nameLengthMax - extension.length), ...extension].join('')
}

/**
 * Writes the header by RFC 6266: a plain ASCII name for old clients and, if it differs, the real name by RFC 8187. The
 * result is always one line.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = cleanFileName(fileName)
  const ascii = name.replace(/[^\x20-\x7e]/g, '_')
  const plain = `${kind}; filename="${ascii}"`
  if (ascii === name) return plain
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${encoded}`
}

/**
 * Headers for a file of the service. `contentType` comes from the service. `fileName` is the name under which the file
 * is saved; a missing extension of a displayed type is added.
 */
export function mediaHeaders(
  contentType: string | null | undefined,
  fileName: string,
  options: {
    download: boolean
    /** Whether a download keeps a harmless type, for programs that depend on it. */
    keepsType?: boolean
  },
): Record<string, string> {
  const type = inlineTypeOf(contentType)
  const keptType = options.keepsType === true ? passiveTypeOf(contentType) : type
  const isShown = type !== null && !options.download
  const name = type !== null && !/\.[A-Za-z0-9]{1,8}$/.test(fileName) ? `${fileName}.${extensions[type]}` : fileName
  return {
    'content-type': keptType ?? 'application/octet-stream',
    'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  }
}
