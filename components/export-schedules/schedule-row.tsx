'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { scheduleCalls, scheduleQueries } from '@/lib/export-schedules/queries'
import type { ExportRun, ExportSchedule, ScheduleTargetKind } from '@/lib/export-schedules/schema'
import { ScheduleDialog } from './late-schedule-dialog'
import { useContentText, useTargetText } from './schedule-texts'

/** One schedule: what it writes and where to, its next and its newest run, and what can be done with it. */
export function ScheduleRow({
  schedule,
  targetKinds,
}: {
  schedule: ExportSchedule
  targetKinds: readonly ScheduleTargetKind[]
}) {
  const t = useTranslations('exportSchedules')
  const [isEditing, setEditing] = useState(false)
  const { run, setPaused, remove } = useScheduleActions(schedule)
  const contentText = useContentText()
  const targetText = useTargetText()
  const { nextAt, zone, isPaused, pauseReason, ownerName, lastRun } = schedule
  const isBusy = lastRun?.state === 'running' || lastRun?.state === 'waiting'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{schedule.name}</span>
          {isPaused && <Badge tone="attention">{t('paused')}</Badge>}
        </span>
        <span className="text-sm text-ink-muted wrap-anywhere">
          {t('to', {
            what: contentText(schedule),
            format: t(`formats.${schedule.format}`),
            target: targetText(schedule.target),
          })}
        </span>
        <span className="flex flex-wrap gap-x-3 text-xs text-ink-muted">
          {nextAt !== null && (
            <span>
              {t.rich('next', {
                time: () => <Time value={nextAt} zone={zone} format="datetime" />,
                zone: zone.replaceAll('_', ' '),
              })}
            </span>
          )}
          <code className="font-mono">{schedule.cron}</code>
          <LastRun run={lastRun} />
          {ownerName !== null && <span>{t('ownedBy', { name: ownerName })}</span>}
        </span>
        {pauseReason !== null && <span className="text-sm text-attention-ink wrap-anywhere">{pauseReason}</span>}
        {!isPaused && lastRun !== null && lastRun.note !== null && (
          <span className="text-sm text-bad wrap-anywhere">{lastRun.note}</span>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={run.isPending} disabled={isBusy} onClick={() => run.mutate()}>
          {t('actions.run')}
        </Button>
        <Button size="sm" busy={setPaused.isPending} onClick={() => setPaused.mutate(!isPaused)}>
          {t(isPaused ? 'actions.resume' : 'actions.pause')}
        </Button>
        <Button size="sm" onClick={() => setEditing(true)}>
          {t('actions.edit')}
        </Button>
        <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('actions.delete')}
        </Button>
      </div>
      {isEditing && <ScheduleDialog schedule={schedule} targetKinds={targetKinds} onClose={() => setEditing(false)} />}
    </li>
  )
}

function LastRun({ run }: { run: ExportRun | null }) {
  const t = useTranslations('exportSchedules.last')
  const language = useLocale()
  if (run === null) return <span>{t('never')}</span>
  const { state, finishedAt, nextAt, rows, bytes } = run
  if (state === 'waiting' && nextAt !== null)
    return <span>{t.rich('retry', { time: () => <Time value={nextAt} format="relative" /> })}</span>
  if (state === 'done' && finishedAt !== null)
    return (
      <span>
        {t.rich('done', {
          time: () => <Time value={finishedAt} format="smart" />,
          rows: rows ?? 0,
          size: formatBytes(bytes ?? 0, language),
        })}
      </span>
    )
  if (state === 'failed' && finishedAt !== null)
    return <span>{t.rich('failed', { time: () => <Time value={finishedAt} format="smart" /> })}</span>
  return <span>{t(state === 'running' || state === 'waiting' ? state : 'cancelled')}</span>
}

function useScheduleActions({ scheduleId, name }: ExportSchedule) {
  const t = useTranslations('exportSchedules')
  const common = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const onError = (error: unknown) =>
    toast.show({ tone: 'bad', title: t('actFailed'), description: describeError(error).message })
  const onSettled = () => queryClient.invalidateQueries({ queryKey: scheduleQueries.all })
  const restore = useMutation({ mutationFn: () => scheduleCalls.restore(scheduleId), onError, onSettled })
  return {
    run: useMutation({
      mutationFn: () => scheduleCalls.run(scheduleId),
      onSuccess: () => toast.show({ tone: 'good', title: t('started', { name }) }),
      onError,
      onSettled,
    }),
    setPaused: useMutation({
      mutationFn: (isPaused: boolean) => scheduleCalls.setPaused(scheduleId, isPaused),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () => scheduleCalls.remove(scheduleId),
      onSuccess: () =>
        toast.show({
          title: t('deleted', { name }),
          action: { label: common('undo'), onClick: () => restore.mutate() },
        }),
      onError,
      onSettled,
    }),
  }
}
