'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { memo } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Badge } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { Picker } from '@/components/ui/inputs/picker'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'
import type { CountedStatusGroup } from '@/lib/status-groups/schema'
import { assetsHref } from '@/components/status-groups/links'
import type { BoardRow, GroupChoice } from './type-board-edits'
import { usePendingTexts } from './type-board-texts'

export const rowPx = 52
export const headPx = 76
export const columnsClass = 'grid grid-cols-(--board-columns)'
/** The value of "No group" in a picker. No group id is empty. */
export const noneValue = 'none:'

export const readChoice = (value: string | undefined): GroupChoice | undefined => (value === noneValue ? null : value)

export interface RowHandlers {
  onChoose: (row: number, column: number) => void
  onPick: (row: number, to: GroupChoice) => void
  onToggle: (row: number, isRange: boolean) => void
}

interface Props {
  row: BoardRow
  position: number
  start: number
  groups: readonly CountedStatusGroup[]
  options: readonly PickerOption[]
  isSelected: boolean
  isLocked: boolean
  isReadOnly: boolean
  /** The active column; -1 in all other rows. */
  column: number
  handlers: RowHandlers
}

export const cellId = (typeId: string, column: number) => `type-cell-${typeId}-${column}`
export const pickerId = (typeId: string) => `type-picker-${typeId}`

/** One type: its name, its pending change, and a choice of groups. The grid has the focus and handles the keys. */
export const TypeBoardRow = memo(function TypeBoardRow({
  row,
  position,
  start,
  groups,
  options,
  isSelected,
  isLocked,
  isReadOnly,
  column,
  handlers,
}: Props) {
  const t = useTranslations('statusGroups.board.row')
  const format = useFormatter()
  const { type, next, isChanged } = row
  const isActive = column !== -1
  const choices: Array<CountedStatusGroup | null> = [null, ...groups]
  return (
    <tr
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      style={{ top: start, height: rowPx }}
      className={classNames(
        columnsClass,
        'group absolute inset-x-0 border-b border-line text-sm',
        isSelected ? 'bg-accent-soft' : isActive ? 'bg-raised' : 'bg-surface hover:bg-raised',
        isActive &&
          'after:pointer-events-none after:absolute after:inset-0 after:z-2 after:border-s-2 after:border-accent',
      )}
    >
      <th
        scope="row"
        className="sticky start-0 z-1 flex h-full min-w-0 items-center gap-1 border-e border-line bg-inherit pe-1 text-start font-normal"
      >
        <SelectBox
          isSelected={isSelected}
          label={t('select', { name: type.name })}
          onToggle={(isRange) => handlers.onToggle(position, isRange)}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" title={type.name}>
            {type.name}
          </span>
          <RowState row={row} isLocked={isLocked} />
        </span>
        {!isReadOnly && (
          <Picker
            label={t('groupOf', { name: type.name })}
            placeholder={t('findGroup')}
            options={options}
            value={[next?.groupId ?? noneValue]}
            align="end"
            emptyText={t('noMatch')}
            onChange={([value]) => {
              const to = readChoice(value)
              if (to !== undefined) handlers.onPick(position, to)
            }}
            trigger={
              <IconButton
                id={pickerId(type.typeId)}
                tabIndex={-1}
                size="sm"
                label={t('pick', { name: type.name })}
                icon={ChevronDown}
                keys="p"
                disabled={isLocked}
              />
            }
          />
        )}
      </th>
      <td className="flex h-full items-center justify-end px-3 text-ink-muted tabular-nums">
        {type.assetCount === null ? (
          <span title={t('uncounted')}>–</span>
        ) : (
          <Link tabIndex={-1} href={assetsHref({ type: type.typeId })} className="hover:text-ink hover:underline">
            {format.number(type.assetCount)}
          </Link>
        )}
      </td>
      {choices.map((choice, at) => (
        <td key={choice?.groupId ?? noneValue} className="h-full min-w-0">
          <Choice
            id={cellId(type.typeId, at)}
            row={row}
            group={choice}
            isCurrent={column === at}
            isOff={isLocked || isReadOnly}
            onChoose={() => handlers.onChoose(position, at)}
          />
        </td>
      ))}
      <td aria-hidden className={isChanged ? 'bg-transparent' : ''} />
    </tr>
  )
})

/** The group of a type, or its pending change. */
export function RowState({ row, isLocked }: { row: BoardRow; isLocked: boolean }) {
  const t = useTranslations('statusGroups.board.row')
  const none = useTranslations('status')('noGroup')
  const { describePending } = usePendingTexts()
  const { now, isChanged, cleared, wasSeenWith } = row
  if (isLocked)
    return (
      <span className="flex items-center gap-1.5 text-xs text-accent-ink">
        <Spinner size={12} /> {t('running')}
      </span>
    )
  // On wide screens, the cell of the group already shows this.
  if (!isChanged)
    return <span className="block truncate text-xs text-ink-muted 2xl:hidden">{now === null ? none : now.name}</span>
  const text = describePending(row)
  const isHarmless = cleared !== null && cleared.length === 0
  return (
    <span
      title={text}
      className={classNames(
        'flex min-w-0 items-center gap-1 text-xs',
        isHarmless ? 'text-accent-ink' : 'text-attention',
      )}
    >
      {wasSeenWith !== undefined && <Badge tone="attention">{t('changedSince')}</Badge>}
      <span className="truncate">{text}</span>
    </span>
  )
}

function Choice({
  id,
  row,
  group,
  isCurrent,
  isOff,
  onChoose,
}: {
  id: string
  row: BoardRow
  group: CountedStatusGroup | null
  isCurrent: boolean
  isOff: boolean
  onChoose: () => void
}) {
  const t = useTranslations('statusGroups.board.row')
  const none = useTranslations('status')('noGroup')
  const { describePending } = usePendingTexts()
  const { type, now, next, isChanged } = row
  const isChosen = (next?.groupId ?? null) === (group?.groupId ?? null)
  const wasChosen = isChanged && (now?.groupId ?? null) === (group?.groupId ?? null)
  const name = group?.name ?? none
  const was = now?.name ?? none
  const pending = isChanged && isChosen ? describePending(row) : null
  return (
    <button
      id={id}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the grid has the focus and the keys; hundreds of fields would each be a Tab stop
      role="radio"
      tabIndex={-1}
      aria-checked={isChosen}
      aria-disabled={isOff || undefined}
      aria-label={
        pending === null
          ? t('choice', { type: type.name, group: name })
          : t('pendingChoice', { type: type.name, group: name, pending })
      }
      title={pending ?? name}
      // The grid keeps the focus, so that its keys continue from this cell.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'group/choice flex size-full min-w-0 flex-col items-center justify-center gap-0.5 px-1 aria-disabled:cursor-not-allowed',
        isChanged && isChosen && 'bg-accent-soft',
        isCurrent &&
          'group-focus-visible/grid:outline-2 group-focus-visible/grid:-outline-offset-2 group-focus-visible/grid:outline-accent',
        isCurrent && 'ring-1 ring-line-strong ring-inset',
      )}
    >
      {isChosen ? (
        <span
          aria-hidden
          className={classNames(
            'max-w-full rounded-2xl border px-2 text-xs font-medium',
            // Below it is what the type had before, so a longer name has no space for a second line.
            isChanged ? 'truncate leading-5' : 'line-clamp-2 py-0.5 text-center leading-4 wrap-anywhere',
            isOff ? 'border-line-strong text-ink-muted' : 'border-accent bg-accent-soft text-accent-ink',
          )}
        >
          {name}
        </span>
      ) : (
        // A circle in every cell would distract, so only the cell under the pointer or cursor shows one.
        <span
          aria-hidden
          className={classNames(
            'size-4 rounded-full border group-hover/choice:visible',
            wasChosen ? 'border-dashed border-attention' : 'border-line-strong',
            !wasChosen && !isCurrent && 'invisible',
          )}
        />
      )}
      {isChanged && isChosen && (
        <span aria-hidden className="max-w-full truncate text-xs leading-4 text-accent-ink">
          {t('was', { group: was })}
        </span>
      )}
      {wasChosen && (
        <span aria-hidden className="text-xs leading-4 text-attention">
          {t('previous')}
        </span>
      )}
    </button>
  )
}

/** The checkbox of a row; its whole cell can be clicked. The Tab key skips it, because the grid has the key `x`. */
function SelectBox({
  isSelected,
  label,
  onToggle,
}: {
  isSelected: boolean
  label: string
  onToggle: (isRange: boolean) => void
}) {
  return (
    <span className="flex h-full w-9 shrink-0 items-center justify-center">
      <Checkbox
        tabIndex={-1}
        aria-label={label}
        checked={isSelected}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onToggle(event.shiftKey)}
        onChange={() => {}}
      />
    </span>
  )
}
