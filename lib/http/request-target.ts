import { serverText } from '@/lib/server-text'
/** The verdict on a request. It is based only on the first line of the request, before anything else reads it. */
export type Verdict =
  /** `url` is a path with its query, in the form that Next expects. */
  | { do: 'pass'; url: string }
  | { do: 'redirect'; url: string }
  | { do: 'refuse'; status: number; detail: string }
  /** `OPTIONS *` concerns the server as a whole. */
  | { do: 'say-methods' }

export const allowedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const refuse = (status: number, detail: string): Verdict => ({ do: 'refuse', status, detail })

/** Checks the method, the target and the number of Host headers of a request, as received. */
export function judgeTarget(method: string, target: string, hosts: number, httpVersion: string): Verdict {
  if (!allowedMethods.includes(method)) return refuse(405, serverText('http.unusedMethod'))
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return refuse(400, serverText('http.hostHeader'))
  if (target === '*' && method === 'OPTIONS') return { do: 'say-methods' }
  // A proxy may send the whole address. Its host does not matter, because there is only one console here.
  const url = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/i, '').replace(/^(?=[?#]|$)/, '/')
  if (!url.startsWith('/')) return refuse(400, serverText('http.noPath'))
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
  } catch {
    return refuse(400, serverText('http.percentSign'))
  }
  // Next would redirect in the same way, but this target is always a path of this console.
  const tidy = path.replace(/[\\/]+/g, '/').replace(/(?<=.)\/$/, '')
  return tidy === path ? { do: 'pass', url } : { do: 'redirect', url: tidy + (end === -1 ? '' : url.slice(end)) }
}
