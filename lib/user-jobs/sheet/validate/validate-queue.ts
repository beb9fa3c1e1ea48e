import { createEmailIndex } from './validate-emails'

/** Rows that wait to be validated, and the emails that decide which other rows must wait too. */
export function createRowQueue(emailOf: (id: number) => string) {
  const emails = createEmailIndex()
  const pending = new Set<number>()
  /** Changed since their emails were indexed. */
  const unindexed = new Set<number>()
  const afterIndex: number[] = []

  return {
    /** Rows to validate once `index` was called. The caller deletes each row that it validates. */
    pending,
    isEmpty: () => pending.size === 0 && unindexed.size === 0,
    /** Rows that changed. */
    add(rowIds: Iterable<number>) {
      for (const id of rowIds) {
        pending.add(id)
        unindexed.add(id)
      }
    },
    /** Rows whose errors are known, but whose emails other rows may share. */
    addToIndex(rowIds: Iterable<number>) {
      for (const id of rowIds) unindexed.add(id)
    },
    /** A row to validate once all emails are indexed. It is not pending before that. */
    addAfterIndex(id: number) {
      afterIndex.push(id)
    },
    /** Indexes emails, and adds the rows that share one with a changed row. */
    index() {
      for (const id of unindexed) emails.set(id, emailOf(id).trim().toLowerCase())
      unindexed.clear()
      for (const id of afterIndex.splice(0)) pending.add(id)
      for (const id of emails.takeAffected()) pending.add(id)
    },
    othersOf: (id: number) => emails.othersOf(id),
  }
}
