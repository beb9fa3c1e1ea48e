'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Badge } from '@/components/ui/badge'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import { wordFacet } from '@/components/ui/data-table/records/record-model'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import type { Translator } from '@/lib/messages/translator'
import type { UserJobSummary } from '@/lib/user-jobs/schema'
import { userJobKinds } from '@/lib/user-jobs/values-model'
import { JobBar } from './job-bar'
import { JobLength } from './job-length'
import { userJobHref } from './job-links'
import { describeJob, hasEnded, toneOfJob } from './job-texts'

const kindOf = ({ kind }: UserJobSummary) => kind

/** The columns of the list of imports. The server filters by type and status, because not all imports are loaded. */
export function useJobColumns(): ReadonlyArray<RecordColumn<UserJobSummary>> {
  const t = useTranslations('userJobs.list')
  const states = useTranslations('userJobStates')
  return useMemo((): ReadonlyArray<RecordColumn<UserJobSummary>> => {
    const lengthOf = ({ createdAt, finishedAt }: UserJobSummary) =>
      finishedAt === null ? null : Math.round((Date.parse(finishedAt) - Date.parse(createdAt)) / 1_000)
    return [
      {
        id: 'source',
        label: t('columns.source'),
        widthPx: 260,
        minWidthPx: 160,
        isShownFirst: true,
        isSearched: true,
        value: ({ sourceName }) => sourceName,
      },
      {
        id: 'type',
        label: t('columns.type'),
        widthPx: 88,
        isShownFirst: true,
        value: ({ kind }) => states(`kinds.${kind}`),
        cell: (job) => <JobKind job={job} />,
        badges: userJobKinds.map((kind) => states(`kinds.${kind}`)),
        // The page has its own filter for types.
        facet: {
          ...wordFacet(t('typeNoun'), userJobKinds, kindOf, (kind) => states(`kinds.${kind}`)),
          isGroupOnly: true,
        },
      },
      {
        id: 'result',
        label: t('columns.result'),
        widthPx: 360,
        minWidthPx: 200,
        isShownFirst: true,
        value: (job) => describeJob(states, job),
        cell: (job) => <JobResult job={job} />,
      },
      {
        id: 'users',
        label: t('columns.users'),
        kind: 'number',
        widthPx: 88,
        isShownFirst: true,
        value: ({ total }) => total,
      },
      {
        id: 'failed',
        label: t('columns.failed'),
        kind: 'number',
        widthPx: 88,
        value: ({ rows }) => rows.failed,
      },
      {
        id: 'person',
        label: t('columns.person'),
        widthPx: 150,
        minWidthPx: 110,
        isShownFirst: true,
        isFolded: true,
        isSearched: true,
        value: ({ ownerName }) => ownerName,
        facet: { noun: t('personNoun') },
      },
      {
        id: 'started',
        label: t('columns.started'),
        kind: 'time',
        widthPx: 112,
        isShownFirst: true,
        value: ({ createdAt }) => ({ time: createdAt }),
      },
      {
        id: 'duration',
        label: t('columns.duration'),
        kind: 'number',
        widthPx: 136,
        isShownFirst: true,
        isFolded: true,
        value: lengthOf,
        cell: (job) => <JobLength job={job} />,
      },
      ...listMoreColumns(t),
    ]
  }, [t, states])
}

/** Columns that are hidden at first. */
function listMoreColumns(t: Translator<'userJobs.list'>): Array<RecordColumn<UserJobSummary>> {
  return [
    {
      id: 'note',
      label: t('columns.note'),
      widthPx: 240,
      minWidthPx: 120,
      isSearched: true,
      value: ({ note }) => note,
    },
    {
      id: 'id',
      label: t('columns.id'),
      widthPx: 300,
      minWidthPx: 160,
      isSearched: true,
      value: ({ jobId }) => jobId,
      cell: ({ jobId }) => <IdCell id={jobId} />,
    },
  ]
}

export function JobKind({ job: { kind } }: { job: UserJobSummary }) {
  const states = useTranslations('userJobStates')
  return (
    <Badge icon={null} tone={kind === 'check' ? 'accent' : 'neutral'} className="shrink-0">
      {states(`kinds.${kind}`)}
    </Badge>
  )
}

/** The state of a job with its numbers, its progress, and the import that it follows. */
export function JobResult({ job }: { job: UserJobSummary }) {
  const t = useTranslations('userJobs.list')
  const states = useTranslations('userJobStates')
  const isDryRun = hasEnded(job) && job.kind === 'check'
  return (
    <span title={job.note ?? undefined} className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={toneOfJob(job)} className="min-w-0">
          {describeJob(states, job)}
        </Badge>
        {isDryRun && <span className="truncate text-xs text-ink-muted">{t('unchanged')}</span>}
        {job.ofJobId !== null && (
          <Link
            href={userJobHref(job.ofJobId)}
            prefetch={false}
            onClick={(event) => event.stopPropagation()}
            className="truncate text-xs text-accent-ink underline underline-offset-2"
          >
            {t('retry')}
          </Link>
        )}
      </span>
      {!hasEnded(job) && <JobBar job={job} />}
    </span>
  )
}
