'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Boxes, CircleHelp, LockKeyhole, RotateCw, SearchX, TriangleAlert } from 'lucide-react'
import { ConnectedAccountNote } from '@/components/connected-account/connected-account'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListNotice } from '@/components/ui/lists/list-notice'
import { Popover } from '@/components/ui/popover'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { assetCalls } from '@/lib/assets/queries'
import type { AssetPage } from '@/lib/assets/schema'
import { useMay } from '@/lib/browser/sign-in/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { findUnknownTypes } from './address'
import type { AssetState } from './use-asset-state'
import { readAgain } from './status/use-status-setting'

type Reach = AssetPage['reach']

/** When the list was updated, with a button to refresh it. */
export function ListedAt({ reach }: { reach: Reach }) {
  const t = useTranslations('assets.listing')
  const queryClient = useQueryClient()
  const toast = useToast()
  const mayList = useMay('assets:write')
  const listing = useMutation({
    mutationFn: () => assetCalls.refresh(),
    onSuccess: ({ count }) => announce(t('refreshed', { count })),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: t('failed'),
        description: t('failedKept', { reason: describeError(error).message }),
      }),
    onSettled: () => readAgain(queryClient),
  })
  const list = () => {
    if (!listing.isPending) listing.mutate()
  }
  useShortcuts(
    mayList
      ? [
          {
            id: 'assets:list',
            keys: [],
            label: t('shortcut'),
            group: t('shortcutGroup'),
            inPalette: true,
            run: list,
          },
        ]
      : [],
  )
  const isFirst = reach.assets === 'pending' && reach.assetsAsOf === null
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap text-ink-muted">
      {isFirst ? (
        <>
          <Spinner /> {t('loading')}
        </>
      ) : (
        <>
          {reach.assetsAsOf !== null && (
            <span className="truncate">
              <UpdatedAt at={reach.assetsAsOf} />
            </span>
          )}
          {mayList && (
            <Button
              size="sm"
              variant="ghost"
              icon={RotateCw}
              busy={listing.isPending}
              onClick={list}
              className="max-sm:size-7 max-sm:px-0"
            >
              <span className="max-sm:sr-only">
                {listing.isPending ? t('actions.refreshing') : t('actions.refresh')}
              </span>
            </Button>
          )}
        </>
      )}
      <Popover
        label={t('about')}
        className="w-80 p-3 text-sm"
        trigger={<IconButton label={t('about')} icon={CircleHelp} size="sm" />}
      >
        <p>{t('aboutRefresh')}</p>
        <div className="mt-2 text-ink-muted">
          <ConnectedAccountNote of="assets" />
        </div>
      </Popover>
    </span>
  )
}

function UpdatedAt({ at }: { at: string }) {
  const t = useTranslations('assets.listing')
  return t.rich('updated', { time: () => <Time value={at} format="relative" /> })
}

/** Why rows are missing or outdated. Renders nothing for a complete list. */
export function ReachNotice({ reach, total }: { reach: Reach; total: number | null }) {
  const t = useTranslations('assets.listing')
  if (reach.assets === 'refused') return <ListNotice>{t('refused')}</ListNotice>
  if (reach.assets === 'failed') return <ListNotice>{t('outdated')}</ListNotice>
  if (reach.assets === 'pending' && total !== null && total > 0)
    return (
      <output className="flex shrink-0 items-center gap-2 border-b border-line bg-canvas px-4 py-2 text-sm text-ink-muted sm:px-6">
        <Spinner /> {t('loadingMore')}
      </output>
    )
  return null
}

/** Shown instead of an empty list. */
export function NoAssets({ reach, state }: { reach: Reach; state: AssetState }) {
  const t = useTranslations('assets.none')
  const format = useFormatter()
  const { data: board } = useQuery(statusGroupQueries.board())
  const unknown = findUnknownTypes(board, state.filter.type).map((name) => t('quoted', { name }))
  if (reach.assets === 'refused')
    return (
      <EmptyState icon={LockKeyhole} title={t('refused')}>
        {t('refusedNote')}
      </EmptyState>
    )
  if (reach.assets === 'failed')
    return (
      <EmptyState icon={TriangleAlert} title={t('failed')}>
        {t('failedNote')}
      </EmptyState>
    )
  if (reach.assets === 'pending')
    return (
      <EmptyState icon={Boxes} title={t('loading')}>
        {t('loadingNote')}
      </EmptyState>
    )
  if (state.isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t('noMatch')}
        action={<Button onClick={state.clear}>{t('actions.clearFilters')}</Button>}
      >
        {unknown.length === 0
          ? t('noMatchNote')
          : t('unknownType', { names: format.list(unknown, { type: 'disjunction' }) })}
      </EmptyState>
    )
  return (
    <EmptyState icon={Boxes} title={t('empty')}>
      {t('emptyNote')}
    </EmptyState>
  )
}
