'use client'

import { CircleCheck, CircleHelp, CircleX, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { RestoreButton } from '@/components/asset-changes/restore-button'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { countTypeWords } from '@/components/status-groups/board/type-board-words'
import { groupHref, typeBoardHref } from '@/components/status-groups/links'
import { describeDone, outcomeWords, readTypeCount, type Outcome } from './outcome'
import { RecreateButton } from './recreate-button'
import { UnassignedTypes } from './unassigned-types'
import { useOutcomeState } from './use-outcome-state'

/** Says how a write ended, or that nobody knows yet, and what can be done next. It takes the focus: the pressed button is gone. */
export function OutcomePanel({ outcome, refusal, onRecreated, onDismiss }: PanelProps & { onDismiss: () => void }) {
  const { act, name } = outcome
  const status = useOutcomeState(outcome)
  const { state, entry } = status
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: false }), [])
  const { icon: Icon, frame, ink } = looks[state]
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`${outcomeWords[act].done} ${name}`}
      className={classNames('flex gap-3 rounded border p-3 text-sm outline-none', frame)}
    >
      <Icon aria-hidden size={16} strokeWidth={2} className={classNames('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 space-y-1">
        {state === 'unknown' && <Unknown outcome={outcome} />}
        {state === 'failed' && (
          <Said title={`“${name}” ${outcomeWords[act].not}`}>
            {entry?.outcomeNote ?? 'The service has it as it was before.'} You can try again.
          </Said>
        )}
        {state === 'done' && <Done outcome={outcome} refusal={refusal} onRecreated={onRecreated} status={status} />}
      </div>
      <IconButton label="Dismiss" icon={X} size="sm" className="-my-1" onClick={onDismiss} />
    </section>
  )
}

interface PanelProps {
  outcome: Outcome
  refusal: string | null
  onRecreated: (next: Omit<Outcome, 'id'>) => void
}

const looks = {
  done: { icon: CircleCheck, frame: 'border-good/30 bg-good-soft', ink: 'text-good' },
  failed: { icon: CircleX, frame: 'border-bad/30 bg-bad-soft', ink: 'text-bad' },
  unknown: { icon: CircleHelp, frame: 'border-line-strong bg-unknown-soft', ink: 'text-unknown' },
}

function Unknown({ outcome: { act, name, typeCount = 0 } }: { outcome: Outcome }) {
  return (
    <Said title={`It is not known yet whether “${name}” ${outcomeWords[act].was}`}>
      The answer of the service was lost. The console keeps looking there and says so here; nothing is sent a second
      time.
      {act === 'recreate' &&
        typeCount > 0 &&
        ` If it was, its ${countTypeWords(typeCount)} still ${typeCount === 1 ? 'has' : 'have'} to be assigned, on the type board.`}
    </Said>
  )
}

/** What was done, and what can be done next. */
function Done({
  outcome,
  refusal,
  onRecreated,
  status: { wasLost, entry },
}: PanelProps & { status: ReturnType<typeof useOutcomeState> }) {
  const { act, name, written } = outcome
  const groupId = outcome.groupId ?? written?.group?.groupId ?? (act === 'delete' ? null : (entry?.objectId ?? null))
  const unassigned = written?.unassigned ?? []
  const found = wasLost ? readTypeCount(entry?.after) : null
  const isLeft = unassigned.length > 0 || (act === 'recreate' && found !== null && found < (outcome.typeCount ?? 0))
  return (
    <>
      <Said title={`${outcomeWords[act].done} “${name}”`}>
        {describeDone(outcome, found)}
        {(written === null || written.wasLookedUp || wasLost) &&
          ' Its answer was lost on the way, and looking at the service told it.'}
      </Said>
      {unassigned.length > 0 && <UnassignedTypes types={unassigned} />}
      <div className="flex flex-wrap gap-2 pt-1">
        {act === 'delete' && written !== null && (
          <RecreateButton
            activityId={written.activityId}
            name={name}
            snapshotCount={entry?.snapshotCount ?? written.snapshotCount}
            typeCount={outcome.typeCount}
            refusal={refusal}
            onDone={onRecreated}
          />
        )}
        {act !== 'delete' && groupId !== null && (
          <>
            <ButtonLink variant={act === 'create' || isLeft ? 'primary' : 'secondary'} href={typeBoardHref()}>
              Assign to types
            </ButtonLink>
            <ButtonLink href={groupHref(groupId)}>Open it</ButtonLink>
          </>
        )}
        {outcome.deletion !== undefined && outcome.deletion.snapshotCount > 0 && (
          <RestoreButton source={{ activityId: outcome.deletion.activityId }} count={outcome.deletion.snapshotCount} />
        )}
      </div>
    </>
  )
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <output className="block">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="block">{children}</span>
    </output>
  )
}
