'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { loadingGroups } from '@/components/ui/data-table/groups/loading-groups'
import { ListFiles } from '@/components/ui/data-table/paged/list-files'
import { ListTools } from '@/components/ui/data-table/paged/list-tools'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { userColumns } from '@/lib/users/columns'
import { usePagedTable } from '@/components/ui/data-table/use-paged-table'
import { ButtonLink } from '@/components/ui/button'
import { ListBody, ListCount } from '@/components/ui/lists/list-body'
import { ListPage } from '@/components/ui/lists/list-page'
import { newUserJobHref } from '@/components/user-jobs/jobs/job-links'
import { UsersTabs } from '@/components/user-jobs/jobs/users-tabs'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { useMay } from '@/lib/browser/sign-in/actor'
import { userQueries, usersFileHref } from '@/lib/users/queries'
import type { UserFacetName, UserPage, UserRow } from '@/lib/users/schema'
import { splitEmails, userFacetNames } from '@/lib/users/values-model'
import { NoUsers, RefreshedAt, UserNotices } from './user-notices'
import { UserGrid } from './user-grid'
import { describeSort } from './user-texts'
import { useUserFacets } from './use-user-facets'
import { useUserState, type UserState } from './use-user-state'

const groups = onDemand(() => import('./grouped-users'))

const GroupedUsers = lateComponent(groups, (loaded) => loaded.GroupedUsers, undefined, loadingGroups)

/** How often the progress of a refresh is read. Live events update it sooner. */
const progressPollMs = 2_000

/** Every user that matches the address. */
export function UsersPage() {
  const t = useTranslations('users')
  const state = useUserState()
  const list = useUserRows(state)
  const look = useOwnLook('users', userColumns)
  const [store] = useState(() => createSelectionStore<string, UserRow>())
  const [openFilter, setOpenFilter] = useState<UserFacetName | null>(null)
  const mayImport = useMay('user-jobs:write')
  const { head, total, isOld } = list
  const grid = { state, look, store, onFilter: setOpenFilter }
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar list="users" />}
      count={
        <>
          <ListCount list={list} write={(count) => t('count', { count })} />
          {head !== undefined && <RefreshedAt reach={head.reach} />}
        </>
      }
      actions={
        <>
          <ListFiles
            rows={isOld ? null : total}
            columns={userColumns}
            look={look}
            hrefOf={(file) => usersFileHref(state.filter, { ...file, groupBy: state.group })}
          />
          {mayImport && (
            <ButtonLink href={newUserJobHref} variant="primary" size="sm">
              {t('actions.import')}
            </ButtonLink>
          )}
        </>
      }
      tools={
        <>
          <UsersTabs />
          <ListTools
            state={state}
            texts={{ search: t('search.label'), placeholder: t('search.placeholder'), clear: t('actions.clear') }}
            searchCharsMax={8_000}
            facets={useUserFacets(state.filter)}
            open={openFilter}
            onOpen={setOpenFilter}
            describeSort={(sort) => describeSort(t, sort)}
            groups={userFacetNames.map((id) => ({ id, label: t(`facets.${id}`) }))}
          />
        </>
      }
    >
      {head !== undefined && <UserNotices reach={head.reach} />}
      {head !== undefined && !isOld && <MissingAddresses state={state} missing={list.missing} />}
      <ListBody
        list={list}
        failed={t('errors.list')}
        empty={total === 0 && head !== undefined && <NoUsers reach={head.reach} state={state} />}
      >
        {state.group === null ? (
          // Another list starts at its top.
          <UserGrid key={list.rowsKey} list={list} {...grid} />
        ) : (
          <GroupedUsers group={state.group} isOld={isOld} total={total} {...grid} />
        )}
      </ListBody>
    </ListPage>
  )
}

function useUserRows({ filter, filterKey }: UserState) {
  const query = useInfiniteQuery({
    ...userQueries.list(filter),
    refetchInterval: ({ state }) => (isMoving(state.data?.pages.at(-1)) ? progressPollMs : false),
  })
  return { ...usePagedTable<UserRow, UserPage>(query, filterKey), missing: query.data?.pages[0]?.missing ?? [] }
}

const isMoving = (page: UserPage | undefined) =>
  page !== undefined &&
  (page.reach.readCount !== null || (page.reach.refreshedAt === null && page.reach.trouble === null))

/** Pasted addresses that no user has. */
function MissingAddresses({ state, missing }: { state: UserState; missing: readonly string[] }) {
  const t = useTranslations('users.missing')
  const asked = splitEmails(state.filter.q).length
  if (missing.length === 0) return null
  return (
    <section aria-label={t('label')} className="shrink-0 border-b border-line bg-canvas px-4 py-2 text-sm sm:px-6">
      <h2 className="font-medium">{t('title', { missing: missing.length, asked })}</h2>
      <p className="mt-1 max-h-20 overflow-y-auto font-mono text-xs break-all text-ink-muted select-all">
        {missing.join(' ')}
      </p>
    </section>
  )
}
