'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ListStates } from '@/components/ui/lists/list-states'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { accountCalls, accountQueries } from '@/lib/account/queries'
import type { AccountSession } from '@/lib/account/schema'
import { ApiError } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import { AccountSection } from './account-section'

/** Where the person is signed in. */
export function SessionsSection() {
  const t = useTranslations('account.sessions')
  const query = useQuery({ ...accountQueries.sessions(), refetchInterval: 60_000 })
  const queryClient = useQueryClient()
  const toast = useToast()
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountQueries.sessions().queryKey })
  const fail = (error: unknown) =>
    toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message })
  const endOne = useMutation({
    mutationFn: (session: AccountSession) => accountCalls.endSession(session.sessionId),
    onSuccess: (_answer, { device }) => toast.show({ tone: 'good', title: t('signedOut', { device }) }),
    // If the session has already ended, the goal is reached.
    onError: (error) => (error instanceof ApiError && error.code === 'not_found' ? undefined : fail(error)),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: accountCalls.endOtherSessions,
    onSuccess: ({ ended }) => toast.show({ tone: 'good', title: t('signedOutOthers', { count: ended }) }),
    onError: fail,
    onSettled: refresh,
  })
  const sessions = query.data?.sessions ?? []
  const hasOthers = sessions.some(({ isThis }) => !isThis)
  return (
    <AccountSection
      id="sessions"
      title={t('title')}
      description={t('description')}
      actions={
        hasOthers && (
          <Button variant="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      <ListStates query={query} title={t('loadFailed')} />
      <ul aria-label={t('title')} className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isEnding={endOne.isPending && endOne.variables.sessionId === session.sessionId}
            onEnd={() => endOne.mutate(session)}
          />
        ))}
      </ul>
    </AccountSection>
  )
}

function SessionRow({
  session: { device, address, method, hasSecondFactor, startedAt, lastSeenAt, isThis },
  isEnding,
  onEnd,
}: {
  session: AccountSession
  isEnding: boolean
  onEnd: () => void
}) {
  const t = useTranslations('account.sessions')
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {isThis && (
            <Badge tone="good" icon={null}>
              {t('this')}
            </Badge>
          )}
        </p>
        <p className="text-xs text-ink-muted">
          {t.rich(isThis ? 'active' : 'used', {
            seen: () => <Time value={lastSeenAt} format="relative" />,
            started: () => <Time value={startedAt} />,
          })}
        </p>
        <p className="text-xs wrap-anywhere text-ink-muted">
          {[t(`${hasSecondFactor ? 'withFactor' : 'methods'}.${method}`), address]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {!isThis && (
        <Button size="sm" aria-label={t('signOutOf', { device })} busy={isEnding} onClick={onEnd}>
          {t('signOut')}
        </Button>
      )}
    </li>
  )
}
