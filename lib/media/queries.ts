import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { addressOf } from '@/lib/base-path'
import { api, ApiError } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { ownText } from '@/lib/browser/own-texts'
import { mediaHref, thumbHref, type ThumbSize } from './model'
import type { NewZip, WallParams, ZipProgress, ZipState } from './schema'

const schema = lateSchemas(() => import('./schema'))

export interface MediaFacts {
  /** Null if the service does not report it. */
  bytes: number | null
  contentType: string | null
}

/** Query options for files. Files never change, so they never become stale. */
export const mediaQueries = {
  facts: (auditId: string, mediaId: string) =>
    queryOptions({
      queryKey: ['media', 'facts', auditId, mediaId],
      staleTime: Infinity,
      queryFn: async ({ signal }): Promise<MediaFacts> => {
        // Requests one byte, because the service has no HEAD. Content-Range has the size.
        const response = await fetch(addressOf(mediaHref(auditId, mediaId)), {
          headers: { range: 'bytes=0-0' },
          cache: 'no-store',
          signal,
        })
        await response.body?.cancel()
        if (!response.ok) throw new ApiError(response.status, 'unreadable', ownText('fileNotRequested'))
        const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
        return {
          bytes: size === undefined ? null : Number(size),
          contentType: response.headers.get('content-type'),
        }
      },
    }),

  /**
   * Finds out why a file is not shown, because elements only report that loading failed. It rejects with the problem
   * that the console reports. It resolves if the bytes arrive, which means that the browser cannot decode them.
   */
  trouble: (auditId: string, mediaId: string, attempt: number) =>
    queryOptions({
      queryKey: ['media', 'trouble', auditId, mediaId, attempt],
      staleTime: Infinity,
      retry: false,
      queryFn: async ({ signal }): Promise<'undecodable'> => {
        const response = await fetch(addressOf(mediaHref(auditId, mediaId)), {
          headers: { range: 'bytes=0-0' },
          cache: 'no-store',
          signal,
        }).catch((error: unknown) => {
          if (signal.aborted) throw error
          throw new ApiError(0, 'offline', ownText('offline'))
        })
        if (!response.ok) throw await readProblem(response)
        await response.body?.cancel()
        return 'undecodable'
      },
    }),

  /** Finds out why a thumbnail is not shown. The console caches failures, so no thumbnail is created again. */
  thumbTrouble: (auditId: string, mediaId: string, size: ThumbSize) =>
    queryOptions({
      queryKey: ['media', 'thumb-trouble', auditId, mediaId, size],
      staleTime: Infinity,
      retry: false,
      queryFn: async ({ signal }): Promise<'undecodable'> => {
        const response = await fetch(addressOf(thumbHref(auditId, mediaId, size)), { cache: 'no-store', signal }).catch(
          (error: unknown) => {
            if (signal.aborted) throw error
            throw new ApiError(0, 'offline', ownText('offline'))
          },
        )
        if (!response.ok) throw await readProblem(response)
        await response.body?.cancel()
        return 'undecodable'
      },
    }),
}

/** Reads all bytes of a file to compute its checksum, because players and viewers only read parts. */
export async function readWhole(auditId: string, mediaId: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(addressOf(mediaHref(auditId, mediaId)), { signal })
  if (!response.ok) throw await readProblem(response)
  return response.blob()
}

/** Stores the poster of a file that this browser created. */
export function sendPoster(auditId: string, mediaId: string, image: string, signal: AbortSignal) {
  return api.put(`${mediaHref(auditId, mediaId)}/poster`, { image }, schema('posterAnswer'), signal)
}

const zipPath = (zipId: string) => `/api/media/zips/${encodeURIComponent(zipId)}`
const zipPollMs = 1_000

/** Whether a zip in this state can still change. */
export function isZipLive(state: ZipState): boolean {
  return state === 'waiting' || state === 'running' || state === 'paused'
}

/** Requests for zips of files. The browser itself downloads a zip from `fileHref`. */
export const zipQueries = {
  progress: (zipId: string) =>
    queryOptions({
      queryKey: ['media', 'zip', zipId] as const,
      queryFn: ({ signal }) => api.get(zipPath(zipId), undefined, schema('zipProgress'), signal),
      refetchInterval: ({ state }) => (state.data !== undefined && !isZipLive(state.data.state) ? false : zipPollMs),
      // The download continues while another tab is active.
      refetchIntervalInBackground: true,
    }),
  create: (zip: NewZip) => api.post('/api/media/zips', zip, schema('zipStarted')),
  retry: (zipId: string) => api.post(`${zipPath(zipId)}/retry`, {}, schema('zipStarted')),
  act: (zipId: string, act: 'pause' | 'resume' | 'cancel'): Promise<ZipProgress> =>
    api.post(`${zipPath(zipId)}/${act}`, {}, schema('zipProgress')),
  fileHref: (zipId: string) => `${zipPath(zipId)}/file`,
}

const wallPageFiles = 200
const wallStaleMs = 60_000
const writeWall = ({ list, show, kinds, question }: WallParams) => ({
  ...list,
  show,
  kind: kinds,
  question: question === '' ? null : question,
})

const readWallPage = (params: WallParams, after: string | null, signal: AbortSignal) =>
  api.get('/api/media/wall', { ...writeWall(params), after, limit: wallPageFiles }, schema('wallPage'), signal)

/** Files across inspections. */
export const mediaWallQueries = {
  all: queryKeys.media,

  /**
   * Not refetched after each sync, because files would move while a person looks at them, and a long wall has many
   * pages. `newest` shows changes at the top.
   */
  wall: (params: WallParams) =>
    infiniteQueryOptions({
      queryKey: ['media', 'wall', params] as const,
      staleTime: wallStaleMs,
      refetchOnWindowFocus: false,
      queryFn: ({ pageParam, signal }) => readWallPage(params, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.after,
    }),
  /** The current first page, refetched after each change. */
  newest: (params: WallParams) =>
    queryOptions({
      queryKey: ['media', 'wall-newest', params] as const,
      staleTime: wallStaleMs,
      refetchOnWindowFocus: false,
      queryFn: ({ signal }) => readWallPage(params, null, signal),
    }),
  total: (params: WallParams) =>
    queryOptions({
      queryKey: ['media', 'wall-total', params] as const,
      staleTime: wallStaleMs,
      refetchOnWindowFocus: false,
      queryFn: ({ signal }) => api.get('/api/media/wall/total', writeWall(params), schema('wallTotal'), signal),
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
    isOurs ? detail : ownText('status', { status: response.status }),
    {
      requestId: typeof requestId === 'string' ? requestId : null,
      retryAfterSeconds: typeof wait === 'number' ? wait : null,
    },
  )
}
