'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { readColor, statusColors } from '@/lib/status-groups/color'
import { optionsMax } from '@/lib/status-groups/schema'
import {
  addStatus,
  changeStatus,
  moveStatus,
  removeStatus,
  type CreateDraft,
  type DraftProblems,
  type DraftStatus,
} from './create-draft'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { StatusMark } from '@/components/status/status-chip'

const fullReason = `The service takes at most ${optionsMax} statuses in a group. Remove one to add another.`

/** The statuses of a group that is not there yet, in their order. */
export function CreateStatusRows({
  draft,
  onChange,
  problems,
}: {
  draft: CreateDraft
  onChange: (draft: CreateDraft) => void
  problems: DraftProblems | null
}) {
  const list = useRef<HTMLOListElement>(null)
  const isFull = draft.statuses.length >= optionsMax
  const focusRow = (at: number) => {
    // The row is there only after the next paint.
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
    announce(`${status.name.trim() || 'The status'} is now ${at + 1} of ${next.statuses.length}`)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 flex w-full items-baseline gap-2 text-sm font-medium">
        Statuses
        <span className="text-xs font-normal text-ink-muted tabular-nums">
          {draft.statuses.length} of {optionsMax}
        </span>
        <span className="ml-auto text-xs font-normal text-ink-muted max-sm:hidden">Alt and ↑ ↓ move a status</span>
      </legend>
      <ol ref={list} className="flex flex-col gap-1.5">
        {draft.statuses.map((status, index) => (
          <StatusRow
            key={status.key}
            status={status}
            place={index + 1}
            count={draft.statuses.length}
            problem={problems?.statuses.get(status.key)}
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
        <GuardedButton size="sm" icon={Plus} refusal={isFull ? fullReason : null} onClick={add}>
          Add status
        </GuardedButton>
        {isFull && <p className="text-xs text-ink-muted">{fullReason}</p>}
      </div>
    </fieldset>
  )
}

function StatusRow({
  status,
  place,
  count,
  problem,
  onChange,
  onMove,
  onRemove,
  onNext,
}: {
  status: DraftStatus
  place: number
  count: number
  problem: string | undefined
  onChange: (change: Partial<DraftStatus>) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
  onNext: () => void
}) {
  const problemId = useId()
  const label = status.name.trim() === '' ? `status ${place}` : status.name.trim()
  return (
    <li>
      <div className="flex items-center gap-1">
        <ColorMenu status={status} label={label} onChange={(color) => onChange({ color })} />
        <input
          aria-label={`Name of status ${place}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          value={status.name}
          placeholder="Name, e.g. In service"
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
          label={`Move ${label} up`}
          icon={ArrowUp}
          size="sm"
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${label} down`}
          icon={ArrowDown}
          size="sm"
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Remove ${label}`} icon={X} size="sm" onClick={onRemove} />
      </div>
      {problem !== undefined && (
        <p id={problemId} className="mt-0.5 pl-9 text-xs text-bad">
          {problem}
        </p>
      )}
    </li>
  )
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
  const { key, name } = readColor(status.color)
  const isListed = statusColors.some(({ color }) => color === status.color)
  const options = statusColors.map((one) => ({
    value: one.color,
    label: (
      <span className="flex items-center gap-2">
        <StatusMark color={one.color} /> {one.name}
      </span>
    ),
  }))
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Colour of ${label}: ${name}`}
          className={classNames(
            'inline-flex size-8 shrink-0 items-center justify-center rounded border border-line-strong bg-surface hover:bg-raised',
          )}
        >
          <StatusMark color={status.color} />
        </button>
      }
    >
      <MenuChoice
        label="Colour"
        value={status.color}
        onChange={onChange}
        options={
          // A colour that we do not offer is kept as long as nobody chooses another.
          isListed || key !== null ? options : [{ value: status.color, label: `${name} (as it is)` }, ...options]
        }
      />
    </Menu>
  )
}
