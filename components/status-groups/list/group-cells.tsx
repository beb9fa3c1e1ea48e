'use client'

import { Boxes, Copy, Download, Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { Counting } from '@/components/status-groups/counting'
import { assetsHref, groupHref, typeBoardHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'
import { IconButton } from '@/components/ui/button'
import { RowActions } from '@/components/ui/data-table/records/record-cells'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { Popover } from '@/components/ui/popover'
import { valuesMax } from '@/lib/browser/lists/list-filter'
import type { AssetType } from '@/lib/status-groups/schema'
import type { GroupRow } from '@/lib/status-groups/view'

const typesShown = 3
const statusesShown = 3

export interface GroupActions {
  duplicate: (groupId: string) => void
  download: (groupId: string) => void
  remove: (groupId: string) => void
}

/** The first statuses in their order, each with its number of assets, and a link to the others. */
export function Statuses({ row: { group } }: { row: GroupRow }) {
  const t = useTranslations('statusGroups.row')
  const { name, options, counts } = group
  if (options.length === 0) return <span className="text-ink-muted">{t('noStatuses')}</span>
  const more = options.length - statusesShown
  return (
    <RowActions>
      <ol
        aria-label={t('statuses', { name })}
        title={options.map((option) => option.name).join(', ')}
        className="flex h-6 min-w-0 flex-wrap gap-x-3 overflow-hidden"
      >
        {options.slice(0, statusesShown).map((option) => (
          <li key={option.optionId} className="flex h-6 max-w-full min-w-0 items-center gap-1">
            <span className="flex min-w-0">
              <StatusChip name={option.name} color={option.color} />
            </span>
            {counts !== null && (
              <StatusCount optionId={option.optionId} name={option.name} count={counts[option.optionId] ?? 0} />
            )}
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Link
          href={groupHref(group.groupId)}
          prefetch={false}
          tabIndex={-1}
          className="shrink-0 text-accent-ink underline-offset-2 hover:underline"
        >
          {t('more', { count: more })}
        </Link>
      )}
    </RowActions>
  )
}

/** Number of assets of the types that use the group. It is a link if an address can name all of them. */
export function AssetCount({ row: { group, types, assetCount } }: { row: GroupRow }) {
  const t = useTranslations('statusGroups.row')
  const format = useFormatter()
  if (assetCount === null) return <span className="text-ink-muted">{t('notCounted')}</span>
  // The list of assets ignores further types, so it would show fewer assets than the number says.
  if (types.length > valuesMax) return <span className="tabular-nums">{format.number(assetCount)}</span>
  return (
    <Count
      count={assetCount}
      filter={{ type: types.map(({ typeId }) => typeId) }}
      label={t('assetsOfTypes', { count: assetCount, name: group.name })}
    />
  )
}

/** Number of assets that have a status of the group. */
export function StatusTotal({ row: { group, statusCount } }: { row: GroupRow }) {
  const t = useTranslations('statusGroups.row')
  if (group.isCounting === true) return <Counting />
  if (statusCount === null) return <span className="text-ink-muted">{t('notCounted')}</span>
  return (
    <Count
      count={statusCount}
      filter={{ group: group.groupId }}
      label={t('assetsWithStatusOf', { count: statusCount, name: group.name })}
    />
  )
}

/** A number that links to the assets that it counts. */
function Count({ count, filter, label }: { count: number; filter: Parameters<typeof assetsHref>[0]; label: string }) {
  const format = useFormatter()
  if (count === 0) return <span className="text-ink-muted">{format.number(0)}</span>
  return (
    <RowActions>
      <Link
        href={assetsHref(filter)}
        prefetch={false}
        tabIndex={-1}
        aria-label={label}
        className="tabular-nums underline-offset-2 hover:underline"
      >
        {format.number(count)}
      </Link>
    </RowActions>
  )
}

function StatusCount({ optionId, name, count }: { optionId: string; name: string; count: number }) {
  const t = useTranslations('statusGroups.row')
  const format = useFormatter()
  if (count === 0)
    return (
      <span className="text-xs text-ink-muted tabular-nums">
        <span aria-hidden>{format.number(0)}</span>
        <span className="sr-only">{t('assets', { count: 0 })}</span>
      </span>
    )
  return (
    <Link
      tabIndex={-1}
      href={assetsHref({ status: optionId })}
      prefetch={false}
      aria-label={t('assetsWith', { count, name })}
      className="text-xs tabular-nums underline-offset-2 hover:underline"
    >
      {format.number(count)}
    </Link>
  )
}

export function UsedBy({ types, groupName }: { types: readonly AssetType[]; groupName: string }) {
  const t = useTranslations('statusGroups.row')
  const format = useFormatter()
  if (types.length === 0) return <span className="text-ink-muted">{t('unused')}</span>
  const shown = types.slice(0, types.length === typesShown + 1 ? types.length : typesShown)
  const more = types.length - shown.length
  return (
    <>
      <span className="truncate">
        {format.list(
          shown.map(({ name }) => name),
          { type: 'unit' },
        )}
      </span>
      {more > 0 && (
        <>
          <Popover
            label={t('allTypes', { name: groupName })}
            align="start"
            className="w-72"
            trigger={
              <button
                type="button"
                className="shrink-0 rounded-sm text-accent-ink underline-offset-2 hover:underline"
                aria-label={t('moreTypes', { count: more, name: groupName })}
              >
                {t('more', { count: more })}
              </button>
            }
          >
            <ul className="max-h-80 overflow-y-auto p-3 text-sm">
              {types.map((type) => (
                <li key={type.typeId} className="flex justify-between gap-4 py-0.5">
                  <span className="min-w-0 wrap-anywhere">{type.name}</span>
                  {type.assetCount !== null && (
                    <span className="text-ink-muted tabular-nums">{format.number(type.assetCount)}</span>
                  )}
                </li>
              ))}
            </ul>
          </Popover>
        </>
      )}
    </>
  )
}

export function RowMenu({
  groupId,
  name,
  actions,
  refusal,
}: {
  groupId: string
  name: string
  actions: GroupActions
  refusal: string | null
}) {
  const t = useTranslations('statusGroups.menu')
  const router = useRouter()
  const isOff = refusal !== null
  return (
    <Menu className="max-w-72" trigger={<IconButton label={t('label', { name })} icon={Ellipsis} size="sm" />}>
      <MenuItem icon={Pencil} onSelect={() => router.push(groupHref(groupId))}>
        {isOff ? t('actions.open') : t('actions.edit')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => router.push(typeBoardHref(isOff ? groupId : undefined))}>
        {isOff ? t('actions.showOnBoard') : t('actions.assign')}
      </MenuItem>
      <MenuItem icon={Boxes} onSelect={() => router.push(assetsHref({ group: groupId }))}>
        {t('actions.showAssets')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => actions.download(groupId)}>
        {t('actions.export')}
      </MenuItem>
      <MenuItem icon={Copy} disabled={isOff} onSelect={() => actions.duplicate(groupId)}>
        {t('actions.duplicate')}
      </MenuItem>
      <MenuItem icon={Trash2} tone="bad" disabled={isOff} onSelect={() => actions.remove(groupId)}>
        {t('actions.delete')}
      </MenuItem>
      {refusal !== null && (
        <MenuGroup label={t('whyDisabled')}>
          <p className="px-2 pb-1.5 text-xs text-ink-muted">{refusal}</p>
        </MenuGroup>
      )}
    </Menu>
  )
}
