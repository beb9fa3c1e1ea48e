'use client'

import { UserX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Fragment, type MouseEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { NameLink } from '@/components/ui/lists/name-link'
import { Time } from '@/components/ui/dates/time'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { classNames } from '@/lib/browser/class-names'
import { siteHref, userHref } from '@/lib/browser/routes'
import { removedStatus } from '@/lib/users/model'
import type { UserRow } from '@/lib/users/schema'
import { describeImport, describeSeat, describeStatus } from './user-texts'

export function UserLink({ row, onClick }: { row: UserRow; onClick: (event: MouseEvent) => void }) {
  return (
    <Link
      href={userHref(row.userId)}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      className={classNames(
        'min-w-0 truncate font-medium hover:underline hover:underline-offset-2',
        row.status === removedStatus && 'text-ink-muted',
      )}
    >
      {row.name}
    </Link>
  )
}

/** A text, or a dash. */
export function TextCell({ text }: { text: string | null }) {
  if (text === null || text === '') return <None />
  return (
    <span title={text} className="truncate">
      {text}
    </span>
  )
}

export function SeatCell({ row }: { row: UserRow }) {
  return <TextCell text={describeSeat(useTranslations('users'), row.seat)} />
}

/** Names, or a dash; null where they are not known. */
export function NamesCell({ names }: { names: readonly string[] | null }) {
  return names === null ? <None isUnknown /> : <TextCell text={names.join(', ')} />
}

/** The sites, each with its page. */
export function SitesCell({ sites }: { sites: UserRow['sites'] }) {
  if (sites === null || sites.length === 0) return <NamesCell names={sites} />
  return (
    <span title={sites.join(', ')} className="truncate">
      {sites.map((site, at) => (
        <Fragment key={site}>
          {at > 0 && ', '}
          <NameLink isInRow href={siteHref(site)}>
            {site}
          </NameLink>
        </Fragment>
      ))}
    </span>
  )
}

function None({ isUnknown = false }: { isUnknown?: boolean }) {
  const t = useTranslations('users.values')
  return (
    <span className="text-ink-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{isUnknown ? t('unknown') : t('none')}</span>
    </span>
  )
}

/** Active, deactivated or removed. `isQuiet`: nothing for active users. */
export function StatusWord({ status, isQuiet = false }: { status: string | null; isQuiet?: boolean }) {
  const t = useTranslations('users')
  if (status === null) return isQuiet ? null : <None />
  if (status === 'active') return isQuiet ? null : <span className="text-ink-muted">{describeStatus(t, status)}</span>
  return (
    <Badge tone="unknown" icon={status === removedStatus ? UserX : null}>
      {describeStatus(t, status)}
    </Badge>
  )
}

/** The last import that named the user. */
export function ImportCell({ row: { lastImport } }: { row: UserRow }) {
  const t = useTranslations('users')
  if (lastImport === null) return <None />
  return (
    <span className="truncate">
      <Link
        href={userJobHref(lastImport.jobId)}
        prefetch={false}
        onClick={(event) => event.stopPropagation()}
        className="text-accent-ink underline underline-offset-2"
      >
        {describeImport(t, lastImport.state)}
      </Link>{' '}
      <Time value={lastImport.at} format="smart" className="text-ink-muted" />
    </span>
  )
}

/** The row on a phone. */
export function UserCard({ row, onClick }: { row: UserRow; onClick: (event: MouseEvent) => void }) {
  const t = useTranslations('users')
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <UserLink row={row} onClick={onClick} />
        <StatusWord status={row.status} isQuiet />
      </span>
      <span className="-my-1 truncate text-ink-muted">{row.email}</span>
      <span className="truncate text-xs text-ink-muted">
        {[describeSeat(t, row.seat), (row.groups ?? []).join(', '), row.timezone ?? ''].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}
