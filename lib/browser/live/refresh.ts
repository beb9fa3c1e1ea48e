import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Refetches the queries that events say have changed, with limits: a query is refetched at most once a second, however
 * many events name it, only while it is on screen, and never while it is in flight. The response in flight may be from
 * before the change, so the query is read once more after it. While the page is hidden, only queries that also poll then
 * are refetched.
 */
export interface Refresher {
  /**
   * Refetches everything under a key that `isIt` accepts. `everyMs` is for queries that must be refetched less often
   * than once a second.
   */
  touch: (key: QueryKey, how?: { isIt?: (key: QueryKey) => boolean; everyMs?: number }) => void
  stop: () => void
}

/** Events that arrive together cause one refetch. */
const gatherMs = 40
const everyMs = 1_000
/** Lists that were scrolled far need many requests, and long lists have large responses. */
const everyMsPerPage = 300
const everyMsPerItem = 10
const pollMs = 100

function readPaceMs({ state: { data } }: Query): number {
  if (typeof data !== 'object' || data === null) return everyMs
  if ('pages' in data && Array.isArray(data.pages)) return everyMs + Math.max(0, data.pages.length - 1) * everyMsPerPage
  return everyMs + ('items' in data && Array.isArray(data.items) ? data.items.length * everyMsPerItem : 0)
}

const isReadWhileHidden = ({ observers }: Query) =>
  observers.some(({ options }) => options.refetchIntervalInBackground === true)

export function createRefresher(queryClient: QueryClient): Refresher {
  const cache = queryClient.getQueryCache()
  /** Queries that changed since their last request, with their minimum interval. */
  const dirty = new Map<Query, number>()
  const askedAt = new WeakMap<Query, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const forget = cache.subscribe((event) => {
    // This response is from after the change, no matter what triggered the request.
    if (event.type === 'updated' && event.action.type === 'fetch') {
      askedAt.set(event.query, Date.now())
      dirty.delete(event.query)
    } else if (event.type === 'removed') dirty.delete(event.query)
  })

  const poll = () => {
    timer = undefined
    const isHidden = !focusManager.isFocused()
    const now = Date.now()
    let isWaiting = false
    for (const [query, paceMs] of dirty) {
      // A hidden page refetches the rest when it becomes visible.
      if (isHidden && !isReadWhileHidden(query)) continue
      if (!query.isActive()) {
        // It is read when it is shown again.
        query.invalidate()
        dirty.delete(query)
      } else if (
        query.state.fetchStatus === 'idle' &&
        now - (askedAt.get(query) ?? 0) >= Math.max(paceMs, readPaceMs(query))
      ) {
        dirty.delete(query)
        void queryClient.invalidateQueries({ predicate: (other) => other === query })
      } else isWaiting = true
    }
    if (isWaiting) schedule(pollMs)
  }

  const schedule = (ms: number) => {
    if (!isStopped) timer ??= setTimeout(poll, ms)
  }
  const unfocus = focusManager.subscribe(() => {
    if (dirty.size > 0) schedule(gatherMs)
  })

  return {
    touch: (key, { isIt, everyMs: paceMs = 0 } = {}) => {
      for (const query of cache.findAll({ queryKey: key }))
        if (isIt === undefined || isIt(query.queryKey)) dirty.set(query, paceMs)
      if (dirty.size > 0) schedule(gatherMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      forget()
      unfocus()
    },
  }
}
