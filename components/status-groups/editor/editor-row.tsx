'use client'

import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Merge, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { Menu, MenuItem } from '@/components/ui/menu'
import { classNames } from '@/lib/browser/class-names'
import type { StagedStatus } from '@/lib/status-groups/model'
import type { StatusOption } from '@/lib/status-groups/schema'
import { ColorPicker } from './editor-color'
import { StatusCount, type Counts } from './editor-count'
import type { Editor } from './use-editor'

interface StatusRowProps {
  status: StagedStatus
  /** As the service has it. */
  was: StatusOption | undefined
  index: number
  total: number
  counts: Counts
  fault: string | undefined
  isHeld: boolean
  isLocked: boolean
  mayMerge: boolean
  act: Editor['act']
  onGrab: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: (isMerge: boolean) => void
}

/** One status of the stage. Alt and the arrow keys move it from anywhere inside. */
export function StatusRow(props: StatusRowProps) {
  const { status, was, index, counts, isHeld, isLocked, act, onMove } = props
  const { key, optionId, color } = status
  const label = readLabel(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its fields and buttons, once for all
    <li
      onKeyDown={onKeyDown}
      className={classNames(
        'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-b border-line px-2 py-2 first:rounded-t last:rounded-b last:border-b-0 sm:grid-cols-[auto_auto_minmax(0,1fr)_7.5rem_auto]',
        isHeld && 'relative z-10 bg-accent-soft shadow-float',
      )}
    >
      <Grip {...props} />
      <ColorPicker
        name={label}
        color={color}
        isLocked={isLocked}
        onChange={(next) => act({ kind: 'recolor', key, color: next })}
      />
      <NameField {...props} />
      <span className="text-right max-sm:order-last max-sm:col-span-2 max-sm:col-start-3 max-sm:text-left">
        {optionId === null ? (
          <span className="text-sm text-ink-muted">new</span>
        ) : (
          <StatusCount optionId={optionId} name={was?.name ?? label} counts={counts} />
        )}
      </span>
      <RowActions {...props} />
    </li>
  )
}

/** The status by name, or by its place while it has none. */
const readLabel = ({ status: { name }, index }: StatusRowProps) =>
  name.trim() === '' ? `status ${index + 1}` : name.trim()

/** What the pointer takes hold of to drag the row. */
function Grip({ isHeld, isLocked, onGrab }: StatusRowProps) {
  return (
    <span
      aria-hidden
      onPointerDown={onGrab}
      className={classNames(
        'flex h-8 w-6 touch-none items-center justify-center text-ink-muted select-none',
        isLocked ? 'opacity-50' : isHeld ? 'cursor-grabbing' : 'cursor-grab',
      )}
    >
      <GripVertical size={16} />
    </span>
  )
}

function NameField({ status: { key, name }, was, index, fault, isLocked, act }: StatusRowProps) {
  const faultId = useId()
  return (
    <div className="min-w-0">
      <input
        aria-label={`Name of status ${index + 1}`}
        value={name}
        readOnly={isLocked}
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        onChange={(event) => act({ kind: 'rename-status', key, name: event.target.value })}
        onBlur={() => act({ kind: 'settle' })}
        className={inputClass}
      />
      {fault === undefined ? (
        was !== undefined &&
        was.name !== name && <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">was: {was.name}</p>
      ) : (
        <p id={faultId} className="mt-0.5 text-xs text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}

const moveClass = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50 max-sm:hidden'

function RowActions(props: StatusRowProps) {
  const { status, index, total, isLocked, mayMerge, onMove, onRemove } = props
  const label = readLabel(props)
  return (
    <span className="flex">
      <IconButton
        label={`Move ${label} up`}
        icon={ArrowUp}
        className={moveClass}
        disabled={isLocked}
        // Not `disabled`, so that a person who has moved the status to the top keeps the focus.
        aria-disabled={index === 0 || undefined}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        label={`Move ${label} down`}
        icon={ArrowDown}
        className={moveClass}
        disabled={isLocked}
        aria-disabled={index === total - 1 || undefined}
        onClick={() => onMove(index + 1)}
      />
      <Menu trigger={<IconButton label={`More for ${label}`} icon={Ellipsis} disabled={isLocked} />}>
        <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => onMove(index - 1)}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={index === total - 1} onSelect={() => onMove(index + 1)}>
          Move down
        </MenuItem>
        <MenuItem icon={Merge} disabled={!mayMerge} onSelect={() => onRemove(true)}>
          Merge into …
        </MenuItem>
        <MenuItem icon={Trash2} tone="bad" onSelect={() => onRemove(false)}>
          {status.optionId === null ? 'Remove' : 'Remove …'}
        </MenuItem>
      </Menu>
    </span>
  )
}
