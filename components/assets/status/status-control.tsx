'use client'

import { ChevronDown, CircleHelp, Grid3x3, RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { typeBoardHref } from '@/components/status-groups/links'
import { StatusChip, StatusMark } from '@/components/status/status-chip'
import { Badge } from '@/components/ui/badge'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '@/components/ui/menu'
import { Spinner } from '@/components/ui/spinner'
import type { AssetRow, AssetStatus } from '@/lib/assets/schema'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { findTypeStatuses, toAssetStatus } from './status-plan'
import type { PendingStatus, StatusSetting } from './use-status-setting'
import { describeStatus, readAssetName } from '@/components/assets/words'

const noneValue = ''

/** The status of an asset; while one is being set that one, with its mark, and never as if it were certain. */
export function StatusWord({
  status,
  pending,
  size = 'sm',
}: {
  status: AssetStatus | null
  pending: PendingStatus | undefined
  size?: 'sm' | 'md'
}) {
  const shown = pending === undefined ? status : pending.target
  return (
    <>
      {pending?.phase === 'unknown' ? (
        <Badge tone="unknown" icon={CircleHelp}>
          {describeStatus(pending.target)}?
        </Badge>
      ) : shown === null ? (
        <span className={classNames('whitespace-nowrap text-ink-muted', size === 'sm' ? 'text-xs' : 'text-sm')}>
          No status
        </span>
      ) : (
        <StatusChip name={shown.name} color={shown.color} size={size} />
      )}
      {pending !== undefined && <Spinner />}
    </>
  )
}

/** The status of an asset as a button that sets it. Where it cannot be set, it says why and what to do about it. */
export function StatusControl({
  id,
  asset,
  pending,
  onSet,
  offReason,
  size = 'sm',
  isTabStop = false,
}: {
  id?: string | undefined
  asset: AssetRow
  pending: PendingStatus | undefined
  onSet: StatusSetting['set']
  /** Why nobody can set a status here; null when one may. */
  offReason: string | null
  size?: 'sm' | 'md'
  /** The grid has keys for its rows; elsewhere it is a stop of the Tab key. */
  isTabStop?: boolean
}) {
  const word = <StatusWord status={asset.status} pending={pending} size={size} />
  const name = describeStatus(pending === undefined ? asset.status : pending.target)
  const label =
    pending === undefined
      ? `Status of ${readAssetName(asset)}: ${name}`
      : pending.phase === 'unknown'
        ? `Status of ${readAssetName(asset)}: unknown whether it is ${name} now. It is being looked up.`
        : `Status of ${readAssetName(asset)} is being set: ${name}`
  const trigger = (
    <button
      type="button"
      id={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      aria-busy={pending !== undefined || undefined}
      disabled={pending !== undefined}
      className="group/status inline-flex max-w-full min-w-0 items-center gap-1 rounded border border-transparent px-1 py-0.5 hover:border-line-strong data-popup-open:border-line-strong max-sm:min-h-9"
    >
      {word}
      {pending === undefined && (
        <ChevronDown
          aria-hidden
          size={12}
          strokeWidth={2}
          className={classNames(
            'shrink-0 text-ink-muted',
            !isTabStop &&
              'opacity-0 group-hover/status:opacity-100 group-data-active:opacity-100 group-data-popup-open/status:opacity-100 pointer-coarse:opacity-100',
          )}
        />
      )}
    </button>
  )
  return (
    // What happens in the menu is no click on the row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- see above
    <span
      className="-mx-1.5 inline-flex max-w-[calc(100%+0.75rem)] min-w-0"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <Menu trigger={trigger} align="start" className="max-w-72">
        <StatusChoices asset={asset} onSet={onSet} offReason={offReason} />
      </Menu>
    </span>
  )
}

/** Lives while the menu is open: the statuses are read anew for it when they are not of just now. */
function StatusChoices({
  asset,
  onSet,
  offReason,
}: {
  asset: AssetRow
  onSet: StatusSetting['set']
  offReason: string | null
}) {
  const router = useRouter()
  const { data: board, error, refetch } = useQuery(statusGroupQueries.board())
  const statuses = findTypeStatuses(board, asset.typeId)
  if (offReason !== null) return <Note title="The status cannot be set">{offReason}</Note>
  if (board === undefined && error !== null)
    return (
      <>
        <Note title="The statuses could not be read">{describeError(error).message}</Note>
        <MenuItem icon={RotateCw} onSelect={() => void refetch()}>
          Try again
        </MenuItem>
      </>
    )
  if (board === undefined) return <Note title="Reading the statuses">They are not here yet.</Note>
  if (statuses === null)
    return (
      <>
        <Note
          title={
            asset.typeId === null ? 'Its type is not known' : `${asset.typeName ?? asset.typeId} uses no status group`
          }
        >
          {asset.typeId === null
            ? 'The service does not tell which type it is, and so not which statuses it can take.'
            : 'Its assets can have a status as soon as the type has a group.'}
        </Note>
        {asset.typeId !== null && (
          <MenuItem icon={Grid3x3} onSelect={() => router.push(typeBoardHref())}>
            Assign a group on the type board
          </MenuItem>
        )}
      </>
    )
  return (
    <MenuChoice
      label={statuses.groupName}
      value={asset.status?.optionId ?? noneValue}
      options={[
        ...statuses.options.map((option) => ({
          value: option.optionId,
          label: (
            <span className="flex min-w-0 items-center gap-2">
              <StatusMark color={option.color} />
              <span className="truncate">{option.name}</span>
            </span>
          ),
        })),
        { value: noneValue, label: <span className="text-ink-muted">No status</span> },
      ]}
      onChange={(value) => {
        if (value === (asset.status?.optionId ?? noneValue)) return
        const option = statuses.options.find(({ optionId }) => optionId === value)
        onSet(asset, option === undefined ? null : toAssetStatus(option, statuses.groupId))
      }}
    />
  )
}

function Note({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <MenuGroup label={title}>
      <p className="px-2 pb-2 text-sm whitespace-normal">{children}</p>
    </MenuGroup>
  )
}
