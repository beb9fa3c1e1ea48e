'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pathOf } from '@/lib/base-path'

/** Leaves the page. A promise of false means that it did not work, and the person is still here. */
type Go = () => void | Promise<boolean>
/** Asks before unsaved changes are lost. `go` continues the blocked navigation. */
type Ask = (go: Go) => void

const guards: Ask[] = []

/** Goes to another page. If the current page has unsaved changes, asks the person first. */
export function leaveFor(go: Go): void {
  const ask = guards.at(-1)
  if (ask === undefined) void go()
  else ask(go)
}

/** The browser's Navigation API for going back and forward. TypeScript's library and some browsers lack it. */
interface NavigateEvent extends Event {
  navigationType: string
  destination: { url: string; key: string }
}
interface Navigation extends EventTarget {
  traverseTo: (key: string) => unknown
}

const isElsewhere = (url: URL) => url.origin !== window.location.origin || url.pathname !== window.location.pathname

/** The address to which a click leaves this page; null when it stays here or opens another tab. */
function readLeaving(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  const url = new URL(link.href, window.location.href)
  return isElsewhere(url) && /^https?:$/.test(url.protocol) ? url : null
}

/**
 * While `isUnsaved`, blocks leaving the page by a link, by `leaveFor` or by going back. For closing and reloading, the
 * browser asks its own question. `isAsking` is true until the person has chosen.
 */
export function useLeaveGuard(isUnsaved: boolean): { isAsking: boolean; stay: () => void; leave: () => Promise<void> } {
  const router = useRouter()
  const [held, setHeld] = useState<{ go: Go } | null>(null)
  // The guard must not block the navigation that it started itself.
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return undefined
    isAllowed.current = false
    const ask: Ask = (go) => setHeld({ go })
    const onClick = (event: MouseEvent) => {
      const url = readLeaving(event)
      if (url === null || url.origin !== window.location.origin) return
      const path = pathOf(url.pathname + url.search + url.hash)
      // The link leads to something else on this host, so the browser asks.
      if (path === null) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => router.push(path as Parameters<typeof router.push>[0]))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isAllowed.current) event.preventDefault()
    }
    const { navigation } = window as Window & { navigation?: Navigation }
    const onNavigate = (given: Event) => {
      const event = given as NavigateEvent
      if (event.navigationType !== 'traverse' || !event.cancelable || isAllowed.current) return
      if (!isElsewhere(new URL(event.destination.url))) return
      event.preventDefault()
      ask(() => void navigation?.traverseTo(event.destination.key))
    }
    guards.push(ask)
    // Runs before any handler of the page, because a blocked link must not have side effects.
    document.addEventListener('click', onClick, true)
    window.addEventListener('beforeunload', onUnload)
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      guards.splice(guards.indexOf(ask), 1)
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('beforeunload', onUnload)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [isUnsaved, router])

  const stay = useCallback(() => setHeld(null), [])
  const leave = useCallback(async () => {
    isAllowed.current = true
    setHeld(null)
    if ((await held?.go()) === false) isAllowed.current = false
  }, [held])
  return { isAsking: held !== null && isUnsaved, stay, leave }
}
