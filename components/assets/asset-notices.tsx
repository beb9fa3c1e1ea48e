'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Boxes, CircleHelp, LockKeyhole, RotateCw, SearchX, TriangleAlert } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListNotice } from '@/components/ui/list-notice'
import { Popover } from '@/components/ui/popover'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { assetCalls } from '@/lib/assets/queries'
import type { AssetPage } from '@/lib/assets/schema'
import { useMay } from '@/lib/browser/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { AssetState } from './use-asset-state'
import { readAgain } from './status/use-status-setting'
import { countAssets, ownerNote } from './words'

type Reach = AssetPage['reach']

/** When the assets were listed, and the way to have them listed again. */
export function ListedAt({ reach }: { reach: Reach }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mayList = useMay('assets:write')
  const listing = useMutation({
    mutationFn: () => assetCalls.refresh(),
    onSuccess: ({ count }) => announce(`Listed again: ${countAssets(count)}.`),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: 'The assets were not listed again',
        description: `${describeError(error).message} What stands here is as it was listed before.`,
      }),
    onSettled: () => readAgain(queryClient),
  })
  const list = () => {
    if (!listing.isPending) listing.mutate()
  }
  useShortcuts(
    mayList
      ? [{ id: 'assets:list', keys: [], label: 'List assets again', group: 'Anywhere', inPalette: true, run: list }]
      : [],
  )
  const isFirst = reach.assets === 'pending' && reach.assetsAsOf === null
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap text-ink-muted">
      {isFirst ? (
        <>
          <Spinner /> being listed
        </>
      ) : (
        <>
          {reach.assetsAsOf !== null && (
            <span className="truncate">
              listed <Time value={reach.assetsAsOf} format="relative" />
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
              <span className="max-sm:sr-only">{listing.isPending ? 'Listing' : 'List again'}</span>
            </Button>
          )}
        </>
      )}
      <Popover
        label="What is in this list"
        className="w-80 p-3 text-sm"
        trigger={<IconButton label="What is in this list" icon={CircleHelp} size="sm" />}
      >
        <p>
          The service can neither filter assets by status nor count them, so Sightline keeps a list of its own: read
          anew every ten minutes, after each change, and when you ask for it.
        </p>
        <p className="mt-2 text-ink-muted">{ownerNote}</p>
      </Popover>
    </span>
  )
}

/** What is missing in the rows below, and why. Nothing when all is there. */
export function ReachNotice({ reach, total }: { reach: Reach; total: number | null }) {
  if (reach.assets === 'refused')
    return (
      <ListNotice>
        The service does not let this token list assets: it lacks the permission “Assets: Access”. The rows are from
        before that.
      </ListNotice>
    )
  if (reach.assets === 'failed')
    return (
      <ListNotice>
        The assets could not be listed for a while. The rows are as they were listed last; it is tried again by itself.
      </ListNotice>
    )
  if (reach.assets === 'pending' && total !== null && total > 0)
    return (
      <output className="flex shrink-0 items-center gap-2 border-b border-line bg-canvas px-4 py-2 text-sm text-ink-muted sm:px-6">
        <Spinner /> The first listing is under way: these have come so far, and more follow by themselves.
      </output>
    )
  return null
}

/** In place of rows, where there are none. */
export function NoAssets({ reach, state }: { reach: Reach; state: AssetState }) {
  if (reach.assets === 'refused')
    return (
      <EmptyState icon={LockKeyhole} title="Assets cannot be listed">
        The service does not let this token list assets: it lacks the permission “Assets: Access”. Who manages the token
        at the service can grant it; it is tried again every few minutes. Status groups can still be read and changed.
      </EmptyState>
    )
  if (reach.assets === 'failed')
    return (
      <EmptyState icon={TriangleAlert} title="The assets could not be listed">
        The service has not answered the listing. It is tried again by itself every minute; “List again” tries at once.
      </EmptyState>
    )
  if (reach.assets === 'pending')
    return (
      <EmptyState icon={Boxes} title="The assets are being listed for the first time">
        They appear here as they come. {ownerNote}
      </EmptyState>
    )
  if (state.isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title="No asset matches"
        action={<Button onClick={state.clear}>Clear the filter</Button>}
      >
        Nothing in the list has all of what is asked for. {ownerNote}
      </EmptyState>
    )
  return (
    <EmptyState icon={Boxes} title="There is no active asset">
      Assets are made at the service. {ownerNote}
    </EmptyState>
  )
}
