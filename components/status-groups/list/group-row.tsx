'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { Boxes, Copy, Download, Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { Popover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import type { AssetType } from '@/lib/status-groups/schema'
import type { GroupRow as Row } from '@/lib/status-groups/view'
import { Counting } from '@/components/status-groups/counting'
import { assetsHref, groupHref, typeBoardHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'

const typesShown = 3

export interface GroupActions {
  duplicate: (groupId: string) => void
  download: (groupId: string) => void
  remove: (groupId: string) => void
}

/** The columns of the list, for its header and its rows. */
export const rowGrid =
  'grid gap-x-6 gap-y-2 px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_minmax(0,5fr)_7rem_2rem]'

/** One group: its statuses in their order with their assets, and the types that use it. */
export function GroupRow({ row, actions, refusal }: { row: Row; actions: GroupActions; refusal: string | null }) {
  const t = useTranslations('statusGroups.row')
  const { group, types } = row
  const { groupId, name, description, options, counts } = group
  return (
    <li
      data-group={groupId}
      className={classNames(rowGrid, 'relative items-start py-3 focus-within:bg-raised/40 hover:bg-raised/40')}
    >
      <div className="min-w-0 max-md:pe-10">
        <Link
          href={groupHref(groupId)}
          data-group-link
          prefetch={false}
          className="font-medium wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        {description !== '' && (
          <p className="line-clamp-2 text-sm whitespace-pre-line wrap-anywhere text-ink-muted">{description}</p>
        )}
      </div>
      {options.length === 0 ? (
        <p className="text-sm text-ink-muted md:max-xl:order-2 md:max-xl:col-span-3">{t('noStatuses')}</p>
      ) : (
        <ol
          aria-label={t('statuses', { name })}
          className="flex min-w-0 flex-wrap gap-x-3 gap-y-1.5 md:max-xl:order-2 md:max-xl:col-span-3"
        >
          {options.map((option) => (
            <li key={option.optionId} className="flex max-w-full min-w-0 items-center gap-1">
              <span className="flex min-w-0">
                <StatusChip name={option.name} color={option.color} />
              </span>
              {counts !== null && (
                <StatusCount optionId={option.optionId} name={option.name} count={counts[option.optionId] ?? 0} />
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="min-w-0 text-sm wrap-anywhere">
        <UsedBy types={types} groupName={name} />
        <span className="xl:hidden">
          {' '}
          <span aria-hidden className="text-ink-muted">
            ·
          </span>{' '}
          <AssetNumbers row={row} />
        </span>
      </div>
      <div className="hidden text-end text-sm xl:block">
        <AssetNumbers row={row} />
      </div>
      <div className="flex justify-end max-md:absolute max-md:top-2 max-md:end-2 md:-my-1 md:max-xl:order-1">
        <RowMenu groupId={groupId} name={name} actions={actions} refusal={refusal} />
      </div>
    </li>
  )
}

/** The number of assets of its types, and how many of them have one of its statuses. */
function AssetNumbers({ row: { group, types, assetCount, statusCount } }: { row: Row }) {
  const t = useTranslations('statusGroups.row')
  if (assetCount === null && statusCount === null && group.isCounting !== true)
    return <span className="text-ink-muted">{t('notCounted')}</span>
  return (
    <span className="tabular-nums">
      {assetCount !== null && (
        <>
          <AssetsLink
            count={assetCount}
            filter={{ type: types.map(({ typeId }) => typeId) }}
            label={t('assetsOfTypes', { count: assetCount, name: group.name })}
          >
            {t('assets', { count: assetCount })}
          </AssetsLink>{' '}
          <span aria-hidden className="text-ink-muted">
            ·
          </span>{' '}
        </>
      )}
      {group.isCounting === true ? (
        <Counting />
      ) : (
        statusCount !== null && (
          <span className="whitespace-nowrap">
            <AssetsLink
              count={statusCount}
              filter={{ group: group.groupId }}
              label={t('assetsWithStatusOf', { count: statusCount, name: group.name })}
            >
              {t('withStatus', { count: statusCount })}
            </AssetsLink>
          </span>
        )
      )}
    </span>
  )
}

function AssetsLink({
  count,
  filter,
  label,
  children,
}: {
  count: number
  filter: Parameters<typeof assetsHref>[0]
  label: string
  children: ReactNode
}) {
  if (count === 0) return <span className="text-ink-muted">{children}</span>
  return (
    <Link
      href={assetsHref(filter)}
      prefetch={false}
      aria-label={label}
      className="whitespace-nowrap underline-offset-2 hover:underline"
    >
      {children}
    </Link>
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
      href={assetsHref({ status: optionId })}
      prefetch={false}
      aria-label={t('assetsWith', { count, name })}
      className="text-xs tabular-nums underline-offset-2 hover:underline"
    >
      {format.number(count)}
    </Link>
  )
}

const usedByText = (text: ReactNode) => <span className="text-ink-muted xl:sr-only">{text}</span>

function UsedBy({ types, groupName }: { types: readonly AssetType[]; groupName: string }) {
  const t = useTranslations('statusGroups.row')
  const format = useFormatter()
  if (types.length === 0) return <span className="text-ink-muted">{t('unused')}</span>
  const shown = types.slice(0, types.length === typesShown + 1 ? types.length : typesShown)
  const more = types.length - shown.length
  return (
    <>
      {t.rich('usedBy', {
        types: format.list(
          shown.map(({ name }) => name),
          { type: 'unit' },
        ),
        quiet: usedByText,
      })}
      {more > 0 && (
        <>
          {' '}
          <Popover
            label={t('allTypes', { name: groupName })}
            align="start"
            className="w-72"
            trigger={
              <button
                type="button"
                className="rounded-sm text-accent-ink underline-offset-2 hover:underline"
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

function RowMenu({
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
