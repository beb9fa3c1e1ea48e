import { addressOf } from '@/lib/base-path'

/**
 * Next drops a navigation that waits for its page when the current page writes its own address, as a list does a moment after
 * a filter was typed. Until the new page is there, such writes therefore bypass Next: the history has the address, for going
 * back, and the navigation continues.
 */

/** The path being left. A navigation that ends on the same page, by a redirect, is not noticed: it is over after a while. */
let leaving: { from: string; since: number } | null = null
const pendingMaxMs = 10_000

const isLeaving = () =>
  leaving !== null && leaving.from === location.pathname && performance.now() - leaving.since < pendingMaxMs

/** Next's own mark of its history entries. It passes on what has it, and otherwise starts over with the new address. */
const hasMark = (state: unknown) => typeof state === 'object' && state !== null && '__NA' in state

const wrapped = new Set<History['pushState']>()

function wrap(name: 'pushState' | 'replaceState') {
  const write = history[name]
  if (wrapped.has(write)) return
  const bypass: typeof write = (data, unused, url) =>
    write.call(history, !hasMark(data) && isLeaving() ? history.state : data, unused, url)
  wrapped.add(bypass)
  history[name] = bypass
}

/** Notes that Next begins a navigation. Next calls this before it starts, with a path of Sightline or a whole address. */
export function noteNavigation(href: string): void {
  wrap('pushState')
  wrap('replaceState')
  const { pathname } = new URL(addressOf(href), location.href)
  leaving = pathname === location.pathname ? null : { from: location.pathname, since: performance.now() }
}
