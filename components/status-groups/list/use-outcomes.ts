'use client'

import { useState } from 'react'
import type { Outcome } from './outcome'

/** What was done on this page, the newest first, until it is dismissed. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  return {
    outcomes,
    tell: (outcome: Omit<Outcome, 'id'>) =>
      setOutcomes((all) => [
        { ...outcome, id: (all[0]?.id ?? 0) + 1 },
        // The deletion of a group that was created again is no longer true.
        ...all.filter(
          ({ written }) => outcome.act !== 'recreate' || written?.activityId !== outcome.deletion?.activityId,
        ),
      ]),
    dismiss: (outcome: Outcome) => setOutcomes((all) => all.filter(({ id }) => id !== outcome.id)),
  }
}
