'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useRef, useState } from 'react'
import { changeHref } from '@/components/asset-changes/links'
import { typeBoardHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { assetChangeCalls } from '@/lib/asset-changes/queries'
import { type AssetSelection, changeAssetsMax, type StartedChange } from '@/lib/asset-changes/schema'
import { assetQueries } from '@/lib/assets/queries'
import { type AssetFilter, noStatus } from '@/lib/assets/schema'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { findLostChange, isAnswerLost, readSentAt } from './follow-change'
import { describeLeftOut, planStatuses, type StatusPlan, type TypeCounts } from './status-plan'
import type { AssetSelecting } from './use-asset-selection'
import { countAssets } from './words'

/** More than this are asked about once more. */
const confirmAbove = 20
/** What the service lets us set in a minute, each with the look that proves it. */
const perMinute = 400

interface Choice {
  optionId: string | null
  name: string
  takes: number
  /** Who is left out, in words. */
  leftOut: string | null
}

/** Chooses a status for all that is selected, says beforehand who can take it, and starts the change. */
export function SetStatusDialog({
  selecting,
  filter,
  total,
  onStarted,
  onClose,
}: {
  selecting: AssetSelecting
  filter: AssetFilter
  total: number | null
  onStarted: (changeId: string) => void
  onClose: () => void
}) {
  const board = useQuery(statusGroupQueries.board())
  const counted = useTypeCounts(selecting, filter)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const starting = useStart({ selecting, filter, onStarted })
  const count = selecting.count(total) ?? 0
  const plan = board.data === undefined || counted.counts === null ? null : planStatuses(board.data, counted.counts)
  const error = board.error ?? counted.error
  const isTooMany = count > changeAssetsMax
  const go = () => {
    if (choice === null) return
    if (choice.takes > confirmAbove && !isConfirming) setConfirming(true)
    else void starting.start(choice)
  }
  const verb = choice === null ? 'Set status' : describeAct(choice)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !starting.isStarting && onClose()}
      title={isConfirming ? `${verb}?` : `Set the status of ${countAssets(count)}`}
      footer={
        <>
          <Button
            variant="ghost"
            disabled={starting.isStarting}
            onClick={() => (isConfirming ? setConfirming(false) : onClose())}
          >
            {isConfirming ? 'Back' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            icon={Tag}
            busy={starting.isStarting}
            disabled={choice === null || isTooMany || choice.takes === 0}
            onClick={go}
          >
            {choice !== null && choice.takes > confirmAbove && !isConfirming ? `${verb}…` : verb}
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        {starting.error !== null && <StartFailure error={starting.error} />}
        {isTooMany && (
          <p role="alert" className="rounded border border-attention/30 bg-attention-soft p-3">
            One change takes at most {formatCount(changeAssetsMax)} assets, and {formatCount(count)} are selected.
            Narrow the list by a filter and do it in parts.
          </p>
        )}
        {error !== null && plan === null && (
          <ErrorNotice
            error={error}
            title="What the selection can take could not be read"
            kept="Nothing was changed, and the selection is kept."
            onRetry={() => {
              void board.refetch()
              counted.retry()
            }}
          />
        )}
        {plan === null && error === null && (
          <div className="space-y-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
          </div>
        )}
        {plan !== null &&
          (isConfirming && choice !== null ? (
            <Confirmation choice={choice} />
          ) : (
            <Choices plan={plan} choice={choice} onChoose={setChoice} />
          ))}
      </div>
    </Dialog>
  )
}

function describeAct({ optionId, name, takes }: Choice): string {
  return optionId === null ? `Clear the status of ${countAssets(takes)}` : `Set ${countAssets(takes)} to ${name}`
}

function Choices({
  plan,
  choice,
  onChoose,
}: {
  plan: StatusPlan
  choice: Choice | null
  onChoose: (choice: Choice) => void
}) {
  if (plan.groups.length === 0)
    return (
      <p>
        None of the types of these {countAssets(plan.total)} uses a status group, so they cannot have a status.{' '}
        <Link href={typeBoardHref()} className="text-accent-ink underline underline-offset-2">
          Assign groups on the type board
        </Link>
        .
      </p>
    )
  const isOneGroup = plan.groups.length === 1
  // Of several groups only the one that is being chosen from says it: all at once nobody would read.
  const isChosenOf = ({ options }: StatusPlan['groups'][number]) =>
    options.some(({ optionId }) => optionId === choice?.optionId)
  return (
    <>
      {!(isOneGroup && plan.withoutGroup === 0) && (
        <p className="text-ink-muted">
          A type takes the statuses of its own group alone, so not every status suits all that is selected.
        </p>
      )}
      {plan.groups.map((group) => {
        const leftOut = describeLeftOut(group.leftOut)
        return (
          <fieldset key={group.groupId}>
            <legend className="flex w-full flex-wrap items-baseline gap-x-2 pb-1">
              <span className="font-medium">{group.name}</span>
              <span className="text-xs text-ink-muted tabular-nums">
                {group.takes === plan.total
                  ? `all ${formatCount(plan.total)} can take these`
                  : `${formatCount(group.takes)} of ${formatCount(plan.total)} can take these`}
              </span>
            </legend>
            {leftOut !== null && (isOneGroup || isChosenOf(group)) && (
              <p className="pb-1 text-xs text-ink-muted">{leftOut}.</p>
            )}
            {group.options.length === 0 && <p className="text-ink-muted">The group has no statuses.</p>}
            {group.options.map((option) => (
              <ChoiceRow
                key={option.optionId}
                isChosen={choice?.optionId === option.optionId}
                onChoose={() => onChoose({ optionId: option.optionId, name: option.name, takes: group.takes, leftOut })}
              >
                <StatusChip name={option.name} color={option.color} size="md" />
              </ChoiceRow>
            ))}
          </fieldset>
        )
      })}
      <fieldset className="border-t border-line pt-3">
        <legend className="sr-only">No status</legend>
        <ChoiceRow
          isChosen={choice !== null && choice.optionId === null}
          onChoose={() =>
            onChoose({
              optionId: null,
              name: 'No status',
              takes: plan.total,
              leftOut: null,
            })
          }
        >
          <span>No status</span>
          <span className="text-xs text-ink-muted">clears what they have</span>
        </ChoiceRow>
      </fieldset>
    </>
  )
}

function ChoiceRow({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded px-2 hover:bg-raised has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      {/* One name for all groups: one status is chosen, whichever group it is of. */}
      <input type="radio" name="status" checked={isChosen} onChange={onChoose} className="size-4 accent-(--accent)" />
      {children}
    </label>
  )
}

function Confirmation({ choice }: { choice: Choice }) {
  const minutes = Math.ceil(choice.takes / perMinute)
  return (
    <div className="space-y-2">
      <p>
        {choice.optionId === null ? (
          <>
            <strong className="font-semibold">{countAssets(choice.takes)}</strong> lose the status that they have; those
            without one stay as they are.
          </>
        ) : (
          <>
            <strong className="font-semibold">{countAssets(choice.takes)}</strong> get the status “{choice.name}” in
            place of the one that they have.
          </>
        )}{' '}
        The log keeps what each had.
      </p>
      {choice.leftOut !== null && <p>{choice.leftOut}.</p>}
      <p className="text-ink-muted">
        They are set one by one under the service’s limit: about {formatCount(minutes)}{' '}
        {minutes === 1 ? 'minute' : 'minutes'}. It goes on by itself when this page is closed, and can be cancelled on
        the way.
      </p>
    </div>
  )
}

/** A start that failed: what is certain about it, and what is not. */
function StartFailure({ error }: { error: unknown }) {
  const isLost = isAnswerLost(error)
  return (
    <div>
      <ErrorNotice
        error={error}
        title={isLost ? 'The change was not started' : 'The change was refused'}
        kept={
          isLost
            ? 'The answer was lost, and no change of yours stands in the list of changes. Nothing was changed so far, and the selection is kept.'
            : 'Nothing was changed, and the selection is kept.'
        }
      />
      {isLost && (
        <p className="mt-2">
          Before you try again, look at the{' '}
          <Link href={changeHref()} className="text-accent-ink underline underline-offset-2">
            changes
          </Link>
          : it may have begun late.
        </p>
      )}
    </div>
  )
}

/** Starts the change; where the answer is lost, looks for it instead of sending it again. */
function useStart({
  selecting,
  filter,
  onStarted,
}: {
  selecting: AssetSelecting
  filter: AssetFilter
  onStarted: (changeId: string) => void
}) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [state, setState] = useState<{ isStarting: boolean; error: unknown }>({ isStarting: false, error: null })
  const seen = useRef(new Set<string>())
  const start = async ({ optionId, takes }: Choice) => {
    setState({ isStarting: true, error: null })
    const sentAt = readSentAt()
    try {
      let started: StartedChange | null = null
      try {
        started = await assetChangeCalls.setStatus({ selection: readSelection(selecting, filter), optionId })
      } catch (error) {
        const found = isAnswerLost(error) ? await findStarted(sentAt, optionId) : null
        if (found === null) throw error
        seen.current.add(found)
        return onStarted(found)
      }
      // The dialog has said who is left out. Only what is not as it said is news.
      if (started.change.total !== takes)
        toast.show({
          tone: 'attention',
          title: `${countAssets(started.change.total)} are set, not ${formatCount(takes)}`,
          description: started.leftOutNote ?? 'The list has changed since it was read.',
        })
      return onStarted(started.change.changeId)
    } catch (error) {
      return setState({ isStarting: false, error })
    }
  }
  const findStarted = (sentAt: number, optionId: string | null) =>
    findLostChange(queryClient, sentAt, async ({ changeId, total }, read) => {
      if (total < 2 || seen.current.has(changeId)) return false
      const [step] = (await read()).steps
      return step?.objectKind === 'asset' && (step.after?.optionId ?? null) === optionId
    })
  return { ...state, start }
}

function readSelection({ selection }: AssetSelecting, filter: AssetFilter): AssetSelection {
  return selection.kind === 'ids'
    ? { kind: 'ids', ids: [...selection.ids] }
    : { kind: 'filter', filter, except: [...selection.except] }
}

/** How many of the selection are of which type. */
function useTypeCounts(
  { selection, seen }: AssetSelecting,
  filter: AssetFilter,
): { counts: TypeCounts | null; error: Error | null; retry: () => void } {
  const isAll = selection.kind === 'matching'
  const facets = useQuery({ ...assetQueries.facets(filter), enabled: isAll, staleTime: 0 })
  const counts = new Map<string | null, number>()
  const add = (typeId: string | null, by: number) => counts.set(typeId, (counts.get(typeId) ?? 0) + by)
  const retry = () => void facets.refetch()
  if (!isAll) {
    for (const id of selection.ids) add(seen.get(id)?.typeId ?? null, 1)
    return { counts, error: null, retry }
  }
  if (facets.data === undefined || facets.isPlaceholderData) return { counts: null, error: facets.error, retry }
  // Types are counted under all filters but their own.
  for (const { id, count } of facets.data.types)
    if (filter.type.length === 0 || filter.type.includes(id)) add(id === noStatus ? null : id, count)
  for (const id of selection.except) add(seen.get(id)?.typeId ?? null, -1)
  return { counts, error: null, retry }
}
