'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { ApiError } from '@/lib/browser/api'
import { scheduleCalls, scheduleQueries } from '@/lib/export-schedules/queries'
import type { ExportSchedule, ScheduleTargetKind } from '@/lib/export-schedules/schema'
import { fileNameMax, scheduleNameMax } from '@/lib/export-schedules/values-model'
import { ContentFields } from './content-fields'
import { TargetFields } from './target-fields'
import { TimeFields, useTimes } from './time-fields'
import { toBody, useScheduleDraft } from './use-schedule-draft'

/** Adds or changes a schedule. */
export function ScheduleDialog({
  schedule,
  targetKinds,
  onClose,
}: {
  schedule: ExportSchedule | null
  targetKinds: readonly ScheduleTargetKind[]
  onClose: () => void
}) {
  const t = useTranslations('exportSchedules')
  const common = useTranslations('common')
  const form = useId()
  const queryClient = useQueryClient()
  const { draft, change } = useScheduleDraft(schedule, targetKinds)
  const times = useTimes(draft)
  const save = useMutation({
    mutationFn: () =>
      schedule === null
        ? scheduleCalls.create(toBody(draft))
        : scheduleCalls.change(schedule.scheduleId, { revision: schedule.revision, ...toBody(draft) }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: scheduleQueries.all }),
  })
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const next = times.data?.fileName
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={schedule === null ? t('form.new') : t('form.edit', { name: schedule.name })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={save.isPending}
            disabled={draft.name.trim() === '' || draft.cron.trim() === '' || draft.fileName.trim() === ''}
          >
            {t(schedule === null ? 'actions.add' : 'actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error !== null && <ErrorNotice error={save.error} title={t('form.failed')} />}
        <TextField
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          maxLength={scheduleNameMax}
          value={draft.name}
          error={refused['name']}
          onChange={(event) => change({ name: event.target.value })}
        />
        <ContentFields draft={draft} change={change} refused={refused} />
        <TimeFields draft={draft} change={change} times={times} />
        <TextField
          label={t('form.fileName')}
          hint={next === undefined ? t('form.fileNameHintPlain') : t('form.fileNameHint', { next })}
          maxLength={fileNameMax}
          value={draft.fileName}
          error={refused['fileName']}
          onChange={(event) => change({ fileName: event.target.value })}
        />
        <TargetFields draft={draft} change={change} refused={refused} {...{ schedule, targetKinds }} />
      </form>
    </Dialog>
  )
}
