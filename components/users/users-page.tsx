'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { loadingGroups } from '@/components/ui/data-table/groups/loading-groups'
import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { userColumns } from '@/lib/users/columns'
import { usePagedTable } from '@/components/ui/data-table/use-paged-table'
import { ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ListPage } from '@/components/ui/lists/list-page'
import { SearchField, searchPlaceClass } from '@/components/ui/inputs/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { newUserJobHref } from '@/components/user-jobs/jobs/job-links'
import { UsersTabs } from '@/components/user-jobs/jobs/users-tabs'
import { saveFrom } from '@/lib/browser/save-file'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import { useZone } from '@/lib/browser/preferences/zone'
import { writeShownColumns } from '@/lib/table/shown-columns'
import { userQueries, usersFileHref } from '@/lib/users/queries'
import type { UserFacetName, UserPage, UserRow } from '@/lib/users/schema'
import { splitEmails } from '@/lib/users/values-model'
import { UserFilters, UserGroupMenu, UserSortMenu } from './user-filters'
import { NoUsers, RefreshedAt, UserNotices } from './user-notices'
import { UserGrid } from './user-grid'
import { useUserState, type UserState } from './use-user-state'
import type { UserStore } from './user-verbs'

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
  const { head, isOld } = list
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar list="users" />}
      count={
        <>
          <output className="shrink-0 text-sm whitespace-nowrap tabular-nums">
            {head === undefined ? (
              list.error === null && <Skeleton className="h-3 w-24" />
            ) : (
              <span className={isOld ? 'opacity-50' : ''}>{t('count', { count: head.total })}</span>
            )}
          </output>
          {head !== undefined && <RefreshedAt reach={head.reach} />}
        </>
      }
      actions={<Actions state={state} look={look} total={head === undefined || isOld ? null : head.total} />}
      tools={
        <>
          <UsersTabs />
          <div className="flex flex-wrap items-center gap-1.5">
            <div className={searchPlaceClass}>
              <SearchField
                value={state.filter.q}
                onChange={state.search}
                label={t('search.label')}
                placeholder={t('search.placeholder')}
                charsMax={8_000}
              />
            </div>
            <UserFilters state={state} open={openFilter} onOpen={setOpenFilter} />
            <span className="ms-auto flex items-center gap-1.5">
              <UserSortMenu state={state} />
              <UserGroupMenu state={state} />
            </span>
          </div>
        </>
      }
    >
      {head !== undefined && <UserNotices reach={head.reach} />}
      {head !== undefined && !isOld && <MissingAddresses state={state} missing={list.missing} />}
      <Rows state={state} list={list} look={look} store={store} onFilter={setOpenFilter} />
    </ListPage>
  )
}

function Actions({ state, look, total }: { state: UserState; look: TableLook; total: number | null }) {
  const t = useTranslations('users.actions')
  const { zone: tz } = useZone()
  const mayImport = useMay('user-jobs:write')
  return (
    <>
      <ExportMenu
        rows={total}
        columns={look.shown.length}
        onSave={(format) =>
          saveFrom(usersFileHref(state.filter, { tz, format, columns: writeShownColumns(userColumns, look.shown) }))
        }
      />
      {mayImport && (
        <ButtonLink href={newUserJobHref} variant="primary" size="sm">
          {t('import')}
        </ButtonLink>
      )}
    </>
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

function Rows({
  state,
  list,
  look,
  store,
  onFilter,
}: {
  state: UserState
  list: ReturnType<typeof useUserRows>
  look: TableLook
  store: UserStore
  onFilter: (name: UserFacetName) => void
}) {
  const t = useTranslations('users.errors')
  const { head, error, isOld } = list
  if (head === undefined && error !== null)
    return (
      <ErrorNotice
        className="mx-4 my-2 sm:mx-6"
        error={error}
        title={t('list')}
        onRetry={list.retry}
        isRetrying={list.isFetching}
      />
    )
  if (head?.total === 0) return <NoUsers reach={head.reach} state={state} />
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-1 flex-col transition-opacity',
        // Not at once, because most responses arrive before people notice.
        isOld && 'opacity-60 delay-150',
      )}
    >
      {state.group === null ? (
        <UserGrid
          // Another list starts at its top.
          key={list.rowsKey}
          rows={list.table}
          rowsKey={list.rowsKey}
          state={state}
          look={look}
          onFilter={onFilter}
          viewport={list.viewport}
          onViewport={list.setViewport}
          store={store}
        />
      ) : (
        <GroupedUsers
          group={state.group}
          isOld={isOld}
          total={head?.total ?? null}
          {...{ state, look, onFilter, store }}
        />
      )}
      {error !== null && (
        <div className="shrink-0 border-t border-line bg-canvas px-4 py-2 sm:px-6">
          <ErrorNotice
            error={error}
            title={t('more')}
            kept={t('moreKept')}
            tone="attention"
            onRetry={list.retry}
            isRetrying={list.isFetching}
          />
        </div>
      )}
    </div>
  )
}

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
