'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { listRemoved, listTargets, type Fate, type Stage } from '@/lib/status-groups/model'
import type { AssetType, Reach } from '@/lib/status-groups/schema'
import { countOf, type Counts } from './editor-count'
import { CountAge, type Recounting } from '@/components/status-groups/count-age'
import { FateChoice } from './editor-fate'
import { countAssets, describeByType, joinNames } from './editor-words'

/** Which status is about to go, and whether into another one. */
export interface Removing {
  key: string
  isMerge: boolean
}

/** Removing a status, with the choice that the service would not ask for: what becomes of the assets that have it. */
export function RemoveDialog({
  removing: { key, isMerge },
  stage: { base, draft },
  counts,
  types,
  reach,
  recounting,
  onClose,
  onRemove,
}: {
  removing: Removing
  stage: Stage
  counts: Counts
  types: readonly AssetType[]
  reach: Reach | undefined
  recounting: Recounting
  onClose: () => void
  onRemove: (fate: Fate) => void
}) {
  const others = listRemoved(base, draft).filter(({ optionId }) => optionId !== key)
  const targets = listTargets(draft).filter((target) => target.key !== key)
  const isPossible = ({ kind, ...rest }: Fate) =>
    kind === 'clear' ? !isMerge : targets.some(({ optionId }) => 'optionId' in rest && rest.optionId === optionId)
  const [fate, setFate] = useState<Fate | null>(draft.fate !== null && isPossible(draft.fate) ? draft.fate : null)
  const status = draft.statuses.find((one) => one.key === key)
  const name = base.options.find(({ optionId }) => optionId === key)?.name ?? status?.name ?? ''
  const count = countOf(counts, key)
  const byType = describeByType(types, key)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isMerge ? `Merge “${name}” into another status` : `Remove “${name}”`}
      description={
        isMerge
          ? 'Its assets get the other status, and it goes. Nothing is sent before you save.'
          : 'Nothing is sent before you save.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant={fate?.kind === 'clear' ? 'danger' : 'primary'}
            disabled={fate === null}
            onClick={() => fate !== null && onRemove(fate)}
          >
            {isMerge ? 'Merge' : fate?.kind === 'clear' ? 'Remove and clear' : 'Remove and move'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <div>
          <p className="wrap-anywhere">
            {count === null
              ? `Nobody knows how many assets are “${name}”.`
              : `${countAssets(count)} ${count === 1 ? 'is' : 'are'} “${name}”.`}
          </p>
          {byType !== '' && <p className="wrap-anywhere text-ink-muted">{byType}</p>}
          <CountAge reach={reach} recounting={recounting} />
        </div>
        <FateChoice
          legend={isMerge ? 'Merge into' : 'What happens to these assets?'}
          targets={targets}
          value={fate}
          clearLabel={isMerge ? null : `Clear the status of ${countAssets(count)}`}
          onChange={setFate}
        />
        {targets.length === 0 && (
          <p className="text-ink-muted">
            Assets can move only to statuses that the service has already. Save a new one first to move assets to it.
          </p>
        )}
        {fate?.kind === 'clear' && (
          <p className="text-bad">
            The service does not bring cleared statuses back. The activity log keeps which asset had which, so that they
            can be set again one by one.
          </p>
        )}
        {others.length > 0 && (
          <p className="rounded bg-attention-soft p-3 wrap-anywhere">
            {joinNames(others.map((other) => other.name))} {others.length === 1 ? 'is' : 'are'} being removed too. The
            service takes one destination in a save, so what you choose here holds for all of them. To send them to
            different places, save in between.
          </p>
        )}
      </div>
    </Dialog>
  )
}
