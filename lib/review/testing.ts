import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import type { Database } from '@/lib/db/types'
import { auditId, type AuditId } from '@/lib/ids'

/** People and inspections for tests of reviews. */

let people = 0

/** Adds a person to the database. */
export async function addReviewer(db: Database, role: Role = 'editor'): Promise<Actor> {
  people += 1
  const email = `reviewer-${people}@example.com`
  const name = `Reviewer ${people}`
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ($1, $2, $3, 'x') returning user_id`,
    [email, name, role],
  )
  return { userId: rows[0]?.user_id ?? '', email, name, role }
}

/** An id that sorts by its number. */
export const idOf = (number: number): AuditId => auditId.parse(`audit_${String(number).padStart(6, '0')}`)

/** The version that `addInspections` gives an inspection. */
export const firstVersion = (number: number) => new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString()

interface Shape {
  failed?: number
  isCompleted?: boolean
  isArchived?: boolean
  isMissing?: boolean
  /** False if its document was never read. */
  isRead?: boolean
  title?: string
}

/** Adds inspections from number `first` on, one for each shape, as the sync stores them. */
export async function addInspections(db: Database, shapes: readonly Shape[], first = 0): Promise<AuditId[]> {
  for (const [at, shape] of shapes.entries()) {
    const { failed = 0, isCompleted = true, isArchived = false, isMissing = false, isRead = true } = shape
    const version = firstVersion(first + at)
    await db.query(
      `insert into inspections (audit_id, modified_at, template_id, hydrated_modified_at, title, failed_count,
                                date_completed, archived, missing_at)
       values ($1, $2, 'template_1', $3, $4, $5, $6, $7, $8)`,
      [
        idOf(first + at),
        version,
        isRead ? version : null,
        isRead ? (shape.title ?? `Inspection ${first + at}`) : null,
        isRead ? failed : null,
        isRead && isCompleted ? version : null,
        isRead ? isArchived : null,
        isMissing ? version : null,
      ],
    )
  }
  return shapes.map((_, at) => idOf(first + at))
}

/** Stores a newer version of an inspection, as a pass of the sync does. */
export async function touch(db: Database, id: AuditId): Promise<string> {
  const { rows } = await db.query<{ modified_at: string }>(
    `update inspections set modified_at = modified_at + interval '1 day' where audit_id = $1 returning modified_at`,
    [id],
  )
  return rows[0]?.modified_at ?? ''
}

/** Reads the columns that the lists read. */
export async function readShown(db: Database, id: AuditId) {
  const { rows } = await db.query<{ review_state: string | null; review_version: string | null }>(
    'select review_state, review_version from inspections where audit_id = $1',
    [id],
  )
  return rows[0]
}
