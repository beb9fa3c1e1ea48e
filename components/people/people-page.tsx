'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, Mail, SearchX, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { SearchInput } from '@/components/ui/search-field'
import { formatCount } from '@/lib/browser/numbers'
import { useZone } from '@/lib/browser/zone'
import { selectEntries, toEntries } from '@/lib/people/list-model'
import { peopleQueries } from '@/lib/people/queries'
import { InviteDialog } from './invite-dialog'
import { exportHref } from './links'
import { PeopleFilters } from './people-filters'
import { PeopleList } from './people-list'
import { usePeopleState } from './use-people-state'

const countPeople = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

/** Settings > People: who has access, who is invited, and what admins do about it. */
export function PeoplePage({ hasMailbox }: { hasMailbox: boolean }) {
  const query = useQuery(peopleQueries.list())
  const state = usePeopleState()
  const { zone } = useZone()
  const [isInviting, setInviting] = useState(false)
  const { data } = query
  const all = data === undefined ? [] : toEntries(data)
  const shown = selectEntries(all, state.filter)
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="People"
        description="Who can use Sightline, and what they may do."
        actions={
          <>
            {hasMailbox && (
              <ButtonLink href="/settings/mailbox" icon={Mail}>
                Demo mailbox
              </ButtonLink>
            )}
            {/* A plain link: the answer is a file. */}
            <a href={exportHref(state.filter, zone)} download className={buttonClass()}>
              <Download aria-hidden size={16} strokeWidth={1.75} />
              Download CSV
            </a>
            <Button variant="primary" icon={UserPlus} disabled={data === undefined} onClick={() => setInviting(true)}>
              Invite people
            </Button>
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          value={state.filter.q}
          onChange={(q) => state.set({ q: q === '' ? null : q }, 'replace')}
          label="Search people"
          placeholder="Search name or email"
          className="max-sm:basis-full"
        />
        <PeopleFilters state={state} />
        <output className="text-sm text-ink-muted tabular-nums">
          {data !== undefined &&
            (state.isFiltered ? `${formatCount(shown.length)} of ${countPeople(all.length)}` : countPeople(all.length))}
        </output>
      </div>
      <ListStates query={query} title="People could not be loaded">
        {shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title="Nobody matches"
            action={<Button onClick={state.clear}>Clear filters</Button>}
          >
            {`${countPeople(all.length)} without the search and the filters.`}
          </EmptyState>
        )}
      </ListStates>
      {shown.length > 0 && <PeopleList entries={shown} state={state} />}
      {isInviting && data !== undefined && <InviteDialog isMailed={data.isMailed} onClose={() => setInviting(false)} />}
    </div>
  )
}
