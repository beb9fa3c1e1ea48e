import {
  makeDraft,
  readDraft,
  type DraftFacts,
  type DraftRows,
  type DraftSource,
  type SheetDraft,
} from '@/lib/user-jobs/sheet-draft'
import type { Mapping, Sheet } from '@/lib/user-jobs/types'
import { done, withStores } from './draft-database'

/**
 * The draft of the workbench, one for each person of this browser, in IndexedDB. It is written in one transaction, so that a
 * page closed amid writing leaves the draft before; rows go in portions, so that none holds up a frame.
 */

const portionRows = 500

export interface DraftStore {
  /** Passwords are not in it. Quiet where the browser keeps nothing: answers whether it was kept. */
  save(sheet: Sheet, mapping: Mapping, source: DraftSource): Promise<boolean>
  load(): Promise<SheetDraft | null>
  clear(): Promise<void>
}

/** Opens the drafts of one person, by a key of theirs such as the e-mail. Private windows may have no IndexedDB. */
export function createDraftStore(ownerKey: string, factory: IDBFactory | undefined = globalThis.indexedDB): DraftStore {
  // One write after the other: of two at once the older could come last.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
  const rowsOf = () => IDBKeyRange.bound([ownerKey], [ownerKey, []])

  return {
    save: (sheet, mapping, source) =>
      inTurn(async () => {
        if (factory === undefined) return false
        try {
          await withStores(factory, 'readwrite', async (facts, rows) => {
            const draft = makeDraft(sheet, mapping, source)
            await done(rows.delete(rowsOf()))
            for (let at = 0; at < draft.rows.length; at += portionRows)
              await done(rows.put(draft.rows.slice(at, at + portionRows), [ownerKey, at]))
            await done(facts.put(draft.facts, ownerKey))
          })
          return true
        } catch {
          return false
        }
      }),
    load: () =>
      inTurn(async () => {
        if (factory === undefined) return null
        try {
          return await withStores(factory, 'readonly', async (facts, rows) => {
            const found: unknown = await done<DraftFacts | undefined>(facts.get(ownerKey))
            if (found === undefined) return null
            const portions = await done<DraftRows[]>(rows.getAll(rowsOf()))
            return readDraft(found, portions.flat())
          })
        } catch {
          return null
        }
      }),
    clear: () =>
      inTurn(async () => {
        if (factory === undefined) return
        await withStores(factory, 'readwrite', async (facts, rows) => {
          await done(facts.delete(ownerKey))
          await done(rows.delete(rowsOf()))
        }).catch(() => undefined)
      }),
  }
}
