'use client'

import { useState } from 'react'
import type { ListState } from './use-list-state'

/** All changes in an open panel are one entry of the history: the first adds it, the others replace it. */
export function useOneStep(state: ListState): ListState['change'] {
  const [isBegun, setBegun] = useState(false)
  return (changes) => {
    setBegun(true)
    state.change(changes, { history: isBegun ? 'replace' : 'push' })
  }
}
