'use client'

import { memo } from 'react'
import { useTranslations } from 'next-intl'
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
import { describeStatus, readAssetName } from '@/components/assets/texts'

const noneValue = ''

/** The status of an asset. A status that is being set is shown with a spinner, never as if it were confirmed. */
function StatusWord({
  status,
  pending,
  size = 'sm',
}: {
  status: AssetStatus | null
  pending: PendingStatus | undefined
  size?: 'sm' | 'md'
}) {
  const t = useTranslations('assets.status')
  const words = useTranslations('status')
  const shown = pending === undefined ? status : pending.target
  return (
    <>
      {pending?.phase === 'unknown' ? (
        <Badge tone="unknown" icon={CircleHelp}>
          {t('uncertain', { status: describeStatus(words, pending.target) })}
        </Badge>
      ) : shown === null ? (
        <span className={classNames('whitespace-nowrap text-ink-muted', size === 'sm' ? 'text-xs' : 'text-sm')}>
          {words('none')}
        </span>
      ) : (
        <StatusChip name={shown.name} color={shown.color} size={size} />
      )}
      {pending !== undefined && <Spinner />}
    </>
  )
}

/**
 * The status of an asset, as a button that sets it. If it cannot be set, the menu says why and what to do. The cells of
 * all rows share one context, so without `memo` a change to one asset would render the menus of all rows.
 */
export const StatusControl = memo(function StatusControl({
  asset,
  pending,
  onSet,
  offReason,
  size = 'sm',
  isTabStop = false,
}: {
  asset: AssetRow
  pending: PendingStatus | undefined
  onSet: StatusSetting['set']
  /** Why this person cannot set a status; null if they can. */
  offReason: string | null
  size?: 'sm' | 'md'
  /** False in the grid, which has its own keys. */
  isTabStop?: boolean
}) {
  const t = useTranslations('assets.status.label')
  const words = useTranslations('status')
  const word = <StatusWord status={asset.status} pending={pending} size={size} />
  const status = describeStatus(words, pending === undefined ? asset.status : pending.target)
  const label = t(pending?.phase ?? 'known', { name: readAssetName(asset), status })
  const trigger = (
    <button
      type="button"
      data-status
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
    // A click in the menu must not count as a click on the row.
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
})

/** Mounted while the menu is open, so that outdated statuses are refreshed. */
function StatusChoices({
  asset,
  onSet,
  offReason,
}: {
  asset: AssetRow
  onSet: StatusSetting['set']
  offReason: string | null
}) {
  const t = useTranslations('assets.status')
  const none = useTranslations('status')('none')
  const common = useTranslations('common')
  const router = useRouter()
  const { data: board, error, refetch } = useQuery(statusGroupQueries.board())
  const statuses = findTypeStatuses(board, asset.typeId)
  if (offReason !== null) return <Note title={t('refused')}>{offReason}</Note>
  if (board === undefined && error !== null)
    return (
      <>
        <Note title={t('failed')}>{describeError(error).message}</Note>
        <MenuItem icon={RotateCw} onSelect={() => void refetch()}>
          {common('retry')}
        </MenuItem>
      </>
    )
  if (board === undefined) return <Note title={t('loading')}>{t('loadingNote')}</Note>
  if (statuses === null)
    return (
      <>
        <Note title={asset.typeId === null ? t('unknownType') : t('noGroup', { type: asset.typeName ?? asset.typeId })}>
          {asset.typeId === null ? t('unknownTypeNote') : t('noGroupNote')}
        </Note>
        {asset.typeId !== null && (
          <MenuItem icon={Grid3x3} onSelect={() => router.push(typeBoardHref())}>
            {t('actions.openTypeBoard')}
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
        { value: noneValue, label: <span className="text-ink-muted">{none}</span> },
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
