import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import type { Database } from '@/lib/db/types'
import { createTimeWriter, lineEnd, writeHead, writeText, writeYesOrNo } from '@/lib/csv/csv'
import { createTextStream } from '@/lib/csv/stream'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import type { StoredReview } from './data'
import { walkFollowUps } from './follow-ups'
import type { followUpExportQuery } from './schema'

interface Line {
  row: InspectionRow
  review: StoredReview
  time: (instant: string | null) => string
  language: PageLanguage
}

const number = (value: number | null) => (value === null ? '' : String(value))

const columns: ReadonlyArray<readonly [head: string, cell: (line: Line) => string]> = [
  [serverText('files.heads.title'), ({ row }) => writeText(row.title)],
  [serverText('files.heads.template'), ({ row }) => writeText(row.templateName)],
  [serverText('files.heads.site'), ({ row }) => writeText(row.siteName)],
  [serverText('files.heads.author'), ({ row }) => writeText(row.authorName)],
  [serverText('files.heads.failed'), ({ row }) => number(row.failedCount)],
  [serverText('files.heads.score'), ({ row }) => number(row.scorePercentage)],
  [serverText('files.heads.completed'), ({ row, time }) => time(row.completedAt)],
  [serverText('files.heads.note'), ({ review }) => writeText(review.note)],
  [serverText('files.heads.assignee'), ({ review }) => writeText(review.assignee_name)],
  [serverText('files.heads.due'), ({ review }) => review.due_on ?? ''],
  [serverText('files.heads.markedBy'), ({ review }) => writeText(review.reviewer_name)],
  [serverText('files.heads.marked'), ({ review, time }) => time(review.reviewed_at)],
  [serverText('files.heads.changedSince'), ({ review, language }) => writeYesOrNo(review.is_changed, language)],
  [serverText('files.heads.inspectionId'), ({ row }) => writeText(row.auditId)],
]

/**
 * Follow-ups of a list as CSV, as safe as the export of the list: with a byte order mark, and without formulas in
 * cells.
 * @throws AppError invalid, naming the parameter
 */
export function exportFollowUps(
  { zone, ...asked }: z.output<typeof followUpExportQuery>,
  from: { actor: Pick<Actor, 'userId'>; db?: Database; signal?: AbortSignal; nowMs?: number; language?: PageLanguage },
): ReadableStream<Uint8Array> {
  const { language = 'en' } = from
  const time = createTimeWriter(zone?.[0] ?? asked.tz?.[0] ?? 'UTC')
  const leaving = new AbortController()
  // Read before the stream starts, so that an invalid query gets an error response and not half a file.
  const batches = walkFollowUps({ ...asked, zone }, { ...from, signal: leaving.signal })
  return createTextStream(
    async (sink) => {
      sink.signal.addEventListener('abort', () => leaving.abort(sink.signal.reason), { once: true })
      await sink.write(writeHead(columns.map(([head]) => renderText(head, language))))
      for await (const batch of batches)
        await sink.write(
          batch
            .map((followUp) => columns.map(([, cell]) => cell({ ...followUp, time, language })).join(',') + lineEnd)
            .join(''),
        )
    },
    from.signal === undefined ? {} : { signal: from.signal },
  )
}
