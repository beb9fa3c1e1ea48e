'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import { classNames } from '@/lib/browser/class-names'
import { type PeopleEntry, titleOf } from '@/lib/people/list-model'
import type { PeopleSort } from '@/lib/people/list-schema'
import { peopleSorts } from '@/lib/people/values-model'
import { RoleBadge, SecondFactors, SignInMethods, StateBadge } from './badges'
import { InvitationActions } from './invitation-actions'
import { personHref } from './links'
import type { ListState } from './use-people-state'

/** A table if there is room, otherwise a card for each person. */
export function PeopleList({ entries, state }: { entries: readonly PeopleEntry[]; state: ListState }) {
  const t = useTranslations('people')
  return (
    <>
      <div className="hidden rounded border border-line bg-surface xl:block">
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{t('title')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-ink-muted">
              <SortHead sort="name" state={state} className="w-[26%] ps-4" />
              <SortHead sort="role" state={state} className="w-32" />
              <SortHead sort="state" state={state} className="w-52" />
              <Head>{t('columns.signIn')}</Head>
              <Head>{t('columns.factor')}</Head>
              <SortHead sort="seen" state={state} className="w-[13%]" />
              <th className="w-12">
                <span className="sr-only">{t('columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={t('title')} className="flex flex-col gap-2 xl:hidden">
        {entries.map((entry) => (
          <Card key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="px-2 py-2 font-medium">
      {children}
    </th>
  )
}

function SortHead({
  sort,
  state: { filter, set },
  className,
}: {
  sort: PeopleSort
  state: ListState
  className: string
}) {
  const t = useTranslations('people.columns')
  const isChosen = filter.sort === sort
  const Icon = filter.order === 'up' ? ArrowUp : ArrowDown
  const next = isChosen && filter.order === 'up' ? 'down' : 'up'
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (filter.order === 'up' ? 'ascending' : 'descending') : undefined}
      className={classNames('px-2 py-1 font-medium', className)}
    >
      <button
        type="button"
        onClick={() => set({ sort: sort === peopleSorts[0] ? null : sort, order: next === 'up' ? null : next })}
        className="inline-flex h-7 items-center gap-1 rounded hover:text-ink"
      >
        {t(sort)}
        {isChosen && <Icon aria-hidden size={14} strokeWidth={1.75} />}
      </button>
    </th>
  )
}

function Row({ entry }: { entry: PeopleEntry }) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-2.5 pe-2 ps-4 text-start font-normal">
        <Identity entry={entry} />
      </th>
      <td className="px-2">
        <RoleBadge role={entry.role} />
      </td>
      <td className="px-2">
        <StateBadge entry={entry} />
      </td>
      <td className="px-2 wrap-break-word hyphens-auto text-ink-muted">
        <SignInMethods person={entry.person} />
      </td>
      <td className="px-2 wrap-break-word hyphens-auto text-ink-muted">
        <SecondFactors person={entry.person} />
      </td>
      <td className="px-2 text-ink-muted">
        <Seen entry={entry} />
      </td>
      <td className="pe-2 text-end">
        {entry.invitation !== null && <InvitationActions invitation={entry.invitation} />}
      </td>
    </tr>
  )
}

function Card({ entry }: { entry: PeopleEntry }) {
  const t = useTranslations('people')
  return (
    <li className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm">
      <div className="flex items-start justify-between gap-2">
        <Identity entry={entry} />
        {entry.invitation !== null && <InvitationActions invitation={entry.invitation} />}
      </div>
      <p className="flex flex-wrap gap-1.5">
        <RoleBadge role={entry.role} />
        <StateBadge entry={entry} />
      </p>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-2 gap-y-0.5 text-ink-muted">
        {entry.person !== null && (
          <>
            <dt>{t('columns.signIn')}</dt>
            <dd>
              <SignInMethods person={entry.person} />
            </dd>
            <dt>{t('columns.factor')}</dt>
            <dd>
              <SecondFactors person={entry.person} />
            </dd>
          </>
        )}
        <dt>
          {t(entry.invitation === null ? 'columns.seen' : entry.invitation.isExpired ? 'expiredLabel' : 'expiresLabel')}
        </dt>
        <dd>
          {entry.invitation === null ? (
            <Seen entry={entry} />
          ) : (
            <Time value={entry.invitation.expiresAt} format="smart" />
          )}
        </dd>
      </dl>
    </li>
  )
}

function Identity({ entry }: { entry: PeopleEntry }) {
  const t = useTranslations('people')
  const { person, invitation, email, name } = entry
  return (
    <div className="min-w-0">
      {person === null ? (
        <p className="font-medium wrap-anywhere">{titleOf(entry)}</p>
      ) : (
        <Link href={personHref(person.userId)} className="font-medium wrap-anywhere underline-offset-2 hover:underline">
          {name}
        </Link>
      )}
      {name !== '' && <p className="wrap-anywhere text-ink-muted">{email}</p>}
      {invitation !== null && (
        <p className="text-xs wrap-anywhere text-ink-muted">
          {t('invitedBy', { name: invitation.invitedByName })}
          {invitation.emailError !== null && <span className="block text-attention">{invitation.emailError}</span>}
        </p>
      )}
    </div>
  )
}

function Seen({ entry: { seenAt, invitation } }: { entry: PeopleEntry }) {
  const t = useTranslations('people')
  if (invitation !== null)
    return t.rich(invitation.isExpired ? 'expired' : 'expires', {
      time: () => <Time value={invitation.expiresAt} format="smart" />,
    })
  return seenAt === null ? t('never') : <Time value={seenAt} format="smart" />
}
