'use client'

import { useTranslations } from 'next-intl'
import { ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { buttonClass } from '@/lib/browser/button-class'
import { Picker } from '@/components/ui/inputs/picker'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { useGroupOptions } from './type-board-grid'
import { noneValue, readChoice, RowState } from './type-board-row'
import type { BoardRow } from './type-board-edits'
import type { TypeBoard } from './use-type-board'

const cardPx = 96

/** The board on a phone: a card for each type, with a picker for its group. */
export function TypeBoardCards({ board }: { board: TypeBoard }) {
  const t = useTranslations('statusGroups.board')
  const none = useTranslations('status')('noGroup')
  const { shown, groups, selected, locked, refusal, choose, setSelected } = board
  const scroller = useRef<HTMLUListElement>(null)
  const isMounted = useMounted()
  const { inSight, extent } = useRowWindow(scroller, { total: shown.length, size: cardPx })
  const options = useGroupOptions(groups)
  const toggle = (typeId: string) => {
    const next = new Set(selected)
    if (!next.delete(typeId)) next.add(typeId)
    setSelected(next)
  }
  return (
    <ul
      ref={scroller}
      aria-label={t('label')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto bg-surface"
    >
      {/* Styles are set only after mounting, because the content security policy forbids them in the page's markup. */}
      <li aria-hidden style={isMounted ? { height: extent } : undefined} />
      {inSight.map(({ position, start }) => {
        const row = shown[position]
        if (row === undefined) return null
        const { type, next } = row
        const isOff = refusal !== null || locked.has(type.typeId)
        return (
          <li
            key={type.typeId}
            aria-setsize={shown.length}
            aria-posinset={position + 1}
            style={{ top: start, height: cardPx }}
            className={classNames(
              'absolute inset-x-0 flex flex-col justify-center gap-1 border-b border-line px-4',
              selected.has(type.typeId) && 'bg-accent-soft',
            )}
          >
            <div className="flex items-center gap-2">
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <Checkbox
                  aria-label={t('row.select', { name: type.name })}
                  checked={selected.has(type.typeId)}
                  onChange={() => toggle(type.typeId)}
                />
                <span className="min-w-0 truncate font-medium">{type.name}</span>
              </label>
              {type.assetCount !== null && (
                <span className="shrink-0 text-xs text-ink-muted tabular-nums">
                  {t('assets', { count: type.assetCount })}
                </span>
              )}
            </div>
            {isOff ? (
              <p className="ps-6 text-sm">{next?.name ?? none}</p>
            ) : (
              <div className="ps-6">
                <Picker
                  label={t('row.groupOf', { name: type.name })}
                  placeholder={t('row.findGroup')}
                  options={options}
                  value={[next?.groupId ?? noneValue]}
                  emptyText={t('row.noMatch')}
                  onChange={([value]) => {
                    const to = readChoice(value)
                    if (to !== undefined) choose([row], to)
                  }}
                  trigger={<GroupTrigger row={row} />}
                />
              </div>
            )}
            {(row.isChanged || locked.has(type.typeId)) && (
              <div className="ps-6">
                <RowState row={row} isLocked={locked.has(type.typeId)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The button that opens the picker of a card. It shows the group that the type would have. */
function GroupTrigger({ row: { type, next }, ...rest }: { row: BoardRow }) {
  const t = useTranslations('statusGroups.board.row')
  const none = useTranslations('status')('noGroup')
  const group = next?.name ?? none
  return (
    <button
      {...rest}
      type="button"
      aria-label={t('groupIs', { name: type.name, group })}
      className={buttonClass('secondary', 'sm', 'w-full min-w-0 justify-between')}
    >
      <span className={classNames('min-w-0 flex-1 truncate text-start', next === null && 'text-ink-muted')}>
        {group}
      </span>
      <ChevronsUpDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
    </button>
  )
}
