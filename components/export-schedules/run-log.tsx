'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import type { Route } from 'next'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { wordFacet } from '@/components/ui/data-table/records/record-model'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { scheduleQueries } from '@/lib/export-schedules/queries'
import type { ExportRun, RunPage } from '@/lib/export-schedules/schema'
import { runStates } from '@/lib/export-schedules/values-model'
import { formatDuration } from '@/lib/time/time-format'
import { RunState } from './run-state'

const firstSort = { name: 'due', isDescending: true }
const idOf = ({ scheduleId, number }: ExportRun) => `${scheduleId}-${number}`
const nameOf = ({ scheduleName }: ExportRun) => scheduleName
// The cast is safe: this is the page itself with one run open.
const hrefOf = (run: ExportRun) => `/exports/schedules?tab=runs&row=${idOf(run)}` as Route
const spec = { idOf, nameOf, hrefOf }
const stateOf = ({ state }: ExportRun) => state
const rowsOf = ({ runs }: RunPage) => runs

const durationOf = ({ startedAt, finishedAt }: ExportRun) =>
  startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt)

function useColumns(): ReadonlyArray<RecordColumn<ExportRun>> {
  const t = useTranslations('exportSchedules')
  const language = useLocale()
  return useMemo((): ReadonlyArray<RecordColumn<ExportRun>> => {
    const shown = { isShownFirst: true } as const
    return [
      {
        id: 'schedule',
        label: t('runs.columns.schedule'),
        widthPx: 240,
        minWidthPx: 140,
        ...shown,
        isSearched: true,
        value: nameOf,
        facet: { noun: t('runs.nouns.schedule') },
      },
      {
        id: 'state',
        label: t('runs.columns.state'),
        widthPx: 120,
        ...shown,
        value: ({ state }) => t(`states.${state}`),
        cell: (run) => <RunState state={run.state} />,
        badges: runStates.map((state) => t(`states.${state}`)),
        facet: wordFacet(t('runs.nouns.state'), runStates, stateOf, (state) => t(`states.${state}`)),
      },
      {
        id: 'due',
        label: t('runs.columns.due'),
        kind: 'time',
        widthPx: 140,
        ...shown,
        value: ({ dueAt }) => ({ time: dueAt }),
      },
      {
        id: 'cause',
        label: t('runs.columns.cause'),
        widthPx: 130,
        ...shown,
        value: ({ isAsked }) => t(`runs.causes.${isAsked ? 'person' : 'time'}`),
      },
      {
        id: 'rows',
        label: t('runs.columns.rows'),
        kind: 'number',
        widthPx: 100,
        ...shown,
        value: ({ rows }) => rows,
      },
      {
        id: 'size',
        label: t('runs.columns.size'),
        kind: 'number',
        widthPx: 100,
        ...shown,
        value: ({ bytes }) => bytes,
        cell: ({ bytes }) => (bytes === null ? null : formatBytes(bytes, language)),
      },
      {
        id: 'duration',
        label: t('runs.columns.duration'),
        kind: 'number',
        widthPx: 110,
        ...shown,
        value: durationOf,
        cell: (run) => {
          const ms = durationOf(run)
          return ms === null ? null : formatDuration(ms, language)
        },
      },
      {
        id: 'file',
        label: t('runs.columns.file'),
        widthPx: 260,
        minWidthPx: 120,
        ...shown,
        isSearched: true,
        value: ({ fileName }) => fileName,
      },
      {
        id: 'note',
        label: t('runs.columns.note'),
        widthPx: 280,
        minWidthPx: 120,
        isFolded: true,
        ...shown,
        isSearched: true,
        value: ({ note }) => note,
      },
    ]
  }, [t, language])
}

/** What schedules have written, newest first. */
export function RunLog() {
  const t = useTranslations('exportSchedules.runs')
  const query = useInfiniteQuery(scheduleQueries.runs())
  const columns = useColumns()
  const records = useRecords({ name: 'export-runs', ...usePages(query, rowsOf), columns, firstSort })
  return (
    <RecordSection
      label={t('label')}
      texts={{
        search: t('search'),
        searchHint: t('searchHint'),
        failed: t('failed'),
        noMatch: t('noMatch'),
        count: (count, shown) => (shown === null ? t('count', { count }) : t('found', { shown, count })),
      }}
      query={query}
      records={records}
      spec={spec}
      bulk={useRecordBulk({ records, spec })}
      empty={
        <EmptyState icon={FileClock} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      }
    />
  )
}
