'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Merge, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/inputs/field'
import { Menu, MenuItem } from '@/components/ui/menu'
import { classNames } from '@/lib/browser/class-names'
import type { Translator } from '@/lib/messages/translator'
import type { Issue, DraftStatus } from '@/lib/status-groups/model'
import type { StatusOption } from '@/lib/status-groups/schema'
import { ColorPicker } from './editor-color'
import { StatusCount, type Counts } from './editor-count'
import { describeIssue } from './editor-texts'
import type { Editor } from './use-editor'

interface StatusRowProps {
  status: DraftStatus
  /** The saved status. */
  was: StatusOption | undefined
  index: number
  total: number
  counts: Counts
  issue: Issue | undefined
  isHeld: boolean
  isLocked: boolean
  mayMerge: boolean
  act: Editor['act']
  onGrab: (event: PointerEvent) => void
  onMove: (to: number) => void
  onRemove: (isMerge: boolean) => void
}

/** One status. Alt and the arrow keys move it from anywhere inside the row. */
export function StatusRow(props: StatusRowProps) {
  const { status, was, index, counts, isHeld, isLocked, act, onMove } = props
  const { key, optionId, color } = status
  const t = useTranslations('statusGroups.editor.row')
  const label = readLabel(t, props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its fields and buttons in one place
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
      <span className="text-end max-sm:order-last max-sm:col-span-2 max-sm:col-start-3 max-sm:text-start">
        {optionId === null ? (
          <span className="text-sm text-ink-muted">{t('new')}</span>
        ) : (
          <StatusCount optionId={optionId} name={was?.name ?? label} counts={counts} />
        )}
      </span>
      <RowActions {...props} />
    </li>
  )
}

/** The name of a status, or its position while it has no name. */
const readLabel = (
  t: Translator<'statusGroups.editor.row'>,
  { status: { name }, index }: Pick<StatusRowProps, 'status' | 'index'>,
) => (name.trim() === '' ? t('unnamed', { place: index + 1 }) : name.trim())

/** The handle that drags the row. */
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

function NameField({ status: { key, name }, was, index, issue, isLocked, act }: StatusRowProps) {
  const t = useTranslations('statusGroups.editor')
  const format = useFormatter()
  const issueId = useId()
  return (
    <div className="min-w-0">
      <input
        aria-label={t('row.nameOf', { place: index + 1 })}
        value={name}
        readOnly={isLocked}
        autoComplete="off"
        aria-invalid={issue !== undefined || undefined}
        aria-describedby={issue === undefined ? undefined : issueId}
        onChange={(event) => act({ kind: 'rename-status', key, name: event.target.value })}
        onBlur={() => act({ kind: 'settle' })}
        className={inputClass}
      />
      {issue === undefined ? (
        was !== undefined &&
        was.name !== name && (
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{t('row.was', { name: was.name })}</p>
        )
      ) : (
        <p id={issueId} className="mt-0.5 text-xs text-bad">
          {describeIssue(t, format, issue)}
        </p>
      )}
    </div>
  )
}

const moveClass = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50 max-sm:hidden'

function RowActions(props: StatusRowProps) {
  const { status, index, total, isLocked, mayMerge, onMove, onRemove } = props
  const t = useTranslations('statusGroups.editor.row')
  const label = readLabel(t, props)
  return (
    <span className="flex">
      <IconButton
        label={t('moveUp', { name: label })}
        icon={ArrowUp}
        className={moveClass}
        disabled={isLocked}
        // Not `disabled`, so that a person who moves the status to the top keeps the focus.
        aria-disabled={index === 0 || undefined}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        label={t('moveDown', { name: label })}
        icon={ArrowDown}
        className={moveClass}
        disabled={isLocked}
        aria-disabled={index === total - 1 || undefined}
        onClick={() => onMove(index + 1)}
      />
      <Menu trigger={<IconButton label={t('more', { name: label })} icon={Ellipsis} disabled={isLocked} />}>
        <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => onMove(index - 1)}>
          {t('actions.moveUp')}
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={index === total - 1} onSelect={() => onMove(index + 1)}>
          {t('actions.moveDown')}
        </MenuItem>
        <MenuItem icon={Merge} disabled={!mayMerge} onSelect={() => onRemove(true)}>
          {t('actions.merge')}
        </MenuItem>
        <MenuItem icon={Trash2} tone="bad" onSelect={() => onRemove(false)}>
          {status.optionId === null ? t('actions.remove') : t('actions.removeSaved')}
        </MenuItem>
      </Menu>
    </span>
  )
}
