'use client'

import { Boxes, Copy, Download, Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { Popover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
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

/** The columns of the list, shared by its head and its rows. */
export const rowGrid =
  'grid gap-x-6 gap-y-2 px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)_minmax(0,5fr)_7rem_2rem]'

/** One group: its statuses in their order with the assets on each, and the types that use it. */
export function GroupRow({ row, actions, refusal }: { row: Row; actions: GroupActions; refusal: string | null }) {
  const { group, types } = row
  const { groupId, name, description, options, counts } = group
  return (
    <li
      data-group={groupId}
      className={classNames(rowGrid, 'relative items-start py-3 focus-within:bg-raised/40 hover:bg-raised/40')}
    >
      <div className="min-w-0 max-md:pr-10">
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
        <p className="text-sm text-ink-muted md:max-xl:order-2 md:max-xl:col-span-3">No statuses yet</p>
      ) : (
        <ol
          aria-label={`Statuses of ${name}, in their order`}
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
      <div className="hidden text-right text-sm xl:block">
        <AssetNumbers row={row} />
      </div>
      <div className="flex justify-end max-md:absolute max-md:top-2 max-md:right-2 md:-my-1 md:max-xl:order-1">
        <RowMenu groupId={groupId} name={name} actions={actions} refusal={refusal} />
      </div>
    </li>
  )
}

const noun = (count: number) => (count === 1 ? 'asset' : 'assets')

/** How many assets its types have, and how many of them have one of its statuses. */
function AssetNumbers({ row: { group, types, assetCount, statusCount } }: { row: Row }) {
  if (assetCount === null && statusCount === null && group.isCounting !== true)
    return <span className="text-ink-muted">assets not counted</span>
  return (
    <span className="tabular-nums">
      {assetCount !== null && (
        <>
          <AssetsLink
            count={assetCount}
            filter={{ type: types.map(({ typeId }) => typeId) }}
            label={`${formatCount(assetCount)} ${noun(assetCount)} of the types that use ${group.name}`}
          >
            {formatCount(assetCount)} {noun(assetCount)}
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
              label={`${formatCount(statusCount)} ${noun(statusCount)} ${statusCount === 1 ? 'has' : 'have'} a status of ${group.name}`}
            >
              {formatCount(statusCount)} with a status
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
  if (count === 0)
    return (
      <span className="text-xs text-ink-muted tabular-nums">
        0<span className="sr-only"> assets</span>
      </span>
    )
  return (
    <Link
      href={assetsHref({ status: optionId })}
      prefetch={false}
      aria-label={`${formatCount(count)} ${count === 1 ? 'asset is' : 'assets are'} ${name}`}
      className="text-xs tabular-nums underline-offset-2 hover:underline"
    >
      {formatCount(count)}
    </Link>
  )
}

function UsedBy({ types, groupName }: { types: readonly AssetType[]; groupName: string }) {
  if (types.length === 0) return <span className="text-ink-muted">Used by no type</span>
  const shown = types.slice(0, types.length === typesShown + 1 ? types.length : typesShown)
  const more = types.length - shown.length
  return (
    <>
      <span className="text-ink-muted xl:sr-only">Used by </span>
      {shown.map(({ name }) => name).join(', ')}
      {more > 0 && (
        <>
          {' '}
          <Popover
            label={`All types that use ${groupName}`}
            align="start"
            className="w-72"
            trigger={
              <button
                type="button"
                className="rounded-sm text-accent-ink underline-offset-2 hover:underline"
                aria-label={`${more} more types that use ${groupName}`}
              >
                +{formatCount(more)} more
              </button>
            }
          >
            <ul className="max-h-80 overflow-y-auto p-3 text-sm">
              {types.map((type) => (
                <li key={type.typeId} className="flex justify-between gap-4 py-0.5">
                  <span className="min-w-0 wrap-anywhere">{type.name}</span>
                  {type.assetCount !== null && (
                    <span className="text-ink-muted tabular-nums">{formatCount(type.assetCount)}</span>
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
  const router = useRouter()
  const isOff = refusal !== null
  return (
    <Menu className="max-w-72" trigger={<IconButton label={`What to do with ${name}`} icon={Ellipsis} size="sm" />}>
      <MenuItem icon={Pencil} onSelect={() => router.push(groupHref(groupId))}>
        {isOff ? 'Open' : 'Edit'}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => router.push(typeBoardHref(isOff ? groupId : undefined))}>
        {isOff ? 'Show on the type board' : 'Assign to types'}
      </MenuItem>
      <MenuItem icon={Boxes} onSelect={() => router.push(assetsHref({ group: groupId }))}>
        Show its assets
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => actions.download(groupId)}>
        Export as JSON
      </MenuItem>
      <MenuItem icon={Copy} disabled={isOff} onSelect={() => actions.duplicate(groupId)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={Trash2} tone="bad" disabled={isOff} onSelect={() => actions.remove(groupId)}>
        Delete
      </MenuItem>
      {refusal !== null && (
        <MenuGroup label="Why some are off">
          <p className="px-2 pb-1.5 text-xs text-ink-muted">{refusal}</p>
        </MenuGroup>
      )}
    </Menu>
  )
}
