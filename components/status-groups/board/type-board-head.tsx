'use client'

import { useFormatter, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import type { CountedStatusGroup } from '@/lib/status-groups/schema'
import { groupHref } from '@/components/status-groups/links'
import { StatusMark } from '@/components/status/status-chip'
import { columnsClass, headPx } from './type-board-row'
import { countTypes } from './type-board-edits'
import type { TypeBoard } from './use-type-board'

/** The column headers: a checkbox for all types, and the groups with their number of types. */
export function TypeBoardHead({ board, onSelectAll }: { board: TypeBoard; onSelectAll: () => void }) {
  const t = useTranslations('statusGroups.board.head')
  const none = useTranslations('status')('noGroup')
  const { rows, shown, groups, selected, setSelected } = board
  const isMounted = useMounted()
  const typeCounts = countTypes(rows)
  const areAllSelected = shown.length > 0 && shown.every(({ type }) => selected.has(type.typeId))
  return (
    <thead className="sticky top-0 z-3 block">
      <tr
        aria-rowindex={1}
        style={isMounted ? { height: headPx } : undefined}
        className={classNames(columnsClass, 'border-b border-line bg-canvas text-xs text-ink-muted')}
      >
        <th
          scope="col"
          className="sticky start-0 z-1 flex items-center gap-1 border-e border-line bg-inherit text-start font-medium"
        >
          <span className="flex w-9 shrink-0 items-center justify-center">
            <Checkbox
              aria-label={areAllSelected ? t('deselectAll') : t('selectAll')}
              checked={areAllSelected}
              onChange={() => (areAllSelected ? setSelected(new Set()) : onSelectAll())}
            />
          </span>
          {t('type')}
        </th>
        <th scope="col" className="flex items-center justify-end px-3 font-medium">
          {t('assets')}
        </th>
        <th scope="col" className="flex min-w-0 flex-col items-center justify-center text-center px-2 font-medium">
          <span>{none}</span>
          <TypeCount count={typeCounts.get('') ?? 0} />
        </th>
        {groups.map((group) => (
          <GroupHead key={group.groupId} group={group} types={typeCounts.get(group.groupId) ?? 0} />
        ))}
        <td aria-hidden />
      </tr>
    </thead>
  )
}

function TypeCount({ count }: { count: number }) {
  const t = useTranslations('statusGroups.board.head')
  return <span className="font-normal tabular-nums">{t('types', { count })}</span>
}

/** A group with the marks of its statuses in order, and a link to the group. */
function GroupHead({ group, types }: { group: CountedStatusGroup; types: number }) {
  const t = useTranslations('statusGroups.board.head')
  const format = useFormatter()
  const statuses = format.list(
    group.options.map(({ name }) => name),
    { type: 'unit' },
  )
  return (
    <th scope="col" className="flex min-w-0 flex-col items-center justify-center text-center gap-0.5 px-2 font-medium">
      <Tip
        content={
          <span className="block max-w-72">
            {statuses === '' ? t('noStatuses', { group: group.name }) : t('statuses', { group: group.name, statuses })}
          </span>
        }
      >
        <Link
          href={groupHref(group.groupId)}
          tabIndex={-1}
          className="line-clamp-2 max-w-full text-center leading-4 wrap-anywhere text-ink hover:underline"
        >
          {group.name}
        </Link>
      </Tip>
      <span className="flex h-2.5 max-w-full gap-0.5 overflow-hidden">
        {group.options.map(({ optionId, color }) => (
          <StatusMark key={optionId} color={color} className="size-2" />
        ))}
      </span>
      <TypeCount count={types} />
    </th>
  )
}
