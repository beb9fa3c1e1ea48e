'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ActivityList } from '@/components/activity/activity-list'
import { activityHref } from '@/components/activity/links'
import { AccountTokens } from '@/components/api-tokens/account-tokens'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/dates/time'
import { activityQueries } from '@/lib/activity/queries'
import { ApiError } from '@/lib/browser/api'
import { useCrumb } from '@/lib/browser/crumb'
import type { Person, PersonDetail } from '@/lib/people/list-schema'
import { peopleQueries } from '@/lib/people/queries'
import { BackToPeople } from './back-to-people'
import { RoleBadge, SecondFactors, SignInMethods, StateBadge } from './badges'
import { PersonActions } from './person-actions'
import { PersonSessions } from './person-sessions'

const recentMax = 10

/** Settings > People > one person: access, sessions, tokens and recent activity, with the actions of admins. */
export function PersonPage({ userId, ownUserId }: { userId: string; ownUserId: string }) {
  const t = useTranslations('people.person')
  const query = useQuery(peopleQueries.one(userId))
  const { data, error } = query
  useCrumb(data?.person.name ?? null)
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <BackToPeople />
      {error instanceof ApiError && error.code === 'not_found' ? (
        <EmptyState icon={UserRoundX} title={t('notFound.title')} className="rounded border border-line bg-surface">
          {t('notFound.text')}
        </EmptyState>
      ) : (
        <ListStates query={query} title={t('loadFailed')} shape="facts" />
      )}
      {data !== undefined && <Detail detail={data} isOwn={userId === ownUserId} />}
    </div>
  )
}

function Detail({ detail, isOwn }: { detail: PersonDetail; isOwn: boolean }) {
  const t = useTranslations('people')
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
      <Section title={t('person.access.title')}>
        <Access detail={detail} />
      </Section>
      <Section title={t('sessions.title')}>
        <PersonSessions person={person} sessions={sessions} />
      </Section>
      <Section title={t('person.tokens')}>
        <AccountTokens userId={person.userId} name={person.name} />
      </Section>
      <Section
        title={t('person.activity.title')}
        action={
          <p className="flex flex-wrap gap-x-4 text-sm">
            <ActivityLink href={activityHref({ person: person.userId })}>{t('person.activity.all')}</ActivityLink>
            <ActivityLink href={activityHref({ kind: 'account', object: person.userId })}>
              {t('person.activity.account')}
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
  const t = useTranslations('people')
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    [t('person.access.methods'), <SignInMethods key="methods" person={person} />],
    [t('person.access.factors'), <SecondFactors key="factors" person={person} />],
    ...(passwordSetAt === null
      ? []
      : [[t('person.access.passwordSet'), <Time key="set" value={passwordSetAt} format="date" />] as const]),
    ...identities.map(
      ({ issuer, email, lastUsedAt }) =>
        [
          t('person.access.singleSignOn'),
          <span key={issuer} className="wrap-anywhere">
            <Identity email={email} issuer={issuer} lastUsedAt={lastUsedAt} />
          </span>,
        ] as const,
    ),
    [
      t('person.access.lastSeen'),
      person.lastSeenAt === null ? t('never') : <Time key="seen" value={person.lastSeenAt} format="smart" />,
    ],
    [t('person.access.since'), <Time key="since" value={person.createdAt} format="date" />],
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

function Identity({ email, issuer, lastUsedAt }: { email: string | null; issuer: string; lastUsedAt: string }) {
  const t = useTranslations('people.person.access')
  const time = () => <Time value={lastUsedAt} format="smart" />
  return email === null ? t.rich('identityWithoutEmail', { issuer, time }) : t.rich('identity', { email, issuer, time })
}

function RecentActivity({ person: { userId, name } }: { person: Person }) {
  const t = useTranslations('people.person.activity')
  const filter = { person: userId }
  const query = useInfiniteQuery(activityQueries.list({ ...filter, steps: 'nested' }))
  const entries = query.data?.pages[0]?.entries.slice(0, recentMax) ?? []
  return (
    <>
      <ListStates query={query} title={t('loadFailed')}>
        {entries.length === 0 && <p className="p-4 text-sm text-ink-muted">{t('none', { name })}</p>}
      </ListStates>
      {entries.length > 0 && <ActivityList entries={entries} filter={filter} />}
    </>
  )
}
