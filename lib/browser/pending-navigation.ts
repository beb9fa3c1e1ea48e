import { addressOf } from '@/lib/base-path'

/**
 * Next drops a navigation that waits for its page when the current page writes its own address, as a list does a moment after
 * a filter was typed. Until the new page is there, such writes therefore bypass Next: the history has the address, for going
 * back, and the navigation continues.
 */

/** The path that the person is leaving. A redirect may lead back to it unnoticed, so it only counts for a limited time. */
let leaving: { from: string; since: number } | null = null
const pendingMaxMs = 10_000

const isLeaving = () =>
  leaving !== null && leaving.from === location.pathname && performance.now() - leaving.since < pendingMaxMs

/** Whether Next wrote this state. Next stores such a state as it is. Any other makes it start over with the new address. */
const isOfNext = (state: unknown) => typeof state === 'object' && state !== null && '__NA' in state

const wrapped = new Set<History['pushState']>()

function wrap(name: 'pushState' | 'replaceState') {
  const write = history[name]
  if (wrapped.has(write)) return
  const bypass: typeof write = (data, unused, url) =>
    write.call(history, !isOfNext(data) && isLeaving() ? history.state : data, unused, url)
  wrapped.add(bypass)
  history[name] = bypass
}

/** Next calls this when it begins a navigation. @param href a path of Sightline, or a whole address */
export function noteNavigation(href: string): void {
  wrap('pushState')
  wrap('replaceState')
  const { pathname } = new URL(addressOf(href), location.href)
  leaving = pathname === location.pathname ? null : { from: location.pathname, since: performance.now() }
}
