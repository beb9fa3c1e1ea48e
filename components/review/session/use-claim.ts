'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditId } from '@/lib/ids'
import { reviewCalls } from '@/lib/review/queries'
import { claimSeconds, type ReviewClaim } from '@/lib/review/schema'
import { readTabId } from './tab-id'

/** Somebody who holds `j` passes inspections by: only the one they rest at is claimed. */
const restMs = 120
const renewMs = (claimSeconds * 1000) / 2

export interface OpenClaim {
  /** Who else has the inspection open; null when it is this tab's, or not known. */
  holder: ReviewClaim | null
  takeOver: () => void
}

/**
 * Says that this tab has an inspection open: claims it once the person rests at it, renews the claim, and lets go of it on
 * the way out, closing the tab included. Presence is a help, no lock: where it cannot be told the review goes on.
 */
export function useClaim(auditId: AuditId | null, isOn: boolean): OpenClaim {
  const [known, setKnown] = useState<{ auditId: AuditId; claim: ReviewClaim } | null>(null)
  // Which inspection the server holds for this tab, as far as this tab knows.
  const held = useRef<AuditId | null>(null)

  const ask = useCallback(async (id: AuditId, ifFree: boolean, isStillOpen: () => boolean) => {
    try {
      const claim = await reviewCalls.claim({ auditId: id, tabId: readTabId(), ifFree })
      if (!isStillOpen()) {
        if (claim.isOwn) release(id)
        return
      }
      held.current = claim.isOwn ? id : null
      setKnown({ auditId: id, claim })
    } catch {
      // The next renewal tells.
    }
  }, [])

  useEffect(() => {
    if (auditId === null || !isOn) return undefined
    let isOpen = true
    const isStillOpen = () => isOpen
    const claim = () => void ask(auditId, true, isStillOpen)
    const first = setTimeout(claim, restMs)
    const renewal = setInterval(claim, renewMs)
    const letGo = () => {
      if (held.current === auditId) release(auditId)
      held.current = null
    }
    const comeBack = (event: PageTransitionEvent) => event.persisted && claim()
    window.addEventListener('pagehide', letGo)
    window.addEventListener('pageshow', comeBack)
    return () => {
      isOpen = false
      clearTimeout(first)
      clearInterval(renewal)
      window.removeEventListener('pagehide', letGo)
      window.removeEventListener('pageshow', comeBack)
      letGo()
    }
  }, [auditId, isOn, ask])

  const claim = known !== null && known.auditId === auditId ? known.claim : null
  return {
    holder: claim === null || claim.isOwn ? null : claim,
    takeOver: () => {
      if (auditId !== null) void ask(auditId, false, () => true)
    },
  }
}

/** Lets go, also while the page is being left: `keepalive` outlives it, which the calls of a page do not. */
function release(auditId: AuditId): void {
  void fetch('/api/review/claims', {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sightline' },
    body: JSON.stringify({ auditId, tabId: readTabId() }),
  }).catch(() => {
    // It ends by itself within a minute.
  })
}
