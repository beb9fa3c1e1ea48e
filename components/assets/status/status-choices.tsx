'use client'

import { linkTo } from '@/components/status/rich'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { typeBoardHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import { Radio } from '@/components/ui/inputs/radio'
import { describeLeftOut, type PlannedGroup, type StatusPlan } from './status-plan'

export interface StatusChoice {
  /** Null: no status. */
  optionId: string | null
  name: string
  /** How many of the selection can have it. */
  takes: number
  /** A sentence about the assets that are skipped. */
  leftOut: string | null
}

/** The statuses that the selection can have, by the groups of its types. */
export function StatusChoices({
  plan,
  choice,
  onChoose,
}: {
  plan: StatusPlan
  choice: StatusChoice | null
  onChoose: (choice: StatusChoice) => void
}) {
  const t = useTranslations('assets.bulk')
  const none = useTranslations('status')('none')
  if (plan.groups.length === 0)
    return (
      <p>
        {t.rich('noGroups', {
          count: plan.total,
          link: linkTo(typeBoardHref()),
        })}
      </p>
    )
  const isOneGroup = plan.groups.length === 1
  return (
    <>
      {!(isOneGroup && plan.withoutGroup === 0) && <p className="text-ink-muted">{t('severalGroups')}</p>}
      {plan.groups.map((group) => (
        <GroupChoices
          key={group.groupId}
          group={group}
          total={plan.total}
          choice={choice}
          // With several groups, only the chosen group shows which assets are skipped; all of them would be too much text.
          saysLeftOut={isOneGroup || group.options.some(({ optionId }) => optionId === choice?.optionId)}
          onChoose={onChoose}
        />
      ))}
      <fieldset className="border-t border-line pt-3">
        <legend className="sr-only">{none}</legend>
        <ChoiceRow
          isChosen={choice !== null && choice.optionId === null}
          onChoose={() =>
            onChoose({
              optionId: null,
              name: none,
              takes: plan.total,
              leftOut: null,
            })
          }
        >
          <span>{none}</span>
          <span className="text-xs text-ink-muted">{t('removesStatus')}</span>
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
  const t = useTranslations('assets.bulk')
  const words = useTranslations('assets.bulk.leftOut')
  const leftOut = describeLeftOut(words, useFormatter(), group.leftOut)
  return (
    <fieldset>
      <legend className="flex w-full flex-wrap items-baseline gap-x-2 pb-1">
        <span className="font-medium">{group.name}</span>
        <span className="text-xs text-ink-muted tabular-nums">
          {group.takes === total ? t('availableForAll', { total }) : t('availableFor', { count: group.takes, total })}
        </span>
      </legend>
      {leftOut !== null && saysLeftOut && <p className="pb-1 text-xs text-ink-muted">{leftOut}</p>}
      {group.options.length === 0 && <p className="text-ink-muted">{t('emptyGroup')}</p>}
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
      {/* All groups share this name, so that only one status can be chosen across all groups. */}
      <Radio name="status" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}
