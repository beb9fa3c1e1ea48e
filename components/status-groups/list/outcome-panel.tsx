'use client'

import { useTranslations } from 'next-intl'
import { CircleCheck, CircleHelp, CircleX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { RestoreOfEntry } from '@/components/asset-changes/restore-of-entry'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { groupHref, typeBoardHref } from '@/components/status-groups/links'
import { describeDone, readTypeCount, type Outcome } from './outcome'
import { RecreateButton } from './recreate-button'
import { UnassignedTypes } from './unassigned-types'
import { useOutcomeState } from './use-outcome-state'

/**
 * The result of a write, if known, and what to do next. It takes the focus, because the button that was pressed no
 * longer exists.
 */
export function OutcomePanel({ outcome, refusal, onRecreated, onDismiss }: PanelProps & { onDismiss: () => void }) {
  const t = useTranslations('statusGroups.outcome')
  const common = useTranslations('common')
  const { act, name } = outcome
  const status = useOutcomeState(outcome)
  const { state, entry } = status
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: false }), [])
  const { icon: Icon, frame, ink } = styles[state]
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t(`done.${act}`, { name })}
      className={classNames('flex gap-3 rounded border p-3 text-sm outline-none', frame)}
    >
      <Icon aria-hidden size={16} strokeWidth={2} className={classNames('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 space-y-1">
        {state === 'unknown' && <Unknown outcome={outcome} />}
        {state === 'failed' && (
          <Said title={t(`failed.${act}`, { name })} notes={[entry?.outcomeNote ?? t('unchanged'), t('retry')]} />
        )}
        {state === 'done' && <Done outcome={outcome} refusal={refusal} onRecreated={onRecreated} status={status} />}
      </div>
      <IconButton label={common('dismiss')} icon={X} size="sm" className="-my-1" onClick={onDismiss} />
    </section>
  )
}

interface PanelProps {
  outcome: Outcome
  refusal: string | null
  onRecreated: (next: Omit<Outcome, 'id'>) => void
}

const styles = {
  done: { icon: CircleCheck, frame: 'border-good/30 bg-good-soft', ink: 'text-good' },
  failed: { icon: CircleX, frame: 'border-bad/30 bg-bad-soft', ink: 'text-bad' },
  unknown: { icon: CircleHelp, frame: 'border-line-strong bg-unknown-soft', ink: 'text-unknown' },
}

function Unknown({ outcome: { act, name, typeCount = 0 } }: { outcome: Outcome }) {
  const t = useTranslations('statusGroups.outcome')
  const notes = [t('checking')]
  if (act === 'recreate' && typeCount > 0) notes.push(t('assignLater', { count: typeCount }))
  return <Said title={t(`unknown.${act}`, { name })} notes={notes} />
}

/** What was done, and what to do next. */
function Done({
  outcome,
  refusal,
  onRecreated,
  status: { wasLost, entry },
}: PanelProps & { status: ReturnType<typeof useOutcomeState> }) {
  const t = useTranslations('statusGroups.outcome')
  const { act, name, written } = outcome
  const groupId = outcome.groupId ?? written?.group?.groupId ?? (act === 'delete' ? null : (entry?.objectId ?? null))
  const unassigned = written?.unassigned ?? []
  const found = wasLost ? readTypeCount(entry?.after) : null
  const isLeft = unassigned.length > 0 || (act === 'recreate' && found !== null && found < (outcome.typeCount ?? 0))
  return (
    <>
      <Said
        title={t(`done.${act}`, { name })}
        notes={[
          ...describeDone(t, outcome, found),
          ...(written === null || written.wasLookedUp || wasLost ? [t('lookedUp')] : []),
        ]}
      />
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
              {t('actions.assign')}
            </ButtonLink>
            <ButtonLink href={groupHref(groupId)}>{t('actions.open')}</ButtonLink>
          </>
        )}
        {outcome.deletion !== undefined && outcome.deletion.snapshotCount > 0 && (
          <RestoreOfEntry activityId={outcome.deletion.activityId} />
        )}
      </div>
    </>
  )
}

function Said({ title, notes }: { title: string; notes: readonly string[] }) {
  return (
    <output className="block">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="block">{notes.join(' ')}</span>
    </output>
  )
}
