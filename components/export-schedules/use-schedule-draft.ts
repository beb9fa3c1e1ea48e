'use client'

import { useState } from 'react'
import { useZone } from '@/lib/browser/preferences/zone'
import type { ExportSchedule, NewSchedule, ScheduleTargetKind } from '@/lib/export-schedules/schema'
import { viewContents } from '@/lib/export-schedules/values-model'
import { allKey } from '@/lib/saved-views/model'

/** What a person has entered. */
export interface ScheduleDraft {
  name: string
  content: ExportSchedule['content']
  viewKey: string | null
  format: ExportSchedule['format']
  cron: string
  zone: string
  fileName: string
  kind: ScheduleTargetKind
  folder: string
  url: string
  authorization: string
}

function readDraft(schedule: ExportSchedule): ScheduleDraft {
  const { name, content, viewKey, format, cron, zone, fileName, target } = schedule
  const { kind, folder } = target
  return { name, content, viewKey, format, cron, zone, fileName, kind, folder, url: '', authorization: '' }
}

const firstDraft = (kind: ScheduleTargetKind, zone: string): ScheduleDraft => ({
  name: '',
  content: 'answers',
  viewKey: null,
  format: 'csv',
  cron: '0 6 * * *',
  zone,
  fileName: 'answers-{date}',
  kind,
  folder: '',
  url: '',
  authorization: '',
})

/** Adapts a draft to its content: only some contents have a view, a list always has one and cannot be JSON Lines. */
function fit(draft: ScheduleDraft, before: ScheduleDraft): ScheduleDraft {
  const { content } = draft
  const isOwnName = draft.fileName !== `${before.content}-{date}`
  return {
    ...draft,
    viewKey: !viewContents.has(content) ? null : content === 'list' ? (draft.viewKey ?? allKey) : draft.viewKey,
    format: content === 'list' && draft.format === 'jsonl' ? 'csv' : draft.format,
    fileName: isOwnName ? draft.fileName : `${content}-{date}`,
  }
}

export function useScheduleDraft(schedule: ExportSchedule | null, targetKinds: readonly ScheduleTargetKind[]) {
  const { zone } = useZone()
  const [draft, setDraft] = useState(() =>
    schedule === null ? firstDraft(targetKinds[0] ?? 'put', zone) : readDraft(schedule),
  )
  const change = (changed: Partial<ScheduleDraft>) => setDraft((before) => fit({ ...before, ...changed }, before))
  return { draft, change }
}

/** The draft as a request body. An empty address or header is left out, so that the stored one stays. */
export function toBody({ kind, folder, url, authorization, ...draft }: ScheduleDraft): NewSchedule {
  return {
    ...draft,
    target:
      kind === 'put'
        ? { kind, ...(url.trim() === '' ? {} : { url }), ...(authorization.trim() === '' ? {} : { authorization }) }
        : { kind, folder },
  }
}
