import { useEffect, useEffectEvent, useState } from 'react'
import { benchOfDraft, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { formatCount } from '@/lib/browser/numbers'
import { createDraftStore } from './drafts/draft-store'
import { useDraftKeeping } from './drafts/use-draft'

/** "1 row", "1,204 rows" */
export const countRows = ({ sheet: { rowIds } }: BenchSheet) =>
  `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'row' : 'rows'}`

/** What the user would lose if other rows replaced these, in a sentence; null when it is none of their own work. */
function tellLoss(bench: BenchSheet | null, draft: BenchSheet | null): string | null {
  const mine = bench ?? draft
  if (mine === null) return null
  const be = mine.sheet.rowIds.length === 1 ? 'is' : 'are'
  if (mine.sheet.undoLabel !== null) return `${countRows(mine)} ${be} here that you have edited.`
  if (mine.savedAt === null) return null
  const from = `${countRows(mine)} of ${mine.sourceName} ${be}`
  return bench === null ? `${from} kept as a draft that you have not gone on with.` : `${from} here, from your draft.`
}

/**
 * The sheet that is open, the draft from before, and new rows that wait for an answer because they would replace the
 * user's work. `ownerKey` names whose drafts; `onOpen` follows each sheet that is opened.
 */
export function useBench(ownerKey: string, onOpen: (bench: BenchSheet) => void) {
  const [store] = useState(() => createDraftStore(ownerKey))
  /** Undefined until it was looked for. */
  const [draft, setDraft] = useState<BenchSheet | null>()
  const [bench, setBench] = useState<BenchSheet | null>(null)
  /** Rows that were read and are not taken yet. */
  const [offered, setOffered] = useState<BenchSheet | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const found = await store.load()
      if (!stop.signal.aborted) setDraft(found !== null && found.rows.length > 0 ? benchOfDraft(found) : null)
    }
    void look()
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
  const loss = offered === null || draft === undefined ? null : tellLoss(bench, draft)
  const isAsking = loss !== null
  const takeUp = useEffectEvent(open)
  useEffect(() => {
    // Not before the draft was looked for: it would be overwritten unseen. And not where the rows are read: another sheet
    // may be open when reading ends.
    // oxlint-disable-next-line react/set-state-in-effect -- said above
    if (offered !== null && draft !== undefined && !isAsking) takeUp(offered)
  }, [offered, draft, isAsking])
  return {
    /** Null until rows were read or a draft was taken up. */
    bench,
    draft: draft ?? null,
    /** Whether the draft was looked for. */
    isReady: draft !== undefined,
    isKept,
    isElsewhere,
    open,
    /** New rows: opened at once when no work is lost, otherwise after the user has confirmed. */
    offer: setOffered,
    /** The rows that wait for an answer, and what would be lost for them; null when none wait. */
    pending: offered !== null && loss !== null ? { offered, loss } : null,
    keepMine: () => {
      offered?.validator.dispose()
      setOffered(null)
    },
    change: (id: number, change: (last: BenchSheet) => BenchSheet) =>
      setBench((last) => (last?.id === id ? change(last) : last)),
    /** Deletes what is kept of the sheet in this browser. */
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
