'use client'

import { useState } from 'react'
import type { Outcome } from './outcome'

/** The results of writes on this page, the newest first, until they are dismissed. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  return {
    outcomes,
    notify: (outcome: Omit<Outcome, 'id'>) =>
      setOutcomes((all) => [
        { ...outcome, id: (all[0]?.id ?? 0) + 1 },
        // A recreated group is no longer deleted.
        ...all.filter(
          ({ written }) => outcome.act !== 'recreate' || written?.activityId !== outcome.deletion?.activityId,
        ),
      ]),
    dismiss: (outcome: Outcome) => setOutcomes((all) => all.filter(({ id }) => id !== outcome.id)),
  }
}
