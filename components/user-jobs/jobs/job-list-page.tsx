'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMay } from '@/lib/browser/actor'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { ElsewhereJobs } from './job-elsewhere-list'
import { JobFilters, useJobFilter } from './job-filters'
import { newUserJobHref } from './job-links'
import { JobListRow } from './job-list-row'

/** All jobs of users, the newest first: those of this console, and those that the service has from elsewhere. */
export function UserJobsPage() {
  const mayStart = useMay('user-jobs:write')
  const filter = useJobFilter()
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(userJobQueries.list(filter.asked))
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="User jobs"
        description={
          mayStart
            ? 'Users brought in in bulk, and checks of such lists. Results depend on what the token’s owner may see.'
            : 'Users brought in in bulk, and checks of such lists. You may look; admins start jobs. Results depend on what the token’s owner may see.'
        }
        actions={
          mayStart ? (
            <ButtonLink href={newUserJobHref} variant="primary" icon={UserPlus}>
              New job
            </ButtonLink>
          ) : (
            <Button disabled icon={UserPlus} title="Only admins start jobs">
              New job
            </Button>
          )
        }
      />
      <JobFilters filter={filter} />
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The jobs could not be read"
          kept={
            data === undefined
              ? 'They go on whether or not this page shows them.'
              : 'What stands below was read before.'
          }
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {data !== undefined &&
        jobs.length === 0 &&
        (filter.isOn ? (
          <EmptyState
            title="No job of this console stands so"
            action={<Button onClick={filter.clear}>Show all jobs</Button>}
            className="rounded border border-line bg-surface"
          >
            Choose another kind or state above.
          </EmptyState>
        ) : (
          <EmptyState
            icon={Users}
            title="No users were brought in from here yet"
            {...(mayStart ? { action: <ButtonLink href={newUserJobHref}>Bring users in</ButtonLink> } : {})}
            className="rounded border border-line bg-surface"
          >
            Drop a file or paste from a spreadsheet, check it with the service, and start: what comes of it stands here.
          </EmptyState>
        ))}
      {jobs.length > 0 && (
        <ul aria-label="User jobs" className="divide-y divide-line rounded border border-line bg-surface">
          {jobs.map((job) => (
            <JobListRow key={job.jobId} job={job} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
      <ElsewhereJobs filter={filter} />
    </div>
  )
}
