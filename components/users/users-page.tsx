'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX, UserRound } from 'lucide-react'
import Link from 'next/link'
import { parseAsString, useQueryState } from 'nuqs'
import { newUserJobHref, userJobHref } from '@/components/user-jobs/jobs/job-links'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { emailsMax, splitEmails, type UserRow } from '@/lib/users/schema'
import { userQueries } from '@/lib/users/queries'

const countUsers = (count: number) => `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`

/** Users by their addresses, one or a pasted hundred; without any, all of them page by page. */
export function UsersPage() {
  const [text, setText] = useQueryState('q', parseAsString.withDefault('').withOptions({ history: 'replace' }))
  const given = splitEmails(text)
  const emails = given.slice(0, emailsMax)
  const query = useInfiniteQuery(userQueries.list(emails))
  const { data, error, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const users = data?.pages.flatMap((page) => page.users) ?? []
  const missing = data?.pages.flatMap((page) => page.missing) ?? []
  const isSearching = emails.length > 0
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Users"
        description="People of the organization, as far as the token’s owner may see them. The service finds whole e-mail addresses, not parts of names."
        actions={<ButtonLink href={newUserJobHref}>Bring users in</ButtonLink>}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          value={text}
          onChange={(next) => void setText(next.trim() === '' ? null : next)}
          label="Find users by e-mail address"
          placeholder="E-mail addresses, one or many"
          charsMax={8_000}
          className="sm:max-w-xl"
        />
        <output
          aria-busy={isPlaceholderData || (isPending && error === null)}
          className="text-sm text-ink-muted tabular-nums"
        >
          {data !== undefined &&
            !isPlaceholderData &&
            (isSearching
              ? `${formatCount(users.length)} of ${formatCount(emails.length)} ${emails.length === 1 ? 'address' : 'addresses'} found`
              : `${countUsers(users.length)}${hasNextPage ? ' so far' : ''}`)}
        </output>
      </div>
      {text.trim() !== '' && !isSearching && (
        <p className="text-sm text-ink-muted">
          This is no e-mail address yet. Type or paste whole ones; all users are shown until then.
        </p>
      )}
      {given.length > emails.length && (
        <p className="text-sm text-attention">
          {`The first ${formatCount(emailsMax)} of ${formatCount(given.length)} addresses are looked for.`}
        </p>
      )}
      <ListStates
        query={query}
        title="The users could not be read"
        next={
          isSearching || data !== undefined
            ? ''
            : 'A token that may not list all users may still find single ones by their addresses.'
        }
      >
        {users.length === 0 && !isPlaceholderData && missing.length === 0 && (
          <EmptyState icon={UserRound} title="There are no users">
            The service lists none that the token’s owner may see.
          </EmptyState>
        )}
      </ListStates>
      {missing.length > 0 && !isPlaceholderData && <Missing emails={missing} />}
      {users.length > 0 && (
        <ul
          aria-label="Users"
          aria-busy={isPlaceholderData}
          className="divide-y divide-line rounded border border-line bg-surface aria-busy:opacity-60"
        >
          {users.map((user) => (
            <UserLine key={user.userId} user={user} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Missing({ emails }: { emails: readonly string[] }) {
  return (
    <section aria-label="Not found" className="rounded border border-line bg-surface p-4 text-sm">
      <h2 className="flex items-center gap-2 font-medium">
        <SearchX aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />
        {`${formatCount(emails.length)} ${emails.length === 1 ? 'address belongs' : 'addresses belong'} to no user that can be seen`}
      </h2>
      <p className="mt-1 font-mono text-xs break-all text-ink-muted select-all">{emails.join(' ')}</p>
    </section>
  )
}

const stateWords: Readonly<Record<string, string>> = {
  ok: 'Done',
  warned: 'Done, with a warning',
  failed: 'Failed',
  cancelled: 'Cancelled',
  unknown: 'Not known',
  waiting: 'Waiting',
  sent: 'Sent',
}

/** "VIEWER_SEAT" as people say it. */
const humanize = (word: string) => {
  const plain = word
    .replace(/^(?:USER_)?(?:SEAT_TYPE|STATUS|SEAT)_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return plain === '' ? word : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}

function UserLine({ user }: { user: UserRow }) {
  const name = [user.firstName, user.lastName].filter((part) => part !== null && part !== '').join(' ')
  const facts = [user.seatType === null ? null : humanize(user.seatType), user.timezone, user.locale].filter(Boolean)
  const isActive = user.status === null || /(?:^|_)active$/i.test(user.status)
  const { lastJob } = user
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">{name === '' ? user.email : name}</span>
          {!isActive && user.status !== null && <Badge tone="unknown">{humanize(user.status)}</Badge>}
        </p>
        <p className="break-all text-ink-muted select-all">{user.email}</p>
      </div>
      <p className="w-72 min-w-0 text-ink-muted max-sm:w-full">{facts.join(' · ')}</p>
      <p className="w-56 min-w-0 text-ink-muted max-sm:w-full">
        {lastJob === null ? (
          <span className="max-sm:hidden">No job of this console</span>
        ) : (
          <>
            <Link href={userJobHref(lastJob.jobId)} className="text-accent-ink underline underline-offset-2">
              Last job
            </Link>{' '}
            <Time value={lastJob.at} format="smart" />: {stateWords[lastJob.state] ?? lastJob.state}
          </>
        )}
      </p>
    </li>
  )
}
