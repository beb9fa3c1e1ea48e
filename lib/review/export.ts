import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { type FileColumn, streamPages } from '@/lib/csv/pages'
import type { SheetCell } from '@/lib/csv/xlsx'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { readShownColumns } from '@/lib/table/shown-columns'
import { type FollowUpColumnId, followUpColumns } from './columns'
import { listFollowUps, readAsked } from './follow-ups'
import type { FollowUp, followUpExportQuery } from './follow-ups-schema'

type Column = readonly [head: string, value: (followUp: FollowUp, language: PageLanguage) => SheetCell]

const toTime = (instant: string | null): SheetCell => (instant === null ? null : { time: instant })

/** Header and value of each column of the list in files. */
const columns: Readonly<Record<FollowUpColumnId, Column>> = {
  title: [serverText('files.heads.title'), ({ row }) => row.title],
  template: [serverText('files.heads.template'), ({ row }) => row.templateName],
  site: [serverText('files.heads.site'), ({ row }) => row.siteName],
  author: [serverText('files.heads.author'), ({ row }) => row.authorName],
  failed: [serverText('files.heads.failed'), ({ row }) => row.failedCount],
  score: [serverText('files.heads.score'), ({ row }) => row.scorePercentage],
  completed: [serverText('files.heads.completed'), ({ row }) => toTime(row.completedAt)],
  note: [serverText('files.heads.note'), ({ review }) => review.note],
  assignee: [serverText('files.heads.assignee'), ({ review }) => review.assignee?.name ?? null],
  // A day has no time zone, so it is written as stored.
  due: [serverText('files.heads.due'), ({ review }) => review.dueOn],
  marker: [serverText('files.heads.markedBy'), ({ review }, language) => renderText(review.reviewerName, language)],
  marked: [serverText('files.heads.marked'), ({ review }) => toTime(review.reviewedAt)],
  changed: [
    serverText('files.heads.changedSince'),
    ({ review }, language) =>
      renderText(review.isChangedSince ? serverText('files.values.yes') : serverText('files.values.no'), language),
  ],
  id: [serverText('files.heads.inspectionId'), ({ row }) => row.auditId],
}

/** All columns, for requests that name none. */
const allColumns = Object.keys(columns).join(',')
const rowsAtOnce = 500

/**
 * Writes the follow-ups of a list as CSV or Excel, with the columns of its address and in its order. The file is as
 * safe in spreadsheets as the export of inspections. Inspections that are marked during the export may be missing.
 * @throws AppError invalid, naming the parameter, before the file begins
 */
export function exportFollowUps(
  { format, columns: shown, ...asked }: z.output<typeof followUpExportQuery>,
  from: { actor: Pick<Actor, 'userId'>; db?: Database; signal?: AbortSignal; nowMs?: number; language?: PageLanguage },
): ReadableStream<Uint8Array> {
  const { language = 'en', db: given, signal, ...source } = from
  readAsked(asked, source)
  const toFile = ([head, value]: Column): FileColumn<FollowUp> => ({
    label: renderText(head, language),
    value: (followUp) => value(followUp, language),
  })
  return streamPages(
    readShownColumns(followUpColumns, shown ?? allColumns).map(({ id }) => toFile(columns[id])),
    { zone: asked.zone?.[0] ?? asked.tz?.[0] ?? 'UTC', format },
    async (after) =>
      listFollowUps({ ...asked, after }, { ...source, db: given ?? (await database()), limit: rowsAtOnce }),
    signal === undefined ? {} : { signal },
  )
}
