'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AuditId } from '@/lib/ids'
import type { Review } from '@/lib/review/schema'

/**
 * A change on screen counts as seen after this time. Nobody reads and reacts faster, so a key pressed earlier refers to
 * what was on screen before.
 */
export const seenMs = 500

/** What a person has seen of an inspection's report. */
export type SeenReport = { version: string } | 'unreadable'

interface Seen {
  review?: Review | null
  report?: SeenReport
}

/**
 * What the person has seen of the inspection on screen. Marks depend on this and never on the cache of the page, which may
 * already have a review or a version that is not on screen yet.
 */
export class SeenInspection {
  #auditId: AuditId | null = null
  #seen: Seen = {}

  add(auditId: AuditId, more: Seen): void {
    this.#seen = auditId === this.#auditId ? { ...this.#seen, ...more } : more
    this.#auditId = auditId
  }

  /** Called when the parts of the inspection leave the screen. */
  forget(auditId: AuditId | null): void {
    if (auditId === this.#auditId) this.#auditId = null
  }

  /** Undefined: nothing of the inspection has been on screen yet. */
  review(auditId: AuditId): Review | null | undefined {
    return auditId === this.#auditId ? this.#seen.review : undefined
  }

  report(auditId: AuditId): SeenReport | undefined {
    return auditId === this.#auditId ? this.#seen.report : undefined
  }
}

/** What the person has seen of the open inspection. Its parts report it with `useSeen`. */
export function useSeenInspection(current: AuditId | null): SeenInspection {
  const [seen] = useState(() => new SeenInspection())
  useEffect(() => () => seen.forget(current), [seen, current])
  return seen
}

/**
 * Reports what a person has seen of a value that can change while they look: the first value as soon as it is on screen, a
 * later one after `seenMs` on screen. Undefined: nothing is on screen yet.
 */
export function useSeen<Value>(value: Value | undefined, onSeen: (value: Value) => void): void {
  const report = useEffectEvent(onSeen)
  const hasValue = useRef(false)
  useEffect(() => {
    if (value === undefined) return undefined
    if (!hasValue.current) {
      hasValue.current = true
      report(value)
      return undefined
    }
    const timer = setTimeout(() => report(value), seenMs)
    return () => clearTimeout(timer)
  }, [value])
}
