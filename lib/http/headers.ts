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
