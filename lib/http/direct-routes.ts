import 'server-only'
import { processWide } from '@/lib/process-wide'

export type RouteParams = Readonly<Record<string, string | string[] | undefined>>

export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>
}
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** Method and path of a route as its folder has it. Of its parts, only the last may have a name: `[...path]`. */
export type DirectName = `${'GET' | 'POST'} /api/${string}`

interface DirectRoute {
  handler: RouteHandler
  /** Name of the parameter that has all parts after `prefix`. */
  rest: string | null
}

/** By method and path, or by method and the part of the path before `[...name]`. */
const routes = () => processWide('direct-routes', () => new Map<string, DirectRoute>())

/**
 * Requests of this route are answered without Next from now on (answer-directly.ts). Called when Next loads the file of
 * the route, which is at its first request.
 */
export function registerDirect(name: DirectName, handler: RouteHandler): void {
  const [, fixed = name, rest = null] = /^(.*)\/\[\.\.\.(\w+)\]$/.exec(name) ?? []
  routes().set(fixed, { handler, rest })
}

/** Parts that Next passes on unchanged. All others are left to Next, so that no path can be read in two ways. */
const plainParts = /^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)+$/

/** The handler of a path and its parameters. Null: Next has to find it. */
export function findDirect(method: string, pathname: string): { handler: RouteHandler; params: RouteParams } | null {
  const name = `${method} ${pathname}`
  const exact = routes().get(name)
  if (exact !== undefined) return exact.rest === null ? { handler: exact.handler, params: {} } : null
  for (const [fixed, { handler, rest }] of routes()) {
    if (rest === null || !name.startsWith(`${fixed}/`)) continue
    const parts = name.slice(fixed.length)
    return plainParts.test(parts) ? { handler, params: { [rest]: parts.slice(1).split('/') } } : null
  }
  return null
}
