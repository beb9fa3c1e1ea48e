'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarClock, FileDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback, useMemo, useState } from 'react'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { ButtonLink } from '@/components/ui/button'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordPage } from '@/components/ui/data-table/records/record-page'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import { Time } from '@/components/ui/dates/time'
import { Segmented } from '@/components/ui/inputs/segmented'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { listPath } from '@/lib/browser/routes'
import { useMay } from '@/lib/browser/sign-in/actor'
import { exportQueries } from '@/lib/exports/queries'
import type { ExportJobList, ExportJobSummary, ExportScope } from '@/lib/exports/schema'
import { exportScopes } from '@/lib/exports/values-model'
import { BulkVerbs } from './bulk-verbs'
import { ElsewhereDialog } from './elsewhere-dialog'
import { exportHref } from './links'
import { titleOfJob } from './texts'
import { type DownloadButton, ExportActions, ExportStatus, useExportColumns } from './use-export-columns'
import { useDownload } from './use-download'

const firstSort = { name: 'started', isDescending: true }
const jobsOf = ({ jobs }: ExportJobList) => jobs

/** All exports with their state and actions, newest first. */
export function ExportsPage() {
  const t = useTranslations('exports')
  const [scope, setScope] = useQueryState('show', parseAsStringLiteral(exportScopes).withDefault('mine'))
  const maySchedule = useMay('schedules:read')
  const query = useInfiniteQuery(exportQueries.list(scope))
  const { download, busy, elsewhere, forget } = useDownload()
  const isBusy = busy !== null
  const onDownload = useCallback((jobId: string) => download(jobId, 0), [download])
  const columns = useExportColumns({ isBusy, onDownload })
  const spec = useSpec({ isBusy, onDownload })
  const [store] = useState(() => createSelectionStore<string, ExportJobSummary>())
  const records = useRecords({ name: 'exports', ...usePages(query, jobsOf), columns, firstSort })
  return (
    <>
      <RecordPage
        title={t('title')}
        views={<ViewsBar list="exports" countOf={records.countOf} />}
        description={t('description')}
        actions={
          <>
            {maySchedule && (
              <ButtonLink href="/exports/schedules" icon={CalendarClock}>
                {t('schedules')}
              </ButtonLink>
            )}
            <Segmented
              label={t('scope.label')}
              value={scope}
              options={exportScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
              onChange={(next) => void setScope(next)}
            />
          </>
        }
        label={t('title')}
        texts={{
          search: t('list.search'),
          searchHint: t('list.searchHint'),
          failed: t('notLoaded'),
          noMatch: t('list.noMatch'),
          count: (count, shown) => (shown === null ? t('list.count', { count }) : t('list.found', { shown, count })),
        }}
        query={query}
        records={records}
        spec={spec}
        bulk={{
          store,
          label: t('selection.label'),
          actions: (selection) => (
            <BulkVerbs
              records={records}
              selection={selection}
              onDownload={onDownload}
              onRemoved={() => store.clear()}
            />
          ),
        }}
        hasPages
        empty={<Nothing scope={scope} />}
      />
      <ElsewhereDialog elsewhere={elsewhere} onClose={forget} />
    </>
  )
}

function useSpec({ isBusy, onDownload }: DownloadButton): RecordSpec<ExportJobSummary> {
  const t = useTranslations('exports')
  return useMemo(
    () => ({
      idOf: ({ jobId }) => jobId,
      nameOf: (job) => titleOfJob(t, job),
      hrefOf: ({ jobId }) => exportHref(jobId),
      card: (job, onClick) => (
        <>
          <span className="flex min-w-0 items-center justify-between gap-2">
            <RecordName href={exportHref(job.jobId)} onClick={onClick}>
              {titleOfJob(t, job)}
            </RecordName>
            <Time value={job.createdAt} format="smart" className="shrink-0 text-xs text-ink-muted" />
          </span>
          <span className="flex min-w-0 items-center justify-between gap-2">
            <ExportStatus job={job} />
            <ExportActions job={job} isBusy={isBusy} onDownload={onDownload} />
          </span>
        </>
      ),
    }),
    [t, isBusy, onDownload],
  )
}

function Nothing({ scope }: { scope: ExportScope }) {
  const t = useTranslations('exports.empty')
  return (
    <EmptyState
      icon={FileDown}
      title={t(`title.${scope}`)}
      action={<ButtonLink href={listPath}>{t('actions.open')}</ButtonLink>}
    >
      {t('text')}
    </EmptyState>
  )
}
