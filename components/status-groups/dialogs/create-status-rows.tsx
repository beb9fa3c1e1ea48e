'use client'

import { useTranslations } from 'next-intl'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { readColor, statusColors } from '@/lib/status-groups/color'
import type { Translator } from '@/lib/messages/translator'
import type { TextIssue } from '@/lib/status-groups/model'
import { optionsMax } from '@/lib/status-groups/values-model'
import {
  addStatus,
  changeStatus,
  moveStatus,
  removeStatus,
  type CreateDraft,
  type DraftProblems,
  type DraftStatus,
} from './create-draft'
import { describeTextIssue } from './create-texts'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { nameColor } from '@/components/status/color-name'
import { StatusMark } from '@/components/status/status-chip'

/** The statuses of a new group, in their order. */
export function CreateStatusRows({
  draft,
  onChange,
  problems,
}: {
  draft: CreateDraft
  onChange: (draft: CreateDraft) => void
  problems: DraftProblems | null
}) {
  const t = useTranslations('statusGroups.create.statuses')
  const list = useRef<HTMLOListElement>(null)
  const isFull = draft.statuses.length >= optionsMax
  const focusRow = (at: number) => {
    // The new row can get the focus only after the next paint.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus())
  }
  const add = () => {
    onChange(addStatus(draft))
    focusRow(draft.statuses.length)
  }
  const move = (status: DraftStatus, step: -1 | 1) => {
    const next = moveStatus(draft, status.key, step)
    if (next === draft) return
    onChange(next)
    const at = next.statuses.findIndex(({ key }) => key === status.key)
    announce(
      t('moved', {
        name: nameStatus(t, status, at + 1),
        place: at + 1,
        total: next.statuses.length,
      }),
    )
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 flex w-full items-baseline gap-2 text-sm font-medium">
        {t('title')}
        <span className="text-xs font-normal text-ink-muted tabular-nums">
          {t('count', { count: draft.statuses.length, max: optionsMax })}
        </span>
        <span className="ms-auto text-xs font-normal text-ink-muted max-sm:hidden">{t('order')}</span>
      </legend>
      <ol ref={list} className="flex flex-col gap-1.5">
        {draft.statuses.map((status, index) => (
          <StatusRow
            key={status.key}
            status={status}
            place={index + 1}
            count={draft.statuses.length}
            issue={problems?.statuses.get(status.key)}
            onChange={(change) => onChange(changeStatus(draft, status.key, change))}
            onMove={(step) => move(status, step)}
            onRemove={() => {
              onChange(removeStatus(draft, status.key))
              focusRow(Math.max(0, index - 1))
            }}
            onNext={() => (index === draft.statuses.length - 1 ? add() : focusRow(index + 1))}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <GuardedButton size="sm" icon={Plus} refusal={isFull ? t('full', { max: optionsMax }) : null} onClick={add}>
          {t('actions.add')}
        </GuardedButton>
        {isFull && <p className="text-xs text-ink-muted">{t('full', { max: optionsMax })}</p>}
      </div>
    </fieldset>
  )
}

function StatusRow({
  status,
  place,
  count,
  issue,
  onChange,
  onMove,
  onRemove,
  onNext,
}: {
  status: DraftStatus
  place: number
  count: number
  issue: TextIssue | undefined
  onChange: (change: Partial<DraftStatus>) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
  onNext: () => void
}) {
  const t = useTranslations('statusGroups.create.statuses')
  const words = useTranslations('statusGroups.create')
  const problemId = useId()
  const label = nameStatus(t, status, place)
  const problem = issue === undefined ? undefined : describeTextIssue(words, 'status', issue)
  return (
    <li>
      <div className="flex items-center gap-1">
        <ColorMenu status={status} label={label} onChange={(color) => onChange({ color })} />
        <input
          aria-label={t('nameOf', { place })}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          value={status.name}
          placeholder={t('placeholder')}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
              event.preventDefault()
              onMove(event.key === 'ArrowUp' ? -1 : 1)
            } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault()
              onNext()
            }
          }}
          className={inputClass}
        />
        <IconButton
          label={t('moveUp', { name: label })}
          icon={ArrowUp}
          size="sm"
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('moveDown', { name: label })}
          icon={ArrowDown}
          size="sm"
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <IconButton label={t('remove', { name: label })} icon={X} size="sm" onClick={onRemove} />
      </div>
      {problem !== undefined && (
        <p id={problemId} className="mt-0.5 ps-9 text-xs text-bad">
          {problem}
        </p>
      )}
    </li>
  )
}

/** The name of a status, or its position while it has no name. */
function nameStatus(t: Translator<'statusGroups.create.statuses'>, { name }: DraftStatus, place: number): string {
  return name.trim() === '' ? t('unnamed', { place }) : name.trim()
}

function ColorMenu({
  status,
  label,
  onChange,
}: {
  status: DraftStatus
  label: string
  onChange: (color: string) => void
}) {
  const t = useTranslations('statusGroups.create.statuses')
  const colors = useTranslations('status')
  const { key } = readColor(status.color)
  const color = nameColor(colors, status.color)
  const isListed = statusColors.some((one) => one.color === status.color)
  const options = statusColors.map((one) => ({
    value: one.color,
    label: (
      <span className="flex items-center gap-2">
        <StatusMark color={one.color} /> {colors(`color.${one.key}`)}
      </span>
    ),
  }))
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t('colorOf', { name: label, color })}
          className={classNames(
            'inline-flex size-8 shrink-0 items-center justify-center rounded border border-line-strong bg-surface hover:bg-raised',
          )}
        >
          <StatusMark color={status.color} />
        </button>
      }
    >
      <MenuChoice
        label={t('color')}
        value={status.color}
        onChange={onChange}
        options={
          // A color that is not in the list is kept until the person chooses another.
          isListed || key !== null
            ? options
            : [{ value: status.color, label: t('unchangedColor', { color }) }, ...options]
        }
      />
    </Menu>
  )
}
