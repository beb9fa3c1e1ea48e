'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ApiError } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import type { PortableGroup } from '@/lib/status-groups/portable'
import { statusGroupCalls } from '@/lib/status-groups/queries'
import { nameKey } from '@/lib/status-groups/view'
import { isAnswerLost, useBoardCache } from '@/components/status-groups/board-cache'

export type ImportState =
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'done'; groupId: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown'; reason: string }
  /** Not tried, because it would fail for the same reason. */
  | { kind: 'skipped' }

/** After these errors, the remaining groups would fail too. */
const stopsAll = new Set(['forbidden', 'upstream_refused', 'unauthenticated', 'upstream_unknown', 'unavailable'])

/**
 * Creates groups one after the other, with a result for each. If a response is lost, the group is looked up in the list
 * and never sent again automatically.
 */
export function useImportRun() {
  const t = useTranslations('statusGroups.import.lost')
  const cache = useBoardCache()
  const [states, setStates] = useState<ReadonlyArray<ImportState>>([])
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)

  const createOne = async (group: PortableGroup): Promise<ImportState> => {
    const before = new Set(cache.read()?.groups.map(({ groupId }) => groupId))
    try {
      const { outcome, group: made } = await statusGroupCalls.create(group)
      if (made !== null) cache.put(made)
      return outcome === 'done'
        ? { kind: 'done', groupId: made?.groupId ?? null }
        : { kind: 'unknown', reason: t('checking') }
    } catch (error) {
      if (!isAnswerLost(error)) throw error
      const now = await cache.readAgain().catch(() => null)
      const made = now?.groups.find(
        ({ groupId, name }) => !before.has(groupId) && nameKey(name) === nameKey(group.name),
      )
      if (made !== undefined) return { kind: 'done', groupId: made.groupId }
      throw new ApiError(0, 'upstream_unknown', t('notListed'))
    }
  }

  /** Creates `groups`. With `only`, it retries just these and keeps the other results. */
  const run = async (groups: readonly PortableGroup[], only?: ReadonlySet<number>) => {
    isStopped.current = false
    setRunning(true)
    let stopped = false
    const set = (at: number, state: ImportState) =>
      setStates((all) => groups.map((_, index) => (index === at ? state : (all[index] ?? { kind: 'waiting' }))))
    for (const [at, group] of groups.entries()) {
      if (only !== undefined && !only.has(at)) continue
      if (stopped || isStopped.current) {
        set(at, { kind: 'skipped' })
        continue
      }
      set(at, { kind: 'running' })
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another, so that a refusal of one stops the rest
        set(at, await createOne(group))
      } catch (error) {
        const { code, message } = describeError(error)
        set(at, { kind: code === 'upstream_unknown' ? 'unknown' : 'failed', reason: message })
        stopped = stopsAll.has(code ?? '')
      }
    }
    setRunning(false)
    await cache.settle()
  }

  return {
    states,
    isRunning,
    run: (groups: readonly PortableGroup[], only?: ReadonlySet<number>) => void run(groups, only),
    stop: () => {
      isStopped.current = true
    },
    reset: () => setStates([]),
  }
}
