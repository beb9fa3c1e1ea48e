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
 * The draft of the workbench in IndexedDB. Each person has one draft per browser. It is written in one transaction, so
 * that the earlier draft remains if the page is closed during a write. Rows are written in portions, so that no write
 * delays a frame.
 */

const portionRows = 500

/**
 * The result of saving a draft. `failed`: nothing is saved, for example because storage is turned off. `elsewhere`:
 * another tab has saved its own draft.
 */
export type DraftOutcome = 'kept' | 'failed' | 'elsewhere'

export interface DraftStore {
  /**
   * Does not store passwords. Saves nothing if storage is turned off, or if another tab has saved a draft since this
   * tab last read or saved it.
   */
  save(sheet: Sheet, mapping: Mapping, source: DraftSource): Promise<DraftOutcome>
  load(): Promise<SheetDraft | null>
  /** Whether the draft that this tab loaded or saved last still exists. */
  check(): Promise<DraftOutcome>
  /** Deletes the draft, unless another tab has saved it since this tab last read or saved it. */
  clear(): Promise<void>
}

/** Opens the drafts of one person, identified by a key such as the email. Private windows may have no IndexedDB. */
export function createDraftStore(ownerKey: string, factory: IDBFactory | undefined = globalThis.indexedDB): DraftStore {
  // Writes run one after another, because the older of two parallel writes could finish last.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
  const rowsOf = () => IDBKeyRange.bound([ownerKey], [ownerKey, []])
  // The `savedAt` of the draft that this tab last read or wrote. Another value means that another tab saved a draft.
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
