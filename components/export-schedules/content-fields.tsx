'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { useStartNames } from '@/components/saved-views/use-start-names'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Select } from '@/components/ui/inputs/select'
import { scheduleContents, viewContents } from '@/lib/export-schedules/values-model'
import { openFormats } from '@/lib/open-data/values-model'
import { arrangeViews } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import type { ScheduleDraft } from './use-schedule-draft'

/** Stands for no view, which means all inspections. Ids and names of views never begin with a colon. */
const noView = ':all'

/** What a schedule writes. */
export function ContentFields({
  draft: { content, viewKey, format },
  change,
  refused,
}: {
  draft: ScheduleDraft
  change: (changed: Partial<ScheduleDraft>) => void
  refused: Readonly<Record<string, string>>
}) {
  const t = useTranslations('exportSchedules')
  const id = useId()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-content`} className="text-sm font-medium">
            {t('form.content')}
          </label>
          <Select
            id={`${id}-content`}
            describedBy={`${id}-content-hint`}
            value={content}
            options={scheduleContents.map((value) => ({ value, label: t(`contents.${value}`) }))}
            onChange={(value) => change({ content: value })}
          />
          <p id={`${id}-content-hint`} className="text-xs text-ink-muted">
            {t(`contentHints.${content}`)}
          </p>
        </div>
        {viewContents.has(content) && <ViewField {...{ content, viewKey, change, error: refused['viewKey'] }} />}
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('form.format')}</span>
        <Segmented
          label={t('form.format')}
          value={format}
          options={openFormats
            .filter((value) => content !== 'list' || value !== 'jsonl')
            .map((value) => ({ value, label: t(`formats.${value}`) }))}
          onChange={(value) => change({ format: value })}
        />
      </div>
    </>
  )
}

function ViewField({
  content,
  viewKey,
  change,
  error,
}: Pick<ScheduleDraft, 'content' | 'viewKey'> & {
  change: (changed: Partial<ScheduleDraft>) => void
  error: string | undefined
}) {
  const t = useTranslations('exportSchedules')
  const startNames = useStartNames()
  const id = useId()
  const { data } = useQuery(savedViewQueries.list())
  const { shown, hidden } = arrangeViews(data?.views ?? [], data?.bar ?? { ordered: [], hidden: [] }, startNames)
  const views = [...shown, ...hidden].map(({ key, name }) => ({ value: key, label: name }))
  const isGone = viewKey !== null && data !== undefined && !views.some(({ value }) => value === viewKey)
  const options = [
    ...(content === 'list' ? [] : [{ value: noView, label: t('form.allInspections') }]),
    ...(isGone ? [{ value: viewKey, label: t('viewGone') }] : []),
    ...views.filter(({ value }) => content === 'list' || value !== 'all'),
  ]
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t('form.view')}
      </label>
      <Select
        id={id}
        isInvalid={error !== undefined}
        describedBy={error === undefined ? undefined : `${id}-error`}
        value={viewKey ?? noView}
        options={options}
        onChange={(value) => change({ viewKey: value === noView ? null : value })}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
