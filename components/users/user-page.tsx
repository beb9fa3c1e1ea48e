'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, UserX } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Table, TableRow } from '@/components/ui/lists/table'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { FailedQuestions } from '@/components/overview/failed-questions'
import { LatestInspections } from '@/components/overview/latest-inspections'
import { writeListHref } from '@/components/review/session/queue-address'
import { NameLink } from '@/components/ui/lists/name-link'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { useCrumb } from '@/lib/browser/crumb'
import { describeError } from '@/lib/browser/describe-error'
import { siteHref } from '@/lib/browser/routes'
import { useMay } from '@/lib/browser/sign-in/actor'
import { inspectionQueries } from '@/lib/inspections/queries'
import { userQueries } from '@/lib/users/queries'
import type { UserDetail } from '@/lib/users/schema'
import { removedUserDays } from '@/lib/users/values-model'
import { UserNotices } from './user-notices'
import { StatusWord } from './user-cells'
import { describeImport, describeSeat } from './user-texts'

const inspectionsMax = 10

/** Everything that is known of one user. */
export function UserPage({ userId }: { userId: string }) {
  const t = useTranslations('users')
  const query = useQuery(userQueries.detail(userId))
  const { data: user, error } = query
  const maySeeInspections = useMay('inspections:read')
  useCrumb(user?.name ?? null)
  if (error !== null && describeError(error).code === 'not_found')
    return (
      <EmptyState
        icon={UserX}
        title={t('user.notFound')}
        action={<ButtonLink href="/users">{t('actions.all')}</ButtonLink>}
      >
        {t('user.notFoundText')}
      </EmptyState>
    )
  return (
    <>
      {user !== undefined && <UserNotices reach={user.reach} />}
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <PageHeader
          title={user?.name ?? t('user.title')}
          description={user !== undefined && <span className="break-all select-all">{user.email}</span>}
          actions={user !== undefined && <CopyId userId={user.userId} />}
        />
        <ListStates query={query} title={t('errors.user')} shape="facts" />
        {user?.removedAt !== null && user !== undefined && (
          <p className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">
            {t.rich('user.removed', { days: removedUserDays, time: () => <Time value={user.removedAt ?? ''} /> })}
          </p>
        )}
        {user !== undefined && (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Facts user={user} />
              <Imports user={user} />
            </div>
            {maySeeInspections && <Inspections user={user} />}
          </>
        )}
      </div>
    </>
  )
}

/** Inspections have only the name of their author, so they are found by it. */
function Inspections({ user: { name } }: { user: UserDetail }) {
  const t = useTranslations('users.inspections')
  const params = { author: [name] }
  const query = useQuery(inspectionQueries.first(params, inspectionsMax))
  return (
    <>
      <LatestInspections
        query={query}
        of="author"
        about={t('about', { name })}
        none={t('none')}
        all={{ href: writeListHref(params), text: t('all', { name }) }}
      />
      {query.data !== undefined && query.data.rows.length > 0 && <FailedQuestions params={params} />}
    </>
  )
}

function CopyId({ userId }: { userId: string }) {
  const t = useTranslations('users')
  const toast = useToast()
  const copy = () =>
    void navigator.clipboard.writeText(userId).then(
      () => toast.show({ tone: 'good', title: t('user.copied') }),
      () => toast.show({ tone: 'bad', title: t('user.notCopied'), description: userId }),
    )
  return (
    <Button icon={Copy} onClick={copy}>
      {t('actions.copyId')}
    </Button>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded border border-line bg-surface p-4">
      <h2 className="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Facts({ user }: { user: UserDetail }) {
  const t = useTranslations('users')
  const { rest } = user
  const restCount = Object.keys(rest).length
  return (
    <Part title={t('user.details')}>
      <dl className="grid grid-cols-[minmax(6rem,9rem)_1fr] gap-x-3 gap-y-1.5 text-sm">
        <Fact name={t('user.facts.firstName')}>{user.firstName}</Fact>
        <Fact name={t('user.facts.lastName')}>{user.lastName}</Fact>
        <Fact name={t('user.facts.seat')}>{describeSeat(t, user.seat)}</Fact>
        <Fact name={t('user.facts.status')}>{user.status === null ? null : <StatusWord status={user.status} />}</Fact>
        <Fact name={t('user.facts.groups')} isKnown={user.groups !== null}>
          {user.groupList === null || user.groupList.length === 0 ? null : (
            <Names names={user.groupList.map(({ id, name }) => ({ id, name, href: groupHref(name) }))} />
          )}
        </Fact>
        <Fact name={t('user.facts.sites')} isKnown={user.sites !== null}>
          {user.sites === null || user.sites.length === 0 ? null : (
            <>
              <Names names={user.sites.map((name) => ({ id: name, name, href: siteHref(name) }))} />
              <p className="text-xs text-ink-muted">{t('user.sitesSource')}</p>
            </>
          )}
        </Fact>
        <Fact name={t('user.facts.timezone')}>{user.timezone}</Fact>
        <Fact name={t('user.facts.language')}>{user.locale}</Fact>
        <Fact name={t('user.facts.userId')}>
          <code className="font-mono text-xs select-all wrap-anywhere">{user.userId}</code>
        </Fact>
        <Fact name={t('user.facts.refreshed')}>
          <Time value={user.reach.refreshedAt ?? user.seenAt} />
        </Fact>
      </dl>
      {restCount > 0 && (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer rounded text-ink-muted hover:text-ink">
            {t('user.more', { count: restCount })}
          </summary>
          <pre className="mt-2 max-h-80 overflow-auto rounded border border-line bg-canvas p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify(rest, null, 2)}
          </pre>
        </details>
      )}
    </Part>
  )
}

/** The users of a group. The cast is safe: only the query differs from the address of the list. */
const groupHref = (group: string) => `/users?${new URLSearchParams({ group }).toString()}` as Route

function Names({ names }: { names: ReadonlyArray<{ id: string; name: string; href: Route }> }) {
  return (
    <ul>
      {names.map(({ id, name, href }) => (
        <li key={id} title={id}>
          <NameLink href={href}>{name}</NameLink>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, isKnown = true, children }: { name: string; isKnown?: boolean; children: ReactNode }) {
  const t = useTranslations('users.values')
  const isEmpty = children === null || children === ''
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">
        {isEmpty ? <span className="text-ink-muted">{isKnown ? t('noneLabel') : t('unknownLabel')}</span> : children}
      </dd>
    </>
  )
}

function Imports({ user }: { user: UserDetail }) {
  const t = useTranslations('users')
  const format = useFormatter()
  return (
    <Part title={t('imports.title')}>
      {user.imports.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('imports.none')}</p>
      ) : (
        <Table
          label={t('imports.title')}
          columns={[
            { label: t('imports.file') },
            { label: t('imports.row'), align: 'right' },
            { label: t('imports.result'), className: 'ps-6' },
            { label: t('imports.time') },
          ]}
          tableClassName="min-w-96"
        >
          {user.imports.map(({ jobId, at, state, sourceName, kind, line }) => (
            <TableRow
              key={`${jobId} ${line}`}
              headClassName="py-2 pe-4"
              head={
                <Link href={userJobHref(jobId)} className="text-accent-ink underline underline-offset-2">
                  {kind === 'check' ? t('imports.dryRun', { name: sourceName }) : sourceName}
                </Link>
              }
            >
              <td className="py-2 text-end">{format.number(line)}</td>
              <td className="py-2 ps-6">{describeImport(t, state)}</td>
              <td className="py-2">
                <Time value={at} format="smart" />
              </td>
            </TableRow>
          ))}
        </Table>
      )}
    </Part>
  )
}
