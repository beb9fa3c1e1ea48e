'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Asks before something unsaved is left. `go` does what was held up. */
type Ask = (go: () => void) => void

const guards: Ask[] = []

/** Goes to another page, unless the page of now has something unsaved: then once the person agreed. */
export function leaveFor(go: () => void): void {
  const ask = guards.at(-1)
  if (ask === undefined) go()
  else ask(go)
}

/** What browsers tell of going back and forth; TypeScript's library does not know it, and not every browser does. */
interface NavigateEvent extends Event {
  navigationType: string
  destination: { url: string; key: string }
}
interface Navigation extends EventTarget {
  traverseTo: (key: string) => unknown
}

const isElsewhere = (url: URL) => url.origin !== window.location.origin || url.pathname !== window.location.pathname

/** The address that a click leaves this page for; null for what stays here or opens beside it. */
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
 * While `isUnsaved`, leaving the page is held up: by a link, by `leaveFor`, by going back, and by closing or reloading it
 * (there with the browser's own question). `isAsking` until the person has chosen.
 */
export function useLeaveGuard(isUnsaved: boolean): { isAsking: boolean; stay: () => void; leave: () => void } {
  const router = useRouter()
  const [held, setHeld] = useState<{ go: () => void } | null>(null)
  // Its own leaving is not held up.
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return undefined
    isAllowed.current = false
    const ask: Ask = (go) => setHeld({ go })
    const onClick = (event: MouseEvent) => {
      const url = readLeaving(event)
      if (url === null || url.origin !== window.location.origin) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => router.push(`${url.pathname}${url.search}${url.hash}` as Parameters<typeof router.push>[0]))
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
      ask(() => navigation?.traverseTo(event.destination.key))
    }
    guards.push(ask)
    // Before any handler of the page: a link that is not followed must not do half of what it does.
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
  const leave = useCallback(() => {
    isAllowed.current = true
    setHeld(null)
    held?.go()
  }, [held])
  return { isAsking: held !== null && isUnsaved, stay, leave }
}
