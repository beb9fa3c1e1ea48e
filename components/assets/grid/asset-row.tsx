'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Archive } from 'lucide-react'
import Link from 'next/link'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { useLongPress } from '@/components/inspections/grid/use-long-press'
import { Checkbox } from '@/components/ui/checkbox'
import { Badge } from '@/components/ui/badge'
import { usePreferences } from '@/lib/browser/preferences-context'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { AssetRow } from '@/lib/assets/schema'
import { classNames } from '@/lib/browser/class-names'
import { assetHref } from '@/components/assets/address'
import { SelectBox } from './select-box'
import { StatusControl } from '@/components/assets/status/status-control'
import type { PendingStatus, StatusSetting } from '@/components/assets/status/use-status-setting'
import { describeState, readAssetName } from '@/components/assets/texts'

/** The columns of rows and headers: checkbox, code, type, site, status, state, modified. */
export const columnsClass =
  'grid grid-cols-[40px_minmax(120px,2fr)_minmax(110px,2fr)_minmax(120px,2.4fr)_minmax(160px,2.2fr)_88px_120px]'

/** The layout of rows. `both` before the screen is measured: the style sheet decides. */
export type RowLayout = 'both' | 'cards' | 'columns'

export interface RowHandlers {
  onPick: (position: number) => void
  onToggle: (position: number, isRange: boolean) => void
  onPoint: (position: number) => void
  onLongPress: (position: number) => void
}

interface RowProps {
  position: number
  row: AssetRow | undefined
  pending: PendingStatus | undefined
  onSet: StatusSetting['set']
  offReason: string | null
  layout: RowLayout
  isActive: boolean
  isOpen: boolean
  isSelected: boolean
  /** Cards show checkboxes, and a tap selects. */
  isChoosing: boolean
  handlers: RowHandlers
}

export const rowId = (position: number) => `asset-row-${position}`
export const statusButtonId = (position: number) => `asset-status-${position}`

/** One asset of the list. Its code is a link, so that a middle click opens it in a new tab. */
export const AssetRowView = memo(function AssetRowView({
  position,
  row,
  layout,
  isActive,
  isOpen,
  isSelected,
  isChoosing,
  handlers,
  ...status
}: RowProps) {
  const isCompact = usePreferences().preferences.density === 'compact'
  const press = useLongPress(() => handlers.onLongPress(position))
  const click = (event: MouseEvent) => {
    if (row === undefined || event.defaultPrevented || press.wasLong()) return
    if (event.shiftKey) handlers.onToggle(position, true)
    else if (event.metaKey || event.ctrlKey || isChoosing) handlers.onToggle(position, false)
    else handlers.onPick(position)
  }
  const clickCode = (event: MouseEvent) => {
    // A click with Ctrl opens the link in a new tab; elsewhere on the row it selects.
    if ((event.metaKey || event.ctrlKey) && !event.shiftKey) return event.stopPropagation()
    click(event)
    event.preventDefault()
  }
  const control = row !== undefined && (
    <StatusControl {...status} id={layout === 'both' ? undefined : statusButtonId(position)} asset={row} />
  )
  const content = { position, row, layout, isSelected, control, onClickCode: clickCode }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles the keys
    <tr
      id={rowId(position)}
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      aria-busy={row === undefined || undefined}
      data-active={isActive || undefined}
      onClick={click}
      onMouseDown={(event) => {
        // A click with Shift would select text.
        if (event.shiftKey) event.preventDefault()
      }}
      onPointerDown={(event) => {
        handlers.onPoint(position)
        press.begin(event)
      }}
      onPointerMove={press.move}
      onPointerUp={press.end}
      onPointerCancel={press.end}
      className={classNames(
        'group relative items-center border-b border-line text-sm select-none sm:select-auto',
        layout === 'cards' ? 'block h-19' : columnsClass,
        layout === 'both' && 'max-sm:block max-sm:h-19',
        layout !== 'cards' && (isCompact ? 'sm:h-8' : 'sm:h-10'),
        isSelected ? 'bg-accent-soft' : isActive ? 'bg-raised' : 'bg-surface',
        row !== undefined && 'cursor-pointer',
        row !== undefined && !isSelected && 'hover:bg-raised',
        (isActive || isOpen) &&
          'after:pointer-events-none after:absolute after:inset-0 after:z-2 after:border-l-2 after:border-accent',
        isActive && 'group-focus-visible/grid:after:border-2',
      )}
    >
      {layout !== 'columns' && <Card {...content} isChoosing={isChoosing} />}
      {layout !== 'cards' && <Columns {...content} onToggle={(isRange) => handlers.onToggle(position, isRange)} />}
    </tr>
  )
})

/** The content of a row, as a card or in columns. */
interface ContentProps extends Pick<RowProps, 'position' | 'row' | 'layout' | 'isSelected'> {
  /** Sets the status; false while the row is loading. */
  control: ReactNode
  onClickCode: (event: MouseEvent) => void
}

/** The row on a phone. */
function Card({
  position,
  row,
  layout,
  isSelected,
  isChoosing,
  control,
  onClickCode,
}: ContentProps & { isChoosing: boolean }) {
  const t = useTranslations('assets.row')
  return (
    <td className={classNames('flex h-full items-center gap-3 px-4', layout === 'both' && 'sm:hidden')}>
      {row === undefined ? (
        <Waiting position={position} />
      ) : (
        <>
          {isChoosing && (
            <Checkbox
              tabIndex={-1}
              aria-label={t('select', { name: readAssetName(row) })}
              checked={isSelected}
              readOnly
              className="pointer-events-none size-5"
            />
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <div className="flex items-center gap-2">
              <CodeLink row={row} onClick={onClickCode} />
              {row.state !== 'active' && <StateWord state={row.state} />}
            </div>
            <div className="flex h-9 items-center gap-2 text-ink-muted">
              <span className="min-w-0 flex-1 truncate">
                {[row.typeName ?? row.typeId, row.siteName].filter((name) => name !== null).join(' · ')}
              </span>
              <span className="flex max-w-[55%] shrink-0">{control}</span>
            </div>
          </div>
        </>
      )}
    </td>
  )
}

function Columns({
  position,
  row,
  layout,
  isSelected,
  control,
  onClickCode,
  onToggle,
}: ContentProps & { onToggle: (isRange: boolean) => void }) {
  const t = useTranslations('assets.row')
  const cell = layout === 'both' ? 'max-sm:hidden' : ''
  return (
    <>
      <td className={classNames(cell, 'sticky left-0 z-1 h-full bg-inherit')}>
        <SelectBox
          isSelected={isSelected}
          isKnown={row !== undefined}
          label={row === undefined ? t('selectUnknown') : t('select', { name: readAssetName(row) })}
          onToggle={onToggle}
        />
      </td>
      <td
        className={classNames(
          cell,
          'sticky left-10 z-1 flex h-full min-w-0 items-center gap-2 bg-inherit px-2 group-data-sideways/scroller:shadow-[6px_0_6px_-6px_rgb(0_0_0/0.3)]',
        )}
      >
        {row === undefined ? <Waiting position={position} /> : <CodeLink row={row} onClick={onClickCode} />}
      </td>
      <Cell className={cell}>
        {row === undefined ? null : (row.typeName ?? row.typeId ?? <Missing text={t('noType')} />)}
      </Cell>
      <Cell className={cell}>
        {row === undefined ? null : (row.siteName ?? row.siteId ?? <Missing text={t('noSite')} />)}
      </Cell>
      <td className={classNames(cell, 'flex h-full min-w-0 items-center px-2')}>
        {row === undefined ? <Skeleton className="h-3 w-3/5" /> : control}
      </td>
      <Cell className={cell}>{row === undefined ? null : <StateWord state={row.state} />}</Cell>
      <Cell className={classNames(cell, 'justify-end')}>
        {row === undefined ? null : row.modifiedAt === null ? (
          <Missing text={t('neverModified')} />
        ) : (
          <Time value={row.modifiedAt} format="smart" className="text-ink-muted" />
        )}
      </Cell>
    </>
  )
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td className={classNames('flex h-full min-w-0 items-center overflow-hidden px-2 whitespace-nowrap', className)}>
      {children === null ? <Skeleton className="h-3 w-3/5" /> : <span className="truncate">{children}</span>}
    </td>
  )
}

/** A dash that screen readers read as `text`. */
function Missing({ text }: { text: string }) {
  return (
    <span className="text-ink-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

export function StateWord({ state }: { state: string }) {
  const words = describeState(useTranslations('assets'), state)
  if (state === 'active') return <span className="text-ink-muted">{words}</span>
  return <Badge {...(state === 'archived' ? { icon: Archive } : {})}>{words}</Badge>
}

function CodeLink({ row, onClick }: { row: AssetRow; onClick: (event: MouseEvent) => void }) {
  return (
    <Link
      href={assetHref(row.assetId)}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      className="min-w-0 truncate font-medium hover:underline hover:underline-offset-2"
    >
      {readAssetName(row)}
    </Link>
  )
}

/** A row that is loading shows its number, so that people who drag the scrollbar know where they are. */
function Waiting({ position }: { position: number }) {
  const format = useFormatter()
  return (
    <>
      <span className="shrink-0 text-xs text-ink-muted tabular-nums">{format.number(position + 1)}</span>
      <Skeleton className="h-3 w-2/5" />
    </>
  )
}
