'use client'

import { Undo2 } from 'lucide-react'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { formatCount } from '@/lib/browser/numbers'
import { StartChangeButton } from './start-change-button'
import { countStatuses, countThings } from './words'

/** Assigns the groups back that a change of types replaced, after saying what that does not bring back. */
export function UndoButton({ change }: { change: ChangeSummary }) {
  const { changeId, kind, done, snapshotCount } = change
  return (
    <StartChangeButton
      icon={Undo2}
      button="Undo"
      label={`Assign ${countThings('assign-types', done)} back`}
      cancel="Leave them as they are"
      start={() => assetChangeCalls.undo(changeId)}
      describeLeftOut={({ leftOut }) => ({
        title: `${countThings(kind, leftOut)} left out`,
        note: 'They cannot be assigned back any more.',
      })}
      failure={{ title: 'Nothing was assigned back' }}
    >
      <p>
        {done === 1 ? 'The type gets' : `The ${formatCount(done)} types get`} the group again that{' '}
        {done === 1 ? 'it' : 'they'} had before. A type that was assigned something else since is left as it is.
      </p>
      <p>
        Statuses that their assets were given since are cleared by that, as by any change of a type’s group; the log
        keeps them first.
      </p>
      <p className="font-medium">
        {snapshotCount === 0
          ? 'The service cannot restore statuses that were cleared, and the log has none of this change.'
          : `The service cannot restore the ${countStatuses(snapshotCount)} that this change cleared. The log kept which assets had them: once the types are assigned back, “Restore ${countStatuses(snapshotCount)}” sets them again.`}
      </p>
    </StartChangeButton>
  )
}
