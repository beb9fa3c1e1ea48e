'use client'

import { useState } from 'react'
import type { ListState } from './use-list-state'

/** Changes while one panel is open are one step back: the first adds it, the others write over it. */
export function useOneStep(state: ListState): ListState['change'] {
  const [isBegun, setBegun] = useState(false)
  return (changes) => {
    setBegun(true)
    state.change(changes, { history: isBegun ? 'replace' : 'push' })
  }
}
