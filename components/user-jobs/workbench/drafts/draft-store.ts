import {
  makeDraft,
  readDraft,
  type DraftFacts,
  type DraftRows,
  type DraftSource,
  type SheetDraft,
} from '@/lib/user-jobs/sheet/draft'
import type { Mapping, Sheet } from '@/lib/user-jobs/sheet/types'
import { done, withStores } from './draft-database'

/**
 * The draft of the workbench, one for each person of this browser, in IndexedDB. It is written in one transaction, so that a
 * page closed during a write keeps the earlier draft. Rows are written in portions, so that none delays a frame.
 */

const portionRows = 500

/** The result of saving a draft. It is not saved if the browser stores nothing, or if another tab saves its own. */
export type DraftOutcome = 'kept' | 'failed' | 'elsewhere'

export interface DraftStore {
  /** Does not store passwords. Does nothing if the browser stores nothing. Does not overwrite what another tab wrote since. */
  save(sheet: Sheet, mapping: Mapping, source: DraftSource): Promise<DraftOutcome>
  load(): Promise<SheetDraft | null>
  /** Whether the draft that this tab loaded or saved last still exists. */
  check(): Promise<DraftOutcome>
  /** Keeps what another tab has written since. */
  clear(): Promise<void>
}

/** Opens the drafts of one person, identified by a key such as the email. Private windows may have no IndexedDB. */
export function createDraftStore(ownerKey: string, factory: IDBFactory | undefined = globalThis.indexedDB): DraftStore {
  // One write after another, because the older of two parallel writes could finish last.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
  const rowsOf = () => IDBKeyRange.bound([ownerKey], [ownerKey, []])
  // When the draft that this tab last read or wrote was saved. A different time means that another tab saved it.
  let ours: string | null = null
  const isElsewhere = async (facts: IDBObjectStore) => {
    const savedAt = readSavedAt(await done<unknown>(facts.get(ownerKey)))
    return savedAt !== null && savedAt !== ours
  }

  return {
    save: (sheet, mapping, source) =>
      inTurn(async () => {
        if (factory === undefined) return 'failed'
        try {
          const outcome = await withStores(factory, 'readwrite', async (facts, rows) => {
            if (await isElsewhere(facts)) return 'elsewhere'
            const draft = makeDraft(sheet, mapping, source)
            await done(rows.delete(rowsOf()))
            for (let at = 0; at < draft.rows.length; at += portionRows)
              await done(rows.put(draft.rows.slice(at, at + portionRows), [ownerKey, at]))
            await done(facts.put(draft.facts, ownerKey))
            return 'kept'
          })
          if (outcome === 'kept') ours = source.savedAt
          return outcome
        } catch {
          return 'failed'
        }
      }),
    load: () =>
      inTurn(async () => {
        if (factory === undefined) return null
        try {
          return await withStores(factory, 'readonly', async (facts, rows) => {
            const found: unknown = await done<DraftFacts | undefined>(facts.get(ownerKey))
            ours = readSavedAt(found)
            if (found === undefined) return null
            const portions = await done<DraftRows[]>(rows.getAll(rowsOf()))
            return readDraft(found, portions.flat())
          })
        } catch {
          return null
        }
      }),
    check: () =>
      inTurn(async () => {
        if (factory === undefined) return 'failed'
        try {
          const savedAt = await withStores(factory, 'readonly', async (facts) =>
            readSavedAt(await done<unknown>(facts.get(ownerKey))),
          )
          return savedAt === null ? 'failed' : savedAt === ours ? 'kept' : 'elsewhere'
        } catch {
          return 'failed'
        }
      }),
    clear: () =>
      inTurn(async () => {
        if (factory === undefined) return
        await withStores(factory, 'readwrite', async (facts, rows) => {
          if (await isElsewhere(facts)) return
          await done(facts.delete(ownerKey))
          await done(rows.delete(rowsOf()))
        }).catch(() => undefined)
      }),
  }
}

/** Works with every version of the draft format. */
const readSavedAt = (facts: unknown): string | null =>
  typeof facts === 'object' && facts !== null && 'savedAt' in facts && typeof facts.savedAt === 'string'
    ? facts.savedAt
    : null
