'use client'

import { UserX } from 'lucide-react'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { memo, type ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { classNames } from '@/lib/browser/class-names'
import { removedStatus } from '@/lib/users/model'
import type { UserRow } from '@/lib/users/schema'
import { userHref } from './address'
import { describeImport, describeSeat, describeStatus } from './user-texts'

/** The columns of rows and heads: name, email, seat, groups, sites, time zone, status, last import. */
export const columnsClass =
  'grid grid-cols-[minmax(140px,1.6fr)_minmax(180px,2fr)_84px_minmax(120px,1.6fr)_minmax(110px,1.4fr)_minmax(110px,1.1fr)_104px_minmax(120px,1.1fr)]'

/** The layout of rows. `both` before the screen is measured: the style sheet decides. */
export type RowLayout = 'both' | 'cards' | 'columns'

/** One user of the list. */
export const UserRowView = memo(function UserRowView({
  position,
  row,
  layout,
}: {
  position: number
  row: UserRow | undefined
  layout: RowLayout
}) {
  return (
    <tr
      aria-rowindex={position + 2}
      aria-busy={row === undefined || undefined}
      className={classNames(
        'items-center border-b border-line bg-surface text-sm',
        layout === 'cards' ? 'block h-19' : classNames(columnsClass, 'sm:h-9'),
        layout === 'both' && 'max-sm:block max-sm:h-19',
        row !== undefined && 'hover:bg-raised',
        row?.status === removedStatus && 'text-ink-muted',
      )}
    >
      {layout !== 'columns' && <Card row={row} position={position} layout={layout} />}
      {layout !== 'cards' && <Columns row={row} position={position} layout={layout} />}
    </tr>
  )
})

interface ContentProps {
  row: UserRow | undefined
  position: number
  layout: RowLayout
}

/** The row on a phone. */
function Card({ row, position, layout }: ContentProps) {
  const t = useTranslations('users')
  return (
    <td className={classNames('flex h-full flex-col justify-center gap-0.5 px-4', layout === 'both' && 'sm:hidden')}>
      {row === undefined ? (
        <Waiting position={position} />
      ) : (
        <>
          <span className="flex min-w-0 items-center gap-2">
            <NameLink row={row} />
            <StatusWord status={row.status} isQuiet />
          </span>
          <span className="truncate text-ink-muted">{row.email}</span>
          <span className="truncate text-xs text-ink-muted">
            {[describeSeat(t, row.seat), (row.groups ?? []).join(', '), row.timezone ?? ''].filter(Boolean).join(' · ')}
          </span>
        </>
      )}
    </td>
  )
}

function Columns({ row, position, layout }: ContentProps) {
  const t = useTranslations('users')
  const hidden = layout === 'both' ? 'max-sm:hidden' : ''
  if (row === undefined)
    return (
      <td className={classNames('col-span-full flex h-full items-center gap-2 px-4', hidden)}>
        <Waiting position={position} />
      </td>
    )
  return (
    <>
      <th scope="row" className={classNames('flex h-full min-w-0 items-center pe-2 ps-4 font-medium', hidden)}>
        <NameLink row={row} />
      </th>
      <Cell className={hidden} title={row.email}>
        {row.email}
      </Cell>
      <Cell className={hidden}>{describeSeat(t, row.seat) || <None />}</Cell>
      <Names className={hidden} names={row.groups} />
      <Names className={hidden} names={row.sites} />
      <Cell className={hidden} title={row.timezone ?? ''}>
        {row.timezone ?? <None />}
      </Cell>
      <td className={classNames('flex h-full min-w-0 items-center px-2', hidden)}>
        <StatusWord status={row.status} />
      </td>
      <Cell className={classNames(hidden, 'pe-4')}>
        {row.lastImport === null ? (
          <None />
        ) : (
          <>
            <Link
              href={userJobHref(row.lastImport.jobId)}
              prefetch={false}
              className="text-accent-ink underline underline-offset-2"
            >
              {describeImport(t, row.lastImport.state)}
            </Link>{' '}
            <Time value={row.lastImport.at} format="smart" className="text-ink-muted" />
          </>
        )}
      </Cell>
    </>
  )
}

function Cell({ className, title, children }: { className: string; title?: string; children: ReactNode }) {
  return (
    <td
      title={title === '' ? undefined : title}
      className={classNames('h-full min-w-0 truncate px-2 leading-9 whitespace-nowrap', className)}
    >
      {children}
    </td>
  )
}

function Names({ className, names }: { className: string; names: readonly string[] | null }) {
  const text = (names ?? []).join(', ')
  return (
    <Cell className={className} title={text}>
      {text === '' ? <None isUnknown={names === null} /> : text}
    </Cell>
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

function NameLink({ row }: { row: UserRow }) {
  return (
    <Link
      href={userHref(row.userId)}
      prefetch={false}
      className="min-w-0 truncate font-medium hover:underline hover:underline-offset-2"
    >
      {row.name}
    </Link>
  )
}

/** A row that is not loaded yet shows its number, so that people who drag the scrollbar know where they are. */
function Waiting({ position }: { position: number }) {
  const format = useFormatter()
  return (
    <>
      <span className="shrink-0 text-xs text-ink-muted tabular-nums">{format.number(position + 1)}</span>
      <Skeleton className="h-3 w-2/5" />
    </>
  )
}
