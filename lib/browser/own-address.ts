import { addressOf, basePath, pathOf } from '@/lib/base-path'

/** The path of this page in Sightline, with its query and fragment. */
export function currentPath(): string {
  const { pathname, search, hash } = window.location
  return pathOf(pathname + search + hash) ?? '/'
}

/** The address at which this browser opened Sightline, without a trailing slash. */
export const consoleAddress = () => window.location.origin + basePath

/** The whole address of a path of Sightline, for other people and other programs. */
export function fullAddress(path: string): string {
  return new URL(addressOf(path), window.location.origin).href
}
