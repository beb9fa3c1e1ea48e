import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/lib/browser/api'
import { mediaHref } from '@/lib/media/model'

export interface MediaFacts {
  /** Null when the service does not tell. */
  bytes: number | null
  contentType: string | null
}

/** What the browser asks about a file besides its bytes. A file never changes. */
export const mediaQueries = {
  facts: (auditId: string, mediaId: string) =>
    queryOptions({
      queryKey: ['media', 'facts', auditId, mediaId],
      staleTime: Infinity,
      queryFn: async ({ signal }): Promise<MediaFacts> => {
        // One byte and the size behind the slash: Next leaves Content-Length out of what it sends, HEAD included.
        const response = await fetch(mediaHref(auditId, mediaId), {
          headers: { range: 'bytes=0-0' },
          cache: 'no-store',
          signal,
        })
        await response.body?.cancel()
        if (!response.ok) throw new ApiError(response.status, 'unreadable', 'The file could not be asked for.')
        const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
        return {
          bytes: size === undefined ? null : Number(size),
          contentType: response.headers.get('content-type'),
        }
      },
    }),

  /**
   * Why a file did not show: elements tell only that it failed. Fails with the problem of the console; succeeds when the
   * bytes come, which means that the browser cannot decode them.
   */
  trouble: (auditId: string, mediaId: string, attempt: number) =>
    queryOptions({
      queryKey: ['media', 'trouble', auditId, mediaId, attempt],
      staleTime: Infinity,
      retry: false,
      queryFn: async ({ signal }): Promise<'undecodable'> => {
        const response = await fetch(mediaHref(auditId, mediaId), {
          headers: { range: 'bytes=0-0' },
          cache: 'no-store',
          signal,
        }).catch((error: unknown) => {
          if (signal.aborted) throw error
          throw new ApiError(0, 'offline', 'The console cannot be reached. Check your connection.')
        })
        if (!response.ok) throw await readProblem(response)
        await response.body?.cancel()
        return 'undecodable'
      },
    }),
}

async function readProblem(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null)
  const read = (name: string): unknown =>
    typeof problem === 'object' && problem !== null ? (problem as Record<string, unknown>)[name] : undefined
  const [code, detail, wait, requestId] = [read('code'), read('detail'), read('retryAfterSeconds'), read('requestId')]
  const isOurs = typeof code === 'string' && typeof detail === 'string'
  return new ApiError(
    response.status,
    isOurs ? (code as ApiError['code']) : 'unreadable',
    isOurs ? detail : `The console answered ${response.status}.`,
    {
      requestId: typeof requestId === 'string' ? requestId : null,
      retryAfterSeconds: typeof wait === 'number' ? wait : null,
    },
  )
}
