'use client'

import { FileDown } from 'lucide-react'
import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { IdCell, NoValue, RowActions } from '@/components/ui/data-table/records/record-cells'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import type { ExportFileState, ExportJobSummary } from '@/lib/exports/schema'
import { exportFileStates } from '@/lib/exports/values-model'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import { JobActions } from './job-actions'
import { exportHref } from './links'
import { describeJob, titleOfJob, toneOfJob } from './texts'

/** The state by which jobs are filtered: running, or the worst state of their files. */
function stateOf({ open, failed, unknown, cancelled }: ExportJobSummary): ExportFileState {
  if (open > 0) return 'running'
  if (failed > 0) return 'failed'
  if (unknown > 0) return 'unknown'
  return cancelled > 0 ? 'cancelled' : 'ready'
}

export interface DownloadButton {
  isBusy: boolean
  onDownload: (jobId: string) => void
}

/** A usual result of a job with some failed documents, whose text the column has to fit. */
const partlyFailed = { ready: 20, total: 30, failed: 10, unknown: 0, cancelled: 0, open: 0 }

/** The columns of the list of exports. */
export function useExportColumns({
  isBusy,
  onDownload,
}: DownloadButton): ReadonlyArray<RecordColumn<ExportJobSummary>> {
  const t = useTranslations('exports')
  const language = useLocale()
  return useMemo((): ReadonlyArray<RecordColumn<ExportJobSummary>> => {
    const nameState = (key: string) => {
      const state = exportFileStates.find((known) => known === key)
      return state === undefined ? key : t(`state.${state}`)
    }
    return [
      {
        id: 'document',
        label: t('columns.document'),
        widthPx: 320,
        minWidthPx: 180,
        isShownFirst: true,
        isSearched: true,
        value: (job) => titleOfJob(t, job),
      },
      {
        id: 'status',
        label: t('columns.status'),
        widthPx: 240,
        minWidthPx: 150,
        isShownFirst: true,
        value: (job) => describeJob(t, job),
        cell: (job) => <ExportStatus job={job} />,
        badges: [...exportFileStates.map(nameState), t('summary.some', partlyFailed)],
        facet: { noun: t('nouns.status'), keys: exportFileStates, keyOf: stateOf, nameOf: nameState },
      },
      {
        id: 'format',
        label: t('columns.format'),
        widthPx: 80,
        isShownFirst: true,
        value: ({ format }) => t(`format.${format}`),
        facet: {
          noun: t('nouns.format'),
          keyOf: ({ format }) => format,
          nameOf: (key) => t(`format.${key === 'word' ? 'word' : 'pdf'}`),
        },
      },
      ...listFileColumns(t),
      {
        id: 'person',
        label: t('columns.person'),
        widthPx: 140,
        minWidthPx: 96,
        isShownFirst: true,
        isFolded: true,
        isSearched: true,
        value: ({ ownerName }) => ownerName,
        facet: { noun: t('nouns.person') },
      },
      {
        id: 'started',
        label: t('columns.started'),
        kind: 'time',
        widthPx: 112,
        isShownFirst: true,
        value: ({ createdAt }) => ({ time: createdAt }),
      },
      ...listMoreColumns(t, language),
      {
        id: 'actions',
        label: t('columns.actions'),
        widthPx: 172,
        isShownFirst: true,
        isSortable: false,
        isForScreen: true,
        value: () => null,
        cell: (job) => <ExportActions job={job} isBusy={isBusy} onDownload={onDownload} />,
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
  }, [t, language, isBusy, onDownload])
}

const sizeOf = ({ single }: ExportJobSummary) => single?.bytes ?? null

/** The file of a job that has only one. */
function listFileColumns(t: Translator<'exports'>): Array<RecordColumn<ExportJobSummary>> {
  return [
    {
      id: 'file',
      label: t('columns.file'),
      widthPx: 220,
      minWidthPx: 120,
      isShownFirst: true,
      isFolded: true,
      isSearched: true,
      value: ({ single }) => single?.fileName ?? null,
    },
  ]
}

/** Columns that are hidden at first. The size is known only after a download. */
function listMoreColumns(t: Translator<'exports'>, language: PageLanguage): Array<RecordColumn<ExportJobSummary>> {
  return [
    {
      id: 'inspection',
      label: t('columns.inspection'),
      widthPx: 200,
      minWidthPx: 120,
      value: ({ single }) => single?.auditId ?? null,
      cell: ({ single }) => (single === null ? <NoValue /> : <InspectionLink single={single} />),
    },
    {
      id: 'size',
      label: t('columns.size'),
      kind: 'number',
      widthPx: 80,
      value: sizeOf,
      cell: (job) => {
        const bytes = sizeOf(job)
        return bytes === null ? <NoValue /> : formatBytes(bytes, language)
      },
    },
    {
      id: 'note',
      label: t('columns.note'),
      widthPx: 240,
      minWidthPx: 120,
      isSearched: true,
      value: ({ single }) => single?.note ?? null,
    },
  ]
}

export function ExportStatus({ job }: { job: ExportJobSummary }) {
  const t = useTranslations('exports')
  const note = job.single?.note ?? null
  return (
    <span title={note ?? undefined} className="flex min-w-0 flex-1 flex-col gap-1">
      <Badge tone={toneOfJob(job)} className="self-start">
        {describeJob(t, job)}
      </Badge>
      {job.total > 1 && job.open > 0 && <ProgressBar value={job.total - job.open} max={job.total} />}
    </span>
  )
}

function InspectionLink({ single }: { single: NonNullable<ExportJobSummary['single']> }) {
  const t = useTranslations('exports')
  const name = single.title ?? single.auditId
  return (
    <Link
      href={inspectionHref(single.auditId)}
      prefetch={false}
      onClick={(event) => event.stopPropagation()}
      aria-label={t('inspectionNamed', { name })}
      className="truncate text-accent-ink underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  )
}

/** What people do with an export; the same in the list and on its card. */
export function ExportActions({ job, isBusy, onDownload }: { job: ExportJobSummary } & DownloadButton) {
  const t = useTranslations('exports')
  const name = titleOfJob(t, job)
  return (
    <RowActions>
      {job.single?.state === 'ready' ? (
        <Button
          size="sm"
          icon={FileDown}
          busy={isBusy}
          onClick={() => onDownload(job.jobId)}
          aria-label={t('files.downloadNamed', { name })}
        >
          {t('files.actions.download')}
        </Button>
      ) : (
        job.single === null && (
          <ButtonLink size="sm" href={exportHref(job.jobId)} aria-label={t('showNamed', { name })}>
            {t('actions.show')}
          </ButtonLink>
        )
      )}
      <JobActions job={job} isCompact />
    </RowActions>
  )
}
