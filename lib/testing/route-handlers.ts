import path from 'node:path'
import { declarationOf, type RouteDeclaration, type RouteHandler } from '@/lib/http/route'
import { readSources } from './sources'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Every route.ts of the app. */
export const routeFiles = readSources()
  .map(({ file }) => file)
  .filter((file) => /^app\/.*\/route\.ts$/.test(file))

export interface FoundHandler {
  /** Method and folder: `GET /api/exports/[jobId]`. */
  name: string
  method: string
  handler: unknown
}

/** Every exported method of every route, whether or not `route()` created it. */
export async function readHandlers(): Promise<FoundHandler[]> {
  const found: FoundHandler[] = []
  for (const file of routeFiles) {
    const exported = (await import(path.join(process.cwd(), file))) as Record<string, unknown>
    const place = `/${path.posix.dirname(file).replace(/^app\//, '')}`
    for (const method of methods)
      if (method in exported) found.push({ name: `${method} ${place}`, method, handler: exported[method] })
  }
  return found
}

/** The handlers created by `route()`, with their declarations. */
export async function readRoutes(): Promise<
  Array<{ name: string; method: string; handler: RouteHandler; declaration: RouteDeclaration }>
> {
  return (await readHandlers()).flatMap(({ name, method, handler }) => {
    const declaration = declarationOf(handler)
    // Only results of `route()` carry the mark.
    return declaration === null ? [] : [{ name, method, handler: handler as RouteHandler, declaration }]
  })
}
