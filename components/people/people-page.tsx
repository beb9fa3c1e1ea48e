'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, Mail, SearchX, UserPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { SearchInput } from '@/components/ui/inputs/search-field'
import { addressOf } from '@/lib/base-path'
import { useZone } from '@/lib/browser/preferences/zone'
import { selectEntries, toEntries } from '@/lib/people/list-model'
import { peopleQueries } from '@/lib/people/queries'
import { exportHref } from './links'
import { PeopleFilters } from './people-filters'
import { PeopleList } from './people-list'
import { usePeopleState } from './use-people-state'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const InviteDialog = lateComponent(
  onDemand(() => import('./invite-dialog'), { isEarly: true }),
  (loaded) => loaded.InviteDialog,
)

/** Settings > People: who has access and who is invited, with the actions of admins. */
export function PeoplePage({ hasMailbox }: { hasMailbox: boolean }) {
  const t = useTranslations('people')
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
        title={t('title')}
        description={t('description')}
        actions={
          <>
            {hasMailbox && (
              <ButtonLink href="/settings/mailbox" icon={Mail}>
                {t('actions.mailbox')}
              </ButtonLink>
            )}
            {/* A plain link, because the response is a file. */}
            <a href={addressOf(exportHref(state.filter, zone))} download className={buttonClass()}>
              <Download aria-hidden size={16} strokeWidth={1.75} />
              {t('actions.download')}
            </a>
            <Button variant="primary" icon={UserPlus} disabled={data === undefined} onClick={() => setInviting(true)}>
              {t('actions.invite')}
            </Button>
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          value={state.filter.q}
          onChange={(q) => state.set({ q: q === '' ? null : q }, 'replace')}
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          className="max-sm:basis-full"
        />
        <PeopleFilters state={state} />
        <output className="text-sm text-ink-muted tabular-nums">
          {data !== undefined &&
            (state.isFiltered
              ? t('found', { shown: shown.length, count: all.length })
              : t('count', { count: all.length }))}
        </output>
      </div>
      <ListStates query={query} title={t('loadFailed')}>
        {shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={t('noMatch')}
            action={<Button onClick={state.clear}>{t('actions.clearFilters')}</Button>}
          >
            {t('noMatchText', { count: all.length })}
          </EmptyState>
        )}
      </ListStates>
      {shown.length > 0 && <PeopleList entries={shown} state={state} />}
      {isInviting && data !== undefined && <InviteDialog isMailed={data.isMailed} onClose={() => setInviting(false)} />}
    </div>
  )
}
