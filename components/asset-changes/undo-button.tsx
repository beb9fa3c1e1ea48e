'use client'

import { Undo2 } from 'lucide-react'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { useMay } from '@/lib/browser/actor'
import type { Remedy } from './remedy'
import { StartChangeButton } from './start-change-button'
import { countStatuses, countThings } from './words'

/** Assigns the groups back that a change of types replaced, and sets the statuses again that it cleared: one change. */
export function UndoButton({ change, remedy }: { change: ChangeSummary; remedy: Remedy }) {
  const mayRestore = useMay('assets:write')
  const { changeId, snapshotCount } = change
  const { types } = remedy
  const statuses = mayRestore ? remedy.statuses : 0
  const lost = Math.max(0, snapshotCount - statuses)
  return (
    <StartChangeButton
      icon={Undo2}
      button={statuses > 0 ? `Undo and restore ${countStatuses(statuses)}` : 'Undo'}
      label={`Assign ${countThings('assign-types', types)} back${statuses > 0 ? ` and restore ${countStatuses(statuses)}` : ''}`}
      cancel="Cancel"
      start={() => assetChangeCalls.undo(changeId)}
      describeLeftOut={({ leftOut }) => ({
        title: `${countStatuses(leftOut)} left out`,
        note: 'Restore them when this change is done.',
      })}
      failure={{ title: 'Nothing was assigned back' }}
    >
      <p>
        {types === 1 ? 'The type gets its previous group back.' : 'The types get their previous groups back.'} A type
        that was assigned something else since is left as it is.
      </p>
      <p>Statuses that its assets got since then are cleared. Sightline keeps a record of them first.</p>
      {statuses > 0 && (
        <p>Then the {countStatuses(statuses)} that this change cleared are set again, one asset at a time.</p>
      )}
      {lost > 0 && (
        <p className="font-medium">
          {countStatuses(lost)} {lost === 1 ? 'is' : 'are'} not restored: the asset was deleted, or the group does not
          have the status any more.
        </p>
      )}
    </StartChangeButton>
  )
}
