/**
 * Where to go after signing in: a path of this console, or `/`. Pure; the browser uses it too. Refuses what a URL parser
 * reads as another host (`//x`, `/\x`, tabs and newlines in between), and the sign-in page itself.
 */
export function safeReturnPath(given: string | null | undefined): string {
  if (typeof given !== 'string' || given.length > 2_000 || !given.startsWith('/')) return '/'
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(given)) return '/'
  const base = 'http://console.invalid'
  if (!URL.canParse(given, base)) return '/'
  const url = new URL(given, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  if (/^\/(?:sign-in|api|_next)(?:\/|$)/.test(url.pathname)) return '/'
  // Next adds this parameter to requests for page data. With it, the address would return data instead of a page.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  return url.pathname + url.search + url.hash
}

/** The page that leads to the person's start page. */
export const startPath = '/start'

/** Address of the sign-in page that comes back to `path`. */
export function signInPath(path: string | null | undefined): '/sign-in' | `/sign-in?${string}` {
  const next = safeReturnPath(path)
  return next === '/' || next === startPath ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}
