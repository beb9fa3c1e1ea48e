'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, FileText, FileType, LayoutTemplate, List, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Menu, MenuGroup, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { Tip } from '@/components/ui/tooltip'
import { useMay } from '@/lib/browser/sign-in/actor'
import { describeError } from '@/lib/browser/describe-error'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportFormat, ExportJobSummary } from '@/lib/exports/schema'
import { selectionOf } from '@/lib/review/model'
import { ElsewhereDialog } from './elsewhere-dialog'
import { ExportDialog } from './export-dialog'
import { exportHref } from './links'
import { useDownload } from './use-download'

/** Exports one inspection as PDF or Word, and shows the progress, also after a reload. */
export function ExportMenu({ auditId, title }: { auditId: string; title: string | null }) {
  const mayStart = useMay('exports:write')
  return mayStart ? <Exporter auditId={auditId} title={title} /> : null
}

const shownMs = 24 * 3_600_000

function Exporter({ auditId, title }: { auditId: string; title: string | null }) {
  const t = useTranslations('exports')
  const toast = useToast()
  const { zone } = useZone()
  const queryClient = useQueryClient()
  const { download, busy, elsewhere, forget } = useDownload()
  const [isChoosing, setChoosing] = useState(false)
  const selection = useMemo(() => selectionOf(auditId), [auditId])
  const { data: jobs = [] } = useQuery(exportQueries.ofInspection(auditId))
  const refresh = () => queryClient.invalidateQueries({ queryKey: exportQueries.all })
  const refuse = (error: unknown) =>
    toast.show({ tone: 'bad', title: t('menu.notStarted'), description: describeError(error).message })

  const start = useMutation({
    mutationFn: (format: ExportFormat) =>
      exportCalls.start({
        selection: { kind: 'ids', ids: selection?.kind === 'ids' ? selection.ids : [] },
        format,
        zone,
      }),
    onSettled: refresh,
    onError: refuse,
  })
  const retry = useMutation({
    mutationFn: (jobId: string) => exportCalls.retry(jobId, { states: ['failed', 'unknown', 'cancelled'] }),
    onSettled: refresh,
    onError: refuse,
  })

  useEnds(jobs, (job) => {
    const values = { format: t(`format.${job.format}`), title: title ?? t('menu.untitled') }
    if (job.single?.state === 'ready')
      toast.show({
        tone: 'good',
        title: t('menu.ready', values),
        action: { label: t('files.actions.download'), onClick: () => download(job.jobId, 0) },
      })
    else if (job.single?.state === 'failed' || job.single?.state === 'unknown')
      toast.show({
        tone: 'bad',
        title: t(`menu.${job.single.state}`, values),
        description: job.single.note ?? '',
        action: { label: t('files.actions.retry'), onClick: () => retry.mutate(job.jobId) },
      })
  })

  if (selection === undefined) return null
  const [latest] = jobs
  return (
    <>
      {latest !== undefined && (
        <Latest
          job={latest}
          isBusy={busy !== null || retry.isPending}
          onDownload={() => download(latest.jobId, 0)}
          onRetry={() => retry.mutate(latest.jobId)}
        />
      )}
      <ExportChoices
        jobs={jobs}
        isBusy={start.isPending}
        onStart={(format) => start.mutate(format)}
        onChooseLayout={() => setChoosing(true)}
        onDownload={(jobId) => download(jobId, 0)}
      />
      {isChoosing && (
        <ExportDialog selection={selection} count={1} onStarted={() => undefined} onClose={() => setChoosing(false)} />
      )}
      <ElsewhereDialog elsewhere={elsewhere} onClose={forget} />
    </>
  )
}

function ExportChoices({
  jobs,
  isBusy,
  onStart,
  onChooseLayout,
  onDownload,
}: {
  jobs: readonly ExportJobSummary[]
  isBusy: boolean
  onStart: (format: ExportFormat) => void
  onChooseLayout: () => void
  onDownload: (jobId: string) => void
}) {
  const t = useTranslations('exports.menu')
  const format = useTranslations('exports.format')
  const router = useRouter()
  const recent = jobs.slice(0, 5)
  return (
    <Menu
      trigger={
        <Button busy={isBusy}>
          {t('actions.open')}
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
        </Button>
      }
    >
      <MenuItem icon={FileText} onSelect={() => onStart('pdf')}>
        {t('actions.createPdf')}
      </MenuItem>
      <MenuItem icon={FileType} onSelect={() => onStart('word')}>
        {t('actions.createWord')}
      </MenuItem>
      <MenuItem icon={LayoutTemplate} onSelect={onChooseLayout}>
        {t('actions.chooseLayout')}
      </MenuItem>
      {recent.some((job) => job.single?.state === 'ready') && (
        <MenuGroup label={t('earlier')}>
          {recent.map(
            (job) =>
              job.single?.state === 'ready' && (
                <MenuItem key={job.jobId} icon={Download} onSelect={() => onDownload(job.jobId)}>
                  {t('actions.download', { format: format(job.format) })}
                  <Age at={job.createdAt} />
                </MenuItem>
              ),
          )}
        </MenuGroup>
      )}
      <MenuGroup label={t('all')}>
        <MenuItem icon={List} onSelect={() => router.push(exportHref())}>
          {t('actions.openExports')}
        </MenuItem>
      </MenuGroup>
    </Menu>
  )
}

function Age({ at }: { at: string }) {
  const { zone } = useZone()
  const text = formatDateTime(Date.parse(at), zone, useTimeStyle())
  return <span className="ms-auto ps-4 text-xs text-ink-muted tabular-nums">{text}</span>
}

/** Calls `onEnd` for each job that was open on this page and has ended. */
function useEnds(jobs: readonly ExportJobSummary[], onEnd: (job: ExportJobSummary) => void) {
  const open = useRef(new Set<string>())
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    for (const job of jobs) {
      if (job.open > 0) open.current.add(job.jobId)
      else if (open.current.delete(job.jobId)) end(job)
    }
  }, [jobs])
}

/** The newest export of this inspection, for a day after its start. */
function Latest({
  job,
  isBusy,
  onDownload,
  onRetry,
}: {
  job: ExportJobSummary
  isBusy: boolean
  onDownload: () => void
  onRetry: () => void
}) {
  const t = useTranslations('exports.menu')
  const format = useTranslations('exports.format')(job.format)
  const [renderedAt] = useState(() => Date.now())
  const file = job.single
  if (file === null || renderedAt - Date.parse(job.createdAt) > shownMs) return null
  if (job.open > 0)
    return (
      <Tip content={file.note ?? t('inProgress')}>
        <output className="inline-flex" tabIndex={-1}>
          <Button busy variant="ghost">
            {t(file.state === 'running' ? 'creating' : 'starting', { format })}
          </Button>
        </output>
      </Tip>
    )
  if (file.state === 'ready')
    return (
      <Button icon={Download} busy={isBusy} onClick={onDownload}>
        {t('actions.download', { format })}
      </Button>
    )
  if (file.state === 'cancelled') return null
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Tip content={file.note ?? t('noReason')}>
        <button
          type="button"
          className="max-w-64 rounded-sm"
          aria-label={t('failedBecause', { format, reason: file.note ?? t('noReason') })}
        >
          <Badge tone={file.state === 'failed' ? 'bad' : 'unknown'}>
            {t(file.state === 'failed' ? 'badge.failed' : 'badge.unknown', { format })}
          </Badge>
        </button>
      </Tip>
      <Button size="sm" variant="ghost" icon={RotateCw} busy={isBusy} onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </span>
  )
}
