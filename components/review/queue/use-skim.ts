'use client'

import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AuditId } from '@/lib/ids'
import type { QueueSession } from '@/components/review/session/queue-session'
import { currentOf } from '@/components/review/session/queue-state'

/** A key pressed again this soon after its inspection appeared is held down. Nobody reads what is between. */
const heldMs = 60
/** Longer than a held key takes to repeat, less what drawing a heading takes. */
const restMs = 25

type Step = 'next' | 'back'

export interface Skim {
  /** The inspection of which only the heading is on screen; null when all of it is drawn. */
  skimmed: AuditId | null
  /** Moves with `run`. */
  move: (step: Step, run: () => void) => void
  /** Draws the whole inspection at once, so that a mark is for what is on screen. */
  settle: () => void
}

/**
 * While a key is held down, each inspection shows only its heading, and asks the server for nothing. Drawing all of them
 * takes longer than the key takes to repeat, and the last one would wait for that.
 */
export function useSkim(session: QueueSession): Skim {
  const [skimmed, setSkimmed] = useState<AuditId | null>(null)
  const last = useRef<{ step: Step | null; shownAt: number }>({ step: null, shownAt: 0 })
  const current = currentOf(session.state)
  useEffect(() => {
    last.current.shownAt = performance.now()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the inspection changes
  }, [current])
  useEffect(() => {
    if (skimmed === null) return undefined
    const timer = setTimeout(() => startTransition(() => setSkimmed(null)), restMs)
    return () => clearTimeout(timer)
  }, [skimmed])
  return {
    skimmed: skimmed === current ? skimmed : null,
    move: (step, run) => {
      const isHeld = step === last.current.step && performance.now() - last.current.shownAt < heldMs
      last.current.step = step
      run()
      const moved = currentOf(session.state)
      setSkimmed(isHeld && moved !== current ? moved : null)
    },
    settle: () => {
      last.current.step = null
      if (skimmed !== null) flushSync(() => setSkimmed(null))
    },
  }
}
