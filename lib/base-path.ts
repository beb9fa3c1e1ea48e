/**
 * Sightline may be served under a path of its host, such as `/sightline`. Everywhere in the code, paths are those of
 * Sightline itself. They become addresses where they leave it: in a request, in an element that is not Next's, in a
 * header. Next adds the path to its own links by itself.
 */

/** The path that this build is for; empty: it has its host alone. The build replaces the variable by its value. */
export const basePath = process.env['BASE_PATH'] ?? ''

/** The address of a path of Sightline. What is no such path (`blob:…`, `https://…`, `#part`) stays as it is. */
export function addressOf(path: string, base = basePath): string {
  if (base === '' || !path.startsWith('/') || path.startsWith('//')) return path
  // Next redirects from an address that ends with a slash.
  return base + path.replace(/^\/(?=[?#]|$)/, '')
}

/** The path of Sightline in an address of its host; null when the address belongs to something else there. */
export function pathOf(address: string, base = basePath): string | null {
  if (base === '') return address
  if (!address.startsWith(base)) return null
  const path = address.slice(base.length)
  if (path.startsWith('/')) return path
  return /^(?:[?#]|$)/.test(path) ? `/${path}` : null
}

/**
 * The name of something that all of a host shares: a cookie, an entry of the browser's storage, a channel between tabs. Two
 * consoles on one host must not read each other's.
 */
export function ownName(name: string, base = basePath): string {
  return name + base.replaceAll('/', '-')
}
