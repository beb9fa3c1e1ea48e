'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AuditId } from '@/lib/ids'
import type { Review } from '@/lib/review/schema'

/**
 * A change on screen counts as seen after this long. Nobody reads and reacts faster: a key pressed earlier is an answer
 * to what was on screen before.
 */
export const seenMs = 500

/** What a person has seen of the report of an inspection. */
export type SeenReport = { version: string } | 'unreadable'

interface Seen {
  review?: Review | null
  report?: SeenReport
}

/**
 * What the person has seen of the inspection on screen. Marks go by this and never by the cache of the page, which may
 * already hold a review or a version that is not on screen yet.
 */
export class SeenInspection {
  #auditId: AuditId | null = null
  #seen: Seen = {}

  add(auditId: AuditId, more: Seen): void {
    this.#seen = auditId === this.#auditId ? { ...this.#seen, ...more } : more
    this.#auditId = auditId
  }

  /** Its parts leave the screen. */
  forget(auditId: AuditId | null): void {
    if (auditId === this.#auditId) this.#auditId = null
  }

  /** Undefined: nothing of the inspection has been on screen. */
  review(auditId: AuditId): Review | null | undefined {
    return auditId === this.#auditId ? this.#seen.review : undefined
  }

  report(auditId: AuditId): SeenReport | undefined {
    return auditId === this.#auditId ? this.#seen.report : undefined
  }
}

/** What the person has seen of the inspection that is open; its parts report it with `useSeen`. */
export function useSeenInspection(current: AuditId | null): SeenInspection {
  const [seen] = useState(() => new SeenInspection())
  useEffect(() => () => seen.forget(current), [seen, current])
  return seen
}

/**
 * Reports what a person has seen of a value that can change while they look: the first value as soon as it is on screen, a
 * later one once it has been there for `seenMs`. Undefined: there is nothing on screen yet.
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
