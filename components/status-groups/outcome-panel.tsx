'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, RotateCcw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { RestoreButton } from '@/components/asset-changes/restore-button'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { activityQueries } from '@/lib/activity/queries'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import { statusGroup, type StatusGroupWritten, type UnassignedType } from '@/lib/status-groups/schema'
import { isAnswerLost, useBoardCache } from './board-cache'
import { GuardedButton } from './guarded-button'
import { groupHref, typeBoardHref } from './links'
import { countTypeWords } from './board/type-board-words'

/** What was done to a group a moment ago, to be said on the list until it is dismissed. */
export interface Outcome {
  id: number
  act: 'create' | 'delete' | 'recreate'
  name: string
  /** Null where the list alone tells that it was done. */
  written: StatusGroupWritten | null
  groupId: string | null
  /** Of a recreation: the deletion that it takes back, and how many statuses that kept. */
  deletion?: { activityId: string; snapshotCount: number }
  /** Types that used it when it was deleted. */
  typeCount?: number
}

const words = {
  create: { done: 'Created', was: 'was created', not: 'was not created' },
  delete: { done: 'Deleted', was: 'was deleted', not: 'was not deleted' },
  recreate: { done: 'Created again:', was: 'was created again', not: 'was not created again' },
} as const

/** Says how a write ended, or that nobody knows yet, and what can be done next. Focus comes here: what was pressed is gone. */
export function OutcomePanel({
  outcome,
  refusal,
  onRecreated,
  onDismiss,
}: {
  outcome: Outcome
  refusal: string | null
  onRecreated: (next: Omit<Outcome, 'id'>) => void
  onDismiss: () => void
}) {
  const { act, name, written } = outcome
  const isOpen = written?.outcome === 'unknown'
  const entry = useQuery({ ...activityQueries.entry(written?.activityId ?? ''), enabled: isOpen })
  const cache = useBoardCache()
  const state = !isOpen
    ? 'done'
    : entry.data?.outcome === 'done' || entry.data?.outcome === 'failed'
      ? entry.data.outcome
      : 'unknown'
  const hasEnded = isOpen && state !== 'unknown'
  const settle = useEffectEvent(() => void cache.settle())
  useEffect(() => {
    if (hasEnded) settle()
  }, [hasEnded])
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: false }), [])
  const groupId =
    outcome.groupId ?? written?.group?.groupId ?? (act === 'delete' ? null : (entry.data?.objectId ?? null))
  const unassigned = written?.unassigned ?? []
  const found = isOpen ? readTypeCount(entry.data?.after) : null
  const isLeft = unassigned.length > 0 || (act === 'recreate' && found !== null && found < (outcome.typeCount ?? 0))
  const Icon = state === 'done' ? CircleCheck : state === 'failed' ? CircleX : CircleHelp
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`${words[act].done} ${name}`}
      className={classNames(
        'flex gap-3 rounded border p-3 text-sm outline-none',
        state === 'done' && 'border-good/30 bg-good-soft',
        state === 'failed' && 'border-bad/30 bg-bad-soft',
        state === 'unknown' && 'border-line-strong bg-unknown-soft',
      )}
    >
      <Icon
        aria-hidden
        size={16}
        strokeWidth={2}
        className={classNames(
          'mt-0.5 shrink-0',
          state === 'done' ? 'text-good' : state === 'failed' ? 'text-bad' : 'text-unknown',
        )}
      />
      <div className="min-w-0 flex-1 space-y-1">
        {state === 'unknown' && (
          <Said title={`It is not known yet whether “${name}” ${words[act].was}`}>
            The answer of the service was lost. The console keeps looking there and says so here; nothing is sent a
            second time.
            {act === 'recreate' &&
              (outcome.typeCount ?? 0) > 0 &&
              ` If it was, its ${countTypeWords(outcome.typeCount ?? 0)} still ${outcome.typeCount === 1 ? 'has' : 'have'} to be assigned, on the type board.`}
          </Said>
        )}
        {state === 'failed' && (
          <Said title={`“${name}” ${words[act].not}`}>
            {entry.data?.outcomeNote ?? 'The service has it as it was before.'} You can try again.
          </Said>
        )}
        {state === 'done' && (
          <>
            <Said title={`${words[act].done} “${name}”`}>
              {describeDone(outcome, found)}
              {(written === null || written.wasLookedUp || isOpen) &&
                ' Its answer was lost on the way, and looking at the service told it.'}
            </Said>
            {unassigned.length > 0 && <Unassigned types={unassigned} />}
            <div className="flex flex-wrap gap-2 pt-1">
              {act === 'delete' && written !== null && (
                <RecreateButton
                  activityId={written.activityId}
                  name={name}
                  snapshotCount={entry.data?.snapshotCount ?? written.snapshotCount}
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
                <RestoreButton
                  source={{ activityId: outcome.deletion.activityId }}
                  count={outcome.deletion.snapshotCount}
                />
              )}
            </div>
          </>
        )}
      </div>
      <IconButton label="Dismiss" icon={X} size="sm" className="-my-1" onClick={onDismiss} />
    </section>
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

const madeGroup = statusGroup.pick({ typeIds: true })

/** How many types the group had when the log found it; 0 where it does not tell: that is how it was made. */
function readTypeCount(after: unknown): number {
  return madeGroup.safeParse(after).data?.typeIds.length ?? 0
}

/** @param found of a group that only the log found: the types that used it then */
function describeDone({ act, written, deletion, typeCount }: Outcome, found: number | null): string {
  if (act === 'create') return 'No type uses it yet: assign it to those whose assets get these statuses.'
  if (act === 'delete') {
    const kept = written?.snapshotCount ?? 0
    return kept === 0
      ? 'No asset lost a status by it. It can be created again, here or below under “Recently deleted”.'
      : `${formatCount(kept)} ${kept === 1 ? 'asset has' : 'assets have'} no status now. Which had which is kept: create the group again, and the statuses can be restored.`
  }
  const types = found === null ? describeAssigned(written) : describeFound(found, Math.max(0, (typeCount ?? 0) - found))
  return deletion === undefined || deletion.snapshotCount === 0
    ? types
    : `${types} Statuses are restored for assets whose type uses the group.`
}

function describeAssigned(written: StatusGroupWritten | null): string {
  const used = written?.group?.typeIds.length ?? 0
  const left = written?.unassigned ?? []
  if (left.length > 0) {
    const isKnown = left.every(({ why }) => why.kind !== 'unknown')
    return `It is ${isKnown ? '' : 'known to be '}assigned again to ${formatCount(used)} of its ${countTypeWords(used + left.length)}.`
  }
  return used === 0 ? 'No type uses it yet.' : `${countTypeWords(used)} ${used === 1 ? 'uses' : 'use'} it.`
}

/** Nobody waited for it any more when it was found, so nobody assigned its types. */
function describeFound(used: number, left: number): string {
  if (left === 0)
    return used === 0 ? 'No type uses it yet.' : `${countTypeWords(used)} ${used === 1 ? 'uses' : 'use'} it.`
  const has = left === 1 ? 'was' : 'were'
  return `It was found only afterwards, so ${used === 0 ? 'its ' : ''}${countTypeWords(left)} ${has} not assigned again: assign ${left === 1 ? 'it' : 'them'} on the type board.`
}

/** More names than anybody reads in a line. */
const namesMax = 8

/** Why types of a group that was created again do not use it; those with one reason in one line. */
function Unassigned({ types }: { types: readonly UnassignedType[] }) {
  const reasons = new Map<string, UnassignedType[]>()
  for (const type of types) {
    const key = JSON.stringify(type.why)
    reasons.set(key, [...(reasons.get(key) ?? []), type])
  }
  return (
    <ul aria-label="Types not assigned again" className="list-disc space-y-0.5 pl-5">
      {[...reasons].map(([key, alike]) => (
        <li key={key} className="wrap-anywhere">
          <span className="font-medium">{joinTypeNames(alike)}</span>
          {describeWhy(alike)}
        </li>
      ))}
    </ul>
  )
}

function joinTypeNames(types: readonly UnassignedType[]): string {
  const names = types.slice(0, namesMax).map(({ name }) => name)
  const more = types.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`
}

/** What is to be said after the names of types that are left for one reason. */
function describeWhy(alike: readonly UnassignedType[]): string {
  const why = alike[0]?.why
  const isOne = alike.length === 1
  switch (why?.kind) {
    case 'other-group':
      return ` ${isOne ? 'has' : 'have'} the group “${why.groupName}” by now, and ${isOne ? 'keeps' : 'keep'} it.`
    case 'gone':
      return ` ${isOne ? 'is' : 'are'} not there any more.`
    case 'failed':
      return ` could not be assigned: ${why.message}`
    default:
      return isOne
        ? ': the answer of the service was lost, so it is not known yet whether it was assigned. Its entry in the log tells as soon as the service does.'
        : ': the answer of the service was lost, so it is not known yet whether they were assigned. Their entries in the log tell as soon as the service does.'
  }
}

/** Makes a deleted group again, out of what the log kept. */
export function RecreateButton({
  activityId,
  name,
  snapshotCount,
  typeCount,
  refusal,
  onDone,
}: {
  activityId: string
  name: string
  snapshotCount: number
  typeCount: number | undefined
  refusal: string | null
  onDone: (outcome: Omit<Outcome, 'id'>) => void
}) {
  const cache = useBoardCache()
  const again = useMutation({
    mutationFn: () => statusGroupCalls.recreate(activityId),
    onSuccess: (written) => {
      if (written.group !== null) cache.put(written.group)
      onDone({
        act: 'recreate',
        name,
        written,
        groupId: written.group?.groupId ?? null,
        deletion: { activityId, snapshotCount },
        ...(typeCount === undefined ? {} : { typeCount }),
      })
    },
    onSettled: () => cache.settle(),
  })
  const isLost = again.error !== null && isAnswerLost(again.error)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <GuardedButton
        size="sm"
        icon={RotateCcw}
        refusal={refusal}
        busy={again.isPending}
        onClick={() => again.mutate()}
        aria-label={`Create ${name} again`}
      >
        Create again
      </GuardedButton>
      {again.error !== null && (
        <ErrorNotice
          error={again.error}
          tone={isLost ? 'attention' : 'bad'}
          title={isLost ? `It is not known whether “${name}” was created again` : `“${name}” was not created again`}
          {...(isLost ? { next: 'Look at the list before you press it again.' } : {})}
        />
      )}
    </div>
  )
}
