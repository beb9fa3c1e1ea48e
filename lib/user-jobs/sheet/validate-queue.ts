import { createEmailIndex } from './validate-emails'

/** Rows that wait to be looked at, and the e-mails that decide who else has to wait with them. */
export function createRowQueue(emailOf: (id: number) => string) {
  const emails = createEmailIndex()
  const pending = new Set<number>()
  /** Changed since their e-mails were indexed. */
  const unindexed = new Set<number>()
  const afterIndex: number[] = []

  return {
    /** Rows to look at once `index` was called; whoever looks at one deletes it. */
    pending,
    isEmpty: () => pending.size === 0 && unindexed.size === 0,
    /** Rows that changed. */
    add(rowIds: Iterable<number>) {
      for (const id of rowIds) {
        pending.add(id)
        unindexed.add(id)
      }
    },
    /** Rows whose faults are known, but whose e-mails others may share. */
    addToIndex(rowIds: Iterable<number>) {
      for (const id of rowIds) unindexed.add(id)
    },
    /** A row to look at when all e-mails are indexed: before that it is not pending. */
    addAfterIndex(id: number) {
      afterIndex.push(id)
    },
    /** Indexes e-mails, and adds the rows that share one with a row that changed. */
    index() {
      for (const id of unindexed) emails.set(id, emailOf(id).trim().toLowerCase())
      unindexed.clear()
      for (const id of afterIndex.splice(0)) pending.add(id)
      for (const id of emails.takeAffected()) pending.add(id)
    },
    othersOf: (id: number) => emails.othersOf(id),
  }
}
