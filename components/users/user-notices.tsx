'use client'

import { useMutation } from '@tanstack/react-query'
import { CircleHelp, LockKeyhole, RotateCw, SearchX, TriangleAlert, UserRound } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListNotice } from '@/components/ui/list-notice'
import { Popover } from '@/components/ui/popover'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/actor'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { userCalls } from '@/lib/users/queries'
import { listUsersEveryMinutes, removedUserDays, type UserReach } from '@/lib/users/schema'
import type { UserState } from './use-user-state'

export const countUsers = (count: number) => `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`

const permission = 'The connected account lacks the permission “Platform management: Users”.'

/** When the users were listed, how far a listing under way is, and the way to start one. */
export function RefreshedAt({ reach }: { reach: UserReach }) {
  const mayRefresh = useMay('user-jobs:write')
  const toast = useToast()
  const refresh = useMutation({
    mutationFn: () => userCalls.refresh(),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: 'Users were not refreshed',
        description: `${describeError(error).message} The list still shows the users from before.`,
      }),
  })
  const isRunning = reach.readCount !== null
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap text-ink-muted">
      {isRunning ? (
        <output className="flex items-center gap-1.5">
          <Spinner />
          {`Refreshing: ${countUsers(reach.readCount ?? 0)} read`}
        </output>
      ) : (
        reach.refreshedAt !== null && (
          <span className="truncate">
            Refreshed <Time value={reach.refreshedAt} format="relative" />
          </span>
        )
      )}
      {mayRefresh && (
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCw}
          busy={refresh.isPending}
          disabled={isRunning}
          onClick={() => refresh.mutate()}
          className="max-sm:size-7 max-sm:px-0"
        >
          <span className="max-sm:sr-only">Refresh</span>
        </Button>
      )}
      <Popover
        label="What is in this list"
        className="w-80 p-3 text-sm whitespace-normal"
        trigger={<IconButton label="What is in this list" icon={CircleHelp} size="sm" />}
      >
        <p>
          {`SafetyCulture can only find whole email addresses, so Sightline keeps its own list. It is refreshed every ${listUsersEveryMinutes} minutes and after each import. Admins can refresh it at any time.`}
        </p>
        <p className="mt-2">
          SafetyCulture does not say who is at which site. Sites are those set by imports in Sightline.
        </p>
        <p className="mt-2 text-ink-muted">
          {`Only users visible to the connected account are listed. Removed users are deleted from this list after ${removedUserDays} days.`}
        </p>
      </Popover>
    </span>
  )
}

/** Why the rows below are old or lack something. Nothing when they are complete. */
export function UserNotices({ reach }: { reach: UserReach }) {
  const from =
    reach.refreshedAt === null ? null : (
      <>
        showing data from <Time value={reach.refreshedAt} format="datetime" />
      </>
    )
  if (reach.trouble === 'refused')
    return (
      <ListNotice>
        {permission} {from === null ? 'Whole email addresses can still be found.' : <>Refresh failed: {from}.</>}
      </ListNotice>
    )
  if (reach.trouble === 'failed')
    return (
      <ListNotice>
        {from === null ? 'Users could not be listed yet.' : <>Refresh failed: {from}.</>} {reach.message} Sightline
        tries again every minute.
      </ListNotice>
    )
  if (reach.groupsTrouble !== null)
    return <ListNotice>{`Groups could not be refreshed. ${reach.groupsTrouble}`}</ListNotice>
  return null
}

/** In place of rows, where there are none. */
export function NoUsers({ reach, state }: { reach: UserReach; state: UserState }) {
  if (state.isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title="No users match"
        action={<Button onClick={state.clear}>Clear search and filters</Button>}
      >
        Check the spelling, or search for part of a name or email address.
      </EmptyState>
    )
  if (reach.trouble === 'refused')
    return (
      <EmptyState icon={LockKeyhole} title="Users cannot be listed">
        {permission} Grant it in SafetyCulture; Sightline tries again every few minutes. Whole email addresses can still
        be found with the search.
      </EmptyState>
    )
  if (reach.trouble === 'failed')
    return (
      <EmptyState icon={TriangleAlert} title="Users could not be listed">
        {reach.message} Sightline tries again every minute.
      </EmptyState>
    )
  if (reach.refreshedAt === null)
    return (
      <EmptyState icon={UserRound} title="Users are being listed for the first time">
        They appear here as they are read.
      </EmptyState>
    )
  return (
    <EmptyState icon={UserRound} title="No users">
      Only users visible to the connected account appear here.
    </EmptyState>
  )
}
