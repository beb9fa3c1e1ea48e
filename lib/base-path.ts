/**
 * Sightline may be served under a path of its host, such as `/sightline`. Everywhere in the code, paths are relative to
 * Sightline. They become addresses only where they leave it: in a request, in an element that is not Next's, or in a
 * header. Next adds the base path to its own links by itself.
 */

/**
 * The base path of this build; empty when Sightline is served at the root of its host. The build replaces the variable
 * with its value.
 */
export const basePath = process.env['BASE_PATH'] ?? ''

/** The address of a path of Sightline. Other text (`blob:…`, `https://…`, `#part`) is returned unchanged. */
export function addressOf(path: string, base = basePath): string {
  if (base === '' || !path.startsWith('/') || path.startsWith('//')) return path
  // Next redirects from an address that ends with a slash.
  return base + path.replace(/^\/(?=[?#]|$)/, '')
}

/** The path of Sightline in an address of its host; null when the address belongs to another application there. */
export function pathOf(address: string, base = basePath): string | null {
  if (base === '') return address
  if (!address.startsWith(base)) return null
  const path = address.slice(base.length)
  if (path.startsWith('/')) return path
  return /^(?:[?#]|$)/.test(path) ? `/${path}` : null
}

/**
 * The name of something that is shared across a host: a cookie, an entry in the browser's storage, or a channel between
 * tabs. Two consoles on one host must not read each other's data.
 */
export function ownName(name: string, base = basePath): string {
  return name + base.replaceAll('/', '-')
}
