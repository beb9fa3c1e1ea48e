import { useEffect, useEffectEvent, useState } from 'react'
import { benchOfDraft, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { createDraftStore } from './drafts/draft-store'
import { useDraftKeeping } from './drafts/use-draft'

/** Work that new rows would replace: edited rows, a draft, or an open draft. */
export interface Loss {
  kind: 'edited' | 'draft' | 'open'
  rows: number
  name: string
}

/** The work that the user would lose if new rows replaced the current rows; null if there is no such work. */
function findLoss(bench: BenchSheet | null, draft: BenchSheet | null): Loss | null {
  const mine = bench ?? draft
  if (mine === null) return null
  const { sheet, savedAt, sourceName: name } = mine
  const rows = sheet.rowIds.length
  if (sheet.undoLabel !== null) return { kind: 'edited', rows, name }
  return savedAt === null ? null : { kind: bench === null ? 'draft' : 'open', rows, name }
}

/**
 * The open sheet, the earlier draft, and new rows that wait for confirmation because they would replace the user's work.
 * `ownerKey` identifies the owner of the drafts. `onOpen` is called after each sheet that is opened.
 */
export function useBench(ownerKey: string, onOpen: (bench: BenchSheet) => void) {
  const [store] = useState(() => createDraftStore(ownerKey))
  /** Undefined until the search for a draft has ended. */
  const [draft, setDraft] = useState<BenchSheet | null>()
  const [bench, setBench] = useState<BenchSheet | null>(null)
  /** New rows that the user has not accepted yet. */
  const [offered, setOffered] = useState<BenchSheet | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const findOpen = async () => {
      const found = await store.load()
      if (!stop.signal.aborted) setDraft(found !== null && found.rows.length > 0 ? benchOfDraft(found) : null)
    }
    void findOpen()
    return () => stop.abort()
  }, [store])
  const { isKept, isElsewhere, dropDraft } = useDraftKeeping(store, bench)

  const open = (next: BenchSheet) => {
    setBench((last) => {
      if (last !== next) last?.validator.dispose()
      return next
    })
    setDraft(null)
    setOffered(null)
    onOpen(next)
  }
  const loss = offered === null || draft === undefined ? null : findLoss(bench, draft)
  const isAsking = loss !== null
  const takeUp = useEffectEvent(open)
  useEffect(() => {
    // New rows wait until the draft is loaded, because otherwise they would overwrite it unseen. They are not opened
    // where rows are read, because another sheet may be open when reading ends.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    if (offered !== null && draft !== undefined && !isAsking) takeUp(offered)
  }, [offered, draft, isAsking])
  return {
    /** The open sheet; null until rows were read or a draft was continued. */
    bench,
    draft: draft ?? null,
    /** Whether the search for a draft has ended. */
    isReady: draft !== undefined,
    isKept,
    isElsewhere,
    open,
    /** Offers new rows. They open at once if no work is lost, otherwise after the user has confirmed. */
    offer: setOffered,
    /** New rows that would replace work, and that work; null for none. */
    pending: offered !== null && loss !== null ? { offered, loss } : null,
    keepMine: () => {
      offered?.validator.dispose()
      setOffered(null)
    },
    change: (id: number, change: (last: BenchSheet) => BenchSheet) =>
      setBench((last) => (last?.id === id ? change(last) : last)),
    /** Deletes the draft of the sheet in this browser. */
    dropDraft,
    forgetDraft: () => {
      setDraft(null)
      dropDraft()
    },
    close: () => {
      dropDraft()
      bench?.validator.dispose()
      setBench(null)
    },
  }
}
