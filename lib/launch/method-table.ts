import 'server-only'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { resolveInProject } from '@/lib/db/project-root'

const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const methodNames: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)

/**
 * The methods of each path, from the description of our API; none for unknown paths. Pages accept GET and HEAD. The
 * description is read on first use.
 */
export function createMethodTable(
  read = () => readFileSync(resolveInProject('lib', 'openapi', 'openapi.json'), 'utf8'),
): (pathname: string) => readonly string[] {
  let table: ReadonlyArray<{ pattern: RegExp; methods: readonly string[] }> | null = null
  return (pathname) => {
    if (!/^\/api(?:\/|$)/.test(pathname)) return ['GET', 'HEAD']
    table ??= Object.entries(described.parse(JSON.parse(read())).paths)
      // A path without variables takes precedence over a path with variables.
      .sort(([left], [right]) => left.split('{').length - right.split('{').length)
      .map(([path, operations]) => ({
        pattern: toPattern(path),
        methods: methodNames.filter((name) => name.toLowerCase() in operations),
      }))
    const methods = table.find(({ pattern }) => pattern.test(pathname))?.methods ?? []
    return methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((name) => name !== 'GET')] : methods
  }
}
