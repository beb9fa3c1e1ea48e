import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import type { Database } from '@/lib/db/types'
import { createTimeWriter, writeText } from '@/lib/csv/csv'
import { createTextStream } from '@/lib/csv/stream'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { StoredReview } from './data'
import { walkFollowUps } from './follow-ups'
import type { followUpExportQuery } from './schema'

interface Line {
  row: InspectionRow
  review: StoredReview
  time: (instant: string | null) => string
}

const number = (value: number | null) => (value === null ? '' : String(value))

const columns: ReadonlyArray<readonly [head: string, cell: (line: Line) => string]> = [
  ['Title', ({ row }) => writeText(row.title)],
  ['Template', ({ row }) => writeText(row.templateName)],
  ['Site', ({ row }) => writeText(row.siteName)],
  ['Author', ({ row }) => writeText(row.authorName)],
  ['Failed', ({ row }) => number(row.failedCount)],
  ['Score', ({ row }) => number(row.scorePercentage)],
  ['Completed', ({ row, time }) => time(row.completedAt)],
  ['Note', ({ review }) => writeText(review.note)],
  ['Assignee', ({ review }) => writeText(review.assignee_name)],
  ['Due', ({ review }) => review.due_on ?? ''],
  ['Marked by', ({ review }) => writeText(review.reviewer_name)],
  ['Marked', ({ review, time }) => time(review.reviewed_at)],
  ['Changed since', ({ review }) => (review.is_changed ? 'yes' : 'no')],
  ['Inspection id', ({ row }) => writeText(row.auditId)],
]

const lineEnd = '\r\n'
const mark = '\uFEFF'

/**
 * Follow-ups of a list as CSV, as safe as the export of the list: with a byte order mark, and without formulas in
 * cells.
 * @throws AppError invalid, naming the parameter
 */
export function exportFollowUps(
  { zone, ...asked }: z.output<typeof followUpExportQuery>,
  from: { actor: Pick<Actor, 'userId'>; db?: Database; signal?: AbortSignal; nowMs?: number },
): ReadableStream<Uint8Array> {
  const time = createTimeWriter(zone?.[0] ?? asked.tz?.[0] ?? 'UTC')
  const leaving = new AbortController()
  // Read before the stream starts, so that an invalid query gets an error response and not half a file.
  const batches = walkFollowUps({ ...asked, zone }, { ...from, signal: leaving.signal })
  return createTextStream(
    async (sink) => {
      sink.signal.addEventListener('abort', () => leaving.abort(sink.signal.reason), { once: true })
      await sink.write(mark + columns.map(([head]) => head).join(',') + lineEnd)
      for await (const batch of batches)
        await sink.write(
          batch.map((followUp) => columns.map(([, cell]) => cell({ ...followUp, time })).join(',') + lineEnd).join(''),
        )
    },
    from.signal === undefined ? {} : { signal: from.signal },
  )
}
