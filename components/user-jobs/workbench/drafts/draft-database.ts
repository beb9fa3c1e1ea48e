import { ownName } from '@/lib/base-path'

/**
 * The database of drafts in the browser. It is separate from the code for their content, which signing out does not
 * need.
 */

const databaseName = ownName('sightline-user-sheets')
const factsStore = 'facts'
const rowsStore = 'rows'

let isForgotten = false

/**
 * Deletes all drafts in this browser, including names and emails, and prevents new drafts, because a page still writes
 * its last changes when it is left. Resolves when the drafts are deleted, or at once if another page keeps the database
 * open.
 */
export function forgetDrafts(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<void> {
  isForgotten = true
  return new Promise((resolve) => {
    if (factory === undefined) return resolve()
    try {
      const request = factory.deleteDatabase(databaseName)
      for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
    } catch {
      // A browser without storage has nothing to delete.
      resolve()
    }
    return undefined
  })
}

/** Runs `work` with both stores in one transaction. Resolves when the transaction has ended. */
export async function withStores<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (facts: IDBObjectStore, rows: IDBObjectStore) => Promise<T>,
): Promise<T> {
  if (isForgotten) throw new Error('signed out')
  const database = await openDatabase(factory)
  try {
    const transaction = database.transaction([factsStore, rowsStore], mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('failed')))
    })
    // If `work` fails first, nothing awaits this promise, so its rejection must be handled here.
    ended.catch(() => undefined)
    const result = await work(transaction.objectStore(factsStore), transaction.objectStore(rowsStore))
    await ended
    return result
  } finally {
    database.close()
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(factsStore)
    opening.result.createObjectStore(rowsStore)
  })
  return done(opening)
}

/** The result of a request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')))
  })
}
