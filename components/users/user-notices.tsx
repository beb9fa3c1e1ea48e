'use client'

import { useMutation } from '@tanstack/react-query'
import { CircleHelp, LockKeyhole, RotateCw, SearchX, TriangleAlert, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ConnectedAccountNote } from '@/components/connected-account/connected-account'
import { Button, IconButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListNotice } from '@/components/ui/lists/list-notice'
import { Popover } from '@/components/ui/popover'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/sign-in/actor'
import { describeError } from '@/lib/browser/describe-error'
import { userCalls } from '@/lib/users/queries'
import type { UserReach } from '@/lib/users/schema'
import { listUsersEveryMinutes, removedUserDays } from '@/lib/users/values-model'
import type { UserState } from './use-user-state'

/** When the users were listed, the progress of a refresh, and the button that starts one. */
export function RefreshedAt({ reach }: { reach: UserReach }) {
  const t = useTranslations('users')
  const mayRefresh = useMay('user-jobs:write')
  const toast = useToast()
  const refresh = useMutation({
    mutationFn: () => userCalls.refresh(),
    onError: (error) =>
      toast.show({
        tone: 'bad',
        title: t('refresh.failed'),
        description: t('refresh.kept', { reason: describeError(error).message }),
      }),
  })
  const isRunning = reach.readCount !== null
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap text-ink-muted">
      {isRunning ? (
        <output className="flex items-center gap-1.5">
          <Spinner />
          {t('refresh.running', { count: reach.readCount ?? 0 })}
        </output>
      ) : (
        reach.refreshedAt !== null && (
          <span className="truncate">
            {t.rich('refresh.at', { time: () => <Time value={reach.refreshedAt ?? ''} format="relative" /> })}
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
          <span className="max-sm:sr-only">{t('actions.refresh')}</span>
        </Button>
      )}
      <Popover
        label={t('about.label')}
        className="w-80 p-3 text-sm whitespace-normal"
        trigger={<IconButton label={t('about.label')} icon={CircleHelp} size="sm" />}
      >
        <p>{t('about.source', { minutes: listUsersEveryMinutes })}</p>
        <p className="mt-2">{t('about.sites')}</p>
        <p className="mt-2">{t('about.visible', { days: removedUserDays })}</p>
        <div className="mt-2 text-ink-muted">
          <ConnectedAccountNote of="users" />
        </div>
      </Popover>
    </span>
  )
}

/** Why the rows below are old or incomplete. Nothing when they are complete. */
export function UserNotices({ reach }: { reach: UserReach }) {
  const t = useTranslations('users.notices')
  const isFirst = reach.refreshedAt === null
  const time = () => <Time value={reach.refreshedAt ?? ''} format="datetime" />
  const permission = t('permission')
  const reason = reach.message ?? ''
  if (reach.trouble === 'refused')
    return (
      <ListNotice>{isFirst ? t('refused', { permission }) : t.rich('refusedOld', { permission, time })}</ListNotice>
    )
  if (reach.trouble === 'failed')
    return <ListNotice>{isFirst ? t('failed', { reason }) : t.rich('failedOld', { reason, time })}</ListNotice>
  if (reach.groupsTrouble !== null) return <ListNotice>{t('groups', { reason: reach.groupsTrouble })}</ListNotice>
  return null
}

/** Shown instead of rows where there are none. */
export function NoUsers({ reach, state }: { reach: UserReach; state: UserState }) {
  const t = useTranslations('users')
  if (state.isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t('empty.noMatch.title')}
        action={<Button onClick={state.clear}>{t('actions.clearAll')}</Button>}
      >
        {t('empty.noMatch.text')}
      </EmptyState>
    )
  if (reach.trouble === 'refused')
    return (
      <EmptyState icon={LockKeyhole} title={t('empty.refused.title')}>
        {t('empty.refused.text', { permission: t('notices.permission') })}
      </EmptyState>
    )
  if (reach.trouble === 'failed')
    return (
      <EmptyState icon={TriangleAlert} title={t('empty.failed.title')}>
        {t('empty.failed.text', { reason: reach.message ?? '' })}
      </EmptyState>
    )
  const kind = reach.refreshedAt === null ? 'first' : 'none'
  return (
    <EmptyState icon={UserRound} title={t(`empty.${kind}.title`)}>
      {t(`empty.${kind}.text`)}
    </EmptyState>
  )
}
