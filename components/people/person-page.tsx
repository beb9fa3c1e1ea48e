'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ActivityList } from '@/components/activity/activity-list'
import { activityHref } from '@/components/activity/links'
import { AccountTokens } from '@/components/api-tokens/account-tokens'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { activityQueries } from '@/lib/activity/queries'
import { ApiError } from '@/lib/browser/api'
import { useCrumb } from '@/lib/browser/crumb'
import type { Person, PersonDetail } from '@/lib/people/list-schema'
import { peopleQueries } from '@/lib/people/queries'
import { BackToPeople } from './back-to-people'
import { listFactors, listMethods, RoleBadge, StateBadge } from './badges'
import { PersonActions } from './person-actions'
import { PersonSessions } from './person-sessions'

const recentMax = 10

/** Settings > People > one person: their access, sessions, tokens and recent activity, and what admins can change. */
export function PersonPage({ userId, ownUserId }: { userId: string; ownUserId: string }) {
  const query = useQuery(peopleQueries.one(userId))
  const { data, error } = query
  useCrumb(data?.person.name ?? null)
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <BackToPeople />
      {error instanceof ApiError && error.code === 'not_found' ? (
        <EmptyState icon={UserRoundX} title="Person not found" className="rounded border border-line bg-surface">
          There is no account with this address.
        </EmptyState>
      ) : (
        <ListStates query={query} title="The person could not be loaded" />
      )}
      {data !== undefined && <Detail detail={data} isOwn={userId === ownUserId} />}
    </div>
  )
}

function Detail({ detail, isOwn }: { detail: PersonDetail; isOwn: boolean }) {
  const { person, sessions } = detail
  return (
    <>
      <PageHeader
        title={person.name}
        description={
          <div className="flex flex-col gap-1.5">
            <span className="wrap-anywhere">{person.email}</span>
            <span className="flex flex-wrap gap-1.5">
              <RoleBadge role={person.role} />
              <StateBadge entry={{ state: person.isDisabled ? 'disabled' : 'active', invitation: null }} />
            </span>
          </div>
        }
        actions={<PersonActions person={person} isOwn={isOwn} />}
      />
      <Section title="Access">
        <Access detail={detail} />
      </Section>
      <Section title="Sessions">
        <PersonSessions person={person} sessions={sessions} />
      </Section>
      <Section title="API tokens">
        <AccountTokens userId={person.userId} name={person.name} />
      </Section>
      <Section
        title="Recent activity"
        action={
          <p className="flex flex-wrap gap-x-4 text-sm">
            <ActivityLink href={activityHref({ person: person.userId })}>View all activity</ActivityLink>
            <ActivityLink href={activityHref({ kind: 'account', object: person.userId })}>
              Changes to this account
            </ActivityLink>
          </p>
        }
      >
        <RecentActivity person={person} />
      </Section>
    </>
  )
}

function ActivityLink({ href, children }: { href: Route; children: ReactNode }) {
  return (
    <Link href={href} className="text-accent-ink underline underline-offset-2">
      {children}
    </Link>
  )
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function Access({ detail: { person, passwordSetAt, identities } }: { detail: PersonDetail }) {
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    ['Sign-in methods', listMethods(person)],
    ['Second factor', listFactors(person)],
    ...(passwordSetAt === null
      ? []
      : [['Password set', <Time key="set" value={passwordSetAt} format="date" />] as const]),
    ...identities.map(
      ({ issuer, email, lastUsedAt }) =>
        [
          'Single sign-on',
          <span key={issuer} className="wrap-anywhere">
            {email ?? 'No email address'} at {issuer}, used <Time value={lastUsedAt} format="smart" />
          </span>,
        ] as const,
    ),
    ['Last seen', person.lastSeenAt === null ? 'Never' : <Time key="seen" value={person.lastSeenAt} format="smart" />],
    ['Member since', <Time key="since" value={person.createdAt} format="date" />],
  ]
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 rounded border border-line bg-surface p-4 text-sm sm:grid-cols-[10rem_1fr]">
      {rows.map(([label, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a label may be there twice; the rows keep their order
        <div key={index} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RecentActivity({ person: { userId, name } }: { person: Person }) {
  const filter = { person: userId }
  const query = useInfiniteQuery(activityQueries.list({ ...filter, steps: 'nested' }))
  const entries = query.data?.pages[0]?.entries.slice(0, recentMax) ?? []
  return (
    <>
      <ListStates query={query} title="The activity could not be loaded">
        {entries.length === 0 && <p className="p-4 text-sm text-ink-muted">{name} has not done anything yet.</p>}
      </ListStates>
      {entries.length > 0 && <ActivityList entries={entries} filter={filter} />}
    </>
  )
}
