'use client'

import { useTranslations } from 'next-intl'
import { TextField } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { ExportSchedule, ScheduleTargetKind } from '@/lib/export-schedules/schema'
import { folderMax } from '@/lib/export-schedules/values-model'
import type { ScheduleDraft } from './use-schedule-draft'

/** Where the files of a schedule go. */
export function TargetFields({
  draft,
  change,
  refused,
  schedule,
  targetKinds,
}: {
  draft: ScheduleDraft
  change: (changed: Partial<ScheduleDraft>) => void
  refused: Readonly<Record<string, string>>
  schedule: ExportSchedule | null
  targetKinds: readonly ScheduleTargetKind[]
}) {
  const t = useTranslations('exportSchedules')
  const { kind } = draft
  // A kind whose setting was removed stays visible, and saving says what is missing.
  const kinds = targetKinds.includes(kind) ? targetKinds : [kind, ...targetKinds]
  const kept = schedule?.target.kind === 'put' ? schedule.target : null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('form.target')}</span>
        <Segmented
          label={t('form.target')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`targets.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
        {targetKinds.length === 1 && <p className="text-xs text-ink-muted">{t('form.noPlaces')}</p>}
        {refused['target'] !== undefined && <p className="text-xs text-bad">{refused['target']}</p>}
      </div>
      {kind === 'put' ? (
        <>
          <TextField
            label={t('form.url')}
            hint={t('form.urlHint')}
            type="url"
            autoComplete="off"
            placeholder={kept?.host == null ? t('form.urlPlaceholder') : t('form.urlKept', { host: kept.host })}
            value={draft.url}
            error={refused['url']}
            onChange={(event) => change({ url: event.target.value })}
          />
          <TextField
            label={t('form.authorization')}
            hint={t('form.authorizationHint')}
            type="password"
            autoComplete="off"
            placeholder={kept?.hasAuthorization === true ? t('form.authorizationKept') : ''}
            value={draft.authorization}
            error={refused['authorization']}
            onChange={(event) => change({ authorization: event.target.value })}
          />
        </>
      ) : (
        <TextField
          label={t('form.folder')}
          hint={t(`form.folderHint.${kind}`)}
          placeholder={t('form.folderPlaceholder')}
          maxLength={folderMax}
          value={draft.folder}
          error={refused['folder'] ?? refused['target.folder']}
          onChange={(event) => change({ folder: event.target.value })}
        />
      )}
    </div>
  )
}
