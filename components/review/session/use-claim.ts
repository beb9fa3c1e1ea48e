'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { addressOf } from '@/lib/base-path'
import type { AuditId } from '@/lib/ids'
import { reviewCalls } from '@/lib/review/queries'
import type { ReviewClaim } from '@/lib/review/schema'
import { claimSeconds } from '@/lib/review/values-model'
import { readTabId } from './tab-id'

/** A person who holds down `j` skips inspections. Only an inspection that stays on screen this long is claimed. */
const restMs = 120
const renewMs = (claimSeconds * 1000) / 2

export interface OpenClaim {
  /** The other person who has the inspection open; null when it is this tab, or not known. */
  holder: ReviewClaim | null
  takeOver: () => void
}

/**
 * Says that this tab has an inspection open. Claims it once the person stays on it, renews the claim, and releases it
 * on leaving, also when the tab is closed. A claim only informs and locks nothing, so the review continues without it.
 */
export function useClaim(auditId: AuditId | null, isOn: boolean): OpenClaim {
  const [known, setKnown] = useState<{ auditId: AuditId; claim: ReviewClaim } | null>(null)
  // The inspection that this tab has claimed, as far as it knows.
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
      // The next renewal tries again.
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

/** Releases a claim, also while the page is being left: `keepalive` requests outlive the page. */
function release(auditId: AuditId): void {
  void fetch(addressOf('/api/review/claims'), {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sightline' },
    body: JSON.stringify({ auditId, tabId: readTabId() }),
  }).catch(() => {
    // The claim ends within a minute anyway.
  })
}
