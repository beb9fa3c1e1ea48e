import { database } from '@/lib/db/instance'
import { documentFields } from '@/lib/inspections/columns'

// Exists only in the build of the bench. The least that a handler must do to list 50 rows: one statement and its rows as
// JSON, without sign-in, checks, filters and names. A list of the console cannot be faster.
export const dynamic = 'force-dynamic'

const columns = [...Object.values(documentFields).map(({ sql }) => sql), 'audit_id', 'modified_at', 'template_id']

export const GET = async () => {
  const db = await database()
  const { rows } = await db.query(
    `select ${columns.join(', ')} from inspections order by modified_at desc, audit_id desc limit 50`,
  )
  return Response.json({ data: rows })
}
