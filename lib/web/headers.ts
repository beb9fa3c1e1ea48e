/**
 * Headers of every answer of `/api`. An answer belongs to one person, is never kept by a cache, is never sniffed into
 * another type, and is never shown inside or loaded by another site.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
}

/** Names a request in the log and in what a person reports. */
export const requestIdHeader = 'x-request-id'

/** How long the handler worked, as browsers show it and the bench reads it. */
export const serverTimingHeader = 'server-timing'

/** Of the answers that browsers may keep: for one person, and only after asking whether they still may. */
export const revalidateCacheControl = 'private, no-cache'
