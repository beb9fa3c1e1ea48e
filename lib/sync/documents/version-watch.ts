import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'

/** A version whose document becomes what the index says about its inspection. */
export interface NewVersion {
  auditId: string
  modifiedAt: string
  /** Its document, which the transaction has stored already. */
  text: string
}

/**
 * Takes part in the transaction that stores versions, whose rows are locked. It is called before the rows change, and what it
 * returns is called after. What it throws fails the transaction.
 */
export type VersionWatch = (
  tx: Queryable,
  versions: readonly NewVersion[],
) => Promise<((tx: Queryable) => Promise<void>) | null>

/** The watch of this process; null: none. The boot sets it, because rules know the sync, and the sync knows no rules. */
export const versionWatch = () => processWide<{ watch: VersionWatch | null }>('version-watch', () => ({ watch: null }))
