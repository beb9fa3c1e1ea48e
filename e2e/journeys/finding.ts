import type { TestConsole } from '@/lib/testing/harness'

export interface Pair {
  a: string
  b: string
  failedA: number
  failedB: number
}

/** Two inspections of one template with failures and photos for the same question; the earlier one first. */
export async function findPair({ db }: TestConsole): Promise<Pair> {
  const { rows } = await db.query<{ a: string; b: string; failed_a: number; failed_b: number }>(
    `select a.audit_id as a, b.audit_id as b, a.failed_count as failed_a, b.failed_count as failed_b
       from inspections a join inspections b on b.template_id = a.template_id and b.date_completed > a.date_completed
      where a.failed_count > 0 and b.failed_count > 0 and exists (
        select 1 from inspection_media l join inspection_media r on r.item_key = l.item_key
         where l.audit_id = a.audit_id and r.audit_id = b.audit_id
           and l.kind = 'image' and r.kind = 'image' and l.ext = 'jpg' and r.ext = 'jpg'
           and not l.is_hidden and not r.is_hidden)
      order by b.modified_at desc, a.modified_at desc limit 1`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no two inspections have photos of one question')
  return { a: row.a, b: row.b, failedA: row.failed_a, failedB: row.failed_b }
}

/** The newest inspection with several failed answers. */
export async function findFailed({ db }: TestConsole): Promise<string> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from inspections where failed_count > 1 and result = 'failed' order by modified_at desc limit 1`,
  )
  return rows[0]?.audit_id ?? ''
}

/** A completed inspection with a text that can be changed in the service, and the function that changes it. */
export async function findText({ db, standin }: TestConsole): Promise<{
  auditId: string
  answer: (text: string) => void
}> {
  const { rows } = await db.query<{ audit_id: string; document: string }>(
    `select audit_id, document from inspection_documents join inspections i using (audit_id)
      where i.date_completed is not null and i.hydrated_modified_at = inspection_documents.modified_at
      order by audit_id limit 40`,
  )
  for (const { audit_id: auditId, document } of rows) {
    const { items = [] } = JSON.parse(document) as {
      items?: Array<{ item_id: string; type: string; responses?: { text?: string } }>
    }
    // An item that has an answer is also visible in the report.
    const item = items.find(({ type, responses }) => type.startsWith('text') && (responses?.text ?? '') !== '')
    if (item === undefined) continue
    const answer = (text: string) => {
      const sent = { item_id: item.item_id, responses: { text } }
      standin.control.answer(auditId, { items: [sent] })
    }
    return { auditId, answer }
  }
  throw new Error('no inspection has a text')
}
