'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { typeBoardHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import { formatCount } from '@/lib/browser/numbers'
import { describeLeftOut, type PlannedGroup, type StatusPlan } from './status-plan'
import { countAssets } from '@/components/assets/words'

export interface StatusChoice {
  /** Null: no status. */
  optionId: string | null
  name: string
  /** How many of the selection can take it. */
  takes: number
  /** Who is left out, in words. */
  leftOut: string | null
}

/** The statuses that the selection can take, by the groups of its types. */
export function StatusChoices({
  plan,
  choice,
  onChoose,
}: {
  plan: StatusPlan
  choice: StatusChoice | null
  onChoose: (choice: StatusChoice) => void
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
  return (
    <>
      {!(isOneGroup && plan.withoutGroup === 0) && (
        <p className="text-ink-muted">
          A type takes the statuses of its own group alone, so not every status suits all that is selected.
        </p>
      )}
      {plan.groups.map((group) => (
        <GroupChoices
          key={group.groupId}
          group={group}
          total={plan.total}
          choice={choice}
          // With several groups, only the group of the choice says who is left out: nobody would read all of them.
          saysLeftOut={isOneGroup || group.options.some(({ optionId }) => optionId === choice?.optionId)}
          onChoose={onChoose}
        />
      ))}
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

function GroupChoices({
  group,
  total,
  choice,
  saysLeftOut,
  onChoose,
}: {
  group: PlannedGroup
  /** How many are selected. */
  total: number
  choice: StatusChoice | null
  saysLeftOut: boolean
  onChoose: (choice: StatusChoice) => void
}) {
  const leftOut = describeLeftOut(group.leftOut)
  return (
    <fieldset>
      <legend className="flex w-full flex-wrap items-baseline gap-x-2 pb-1">
        <span className="font-medium">{group.name}</span>
        <span className="text-xs text-ink-muted tabular-nums">
          {group.takes === total
            ? `all ${formatCount(total)} can take these`
            : `${formatCount(group.takes)} of ${formatCount(total)} can take these`}
        </span>
      </legend>
      {leftOut !== null && saysLeftOut && <p className="pb-1 text-xs text-ink-muted">{leftOut}.</p>}
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
