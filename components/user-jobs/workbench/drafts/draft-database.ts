/** Where drafts lie in the browser. Apart from what is in them, so that signing out need not load that. */

const databaseName = 'sightline-user-sheets'
const factsStore = 'facts'
const rowsStore = 'rows'

let isForgotten = false

/**
 * Takes all drafts out of this browser, names and addresses and all, and keeps none from now on: a page that is left writes
 * what it has left to write. Done when they are gone, or as soon as another page holds them open.
 */
export function forgetDrafts(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<void> {
  isForgotten = true
  return new Promise((resolve) => {
    if (factory === undefined) return resolve()
    try {
      const request = factory.deleteDatabase(databaseName)
      for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
    } catch {
      // A browser that keeps nothing has nothing to forget.
      resolve()
    }
    return undefined
  })
}

/** Does something with both stores in one transaction, which has ended when this has. */
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
    // Refused before anybody waits for it, when the work fails first.
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

/** The answer of a request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')))
  })
}
