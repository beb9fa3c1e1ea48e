import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'

/** A version from whose document the row of its inspection is made. */
export interface NewVersion {
  auditId: string
  modifiedAt: string
  /** Reads its document, which the transaction has already stored. */
  readText: () => string
}

/**
 * Takes part in the transaction that stores versions. It is called when their rows are locked but not changed yet, and
 * the function that it returns is called after the change. If it throws, the transaction fails.
 */
export type VersionWatch = (
  tx: Queryable,
  versions: readonly NewVersion[],
) => Promise<((tx: Queryable) => Promise<void>) | null>

/**
 * The watch of this process, or null. The boot sets it, because rules import the sync, but the sync imports no rules.
 */
export const versionWatch = () => processWide<{ watch: VersionWatch | null }>('version-watch', () => ({ watch: null }))
