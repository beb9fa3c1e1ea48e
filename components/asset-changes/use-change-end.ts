import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange } from '@/lib/asset-changes/schema'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { describeChange } from './words'

/** While a change goes on, the tab says how far it is. */
export function useChangeTitle(change: AssetChange | undefined): void {
  const isOpen = change !== undefined && change.open > 0
  const text = isOpen ? `${formatCount(change.total - change.open)} of ${formatCount(change.total)}` : null
  const own = useRef('')
  useEffect(() => {
    if (!isOpen) return undefined
    own.current = document.title
    return () => {
      // A page that was gone to meanwhile has a title of its own.
      if (document.title.endsWith(` · ${own.current}`)) document.title = own.current
    }
  }, [isOpen])
  useEffect(() => {
    if (text !== null) document.title = `${text} · ${own.current}`
  }, [text])
}

/**
 * Says aloud how far a change is, by quarters, and its end; then everything that it changed is read again, and once more
 * when what was not known gets known. `onEnded` is called as often; also for one that had ended before it was looked at.
 */
export function useChangeEnd(change: AssetChange | undefined, onEnded: (() => void) | undefined): void {
  const queryClient = useQueryClient()
  const changeId = change?.changeId
  const isOpen = change === undefined ? null : change.open > 0
  const quarter =
    change === undefined || change.total === 0 ? 0 : Math.floor(((change.total - change.open) / change.total) * 4)
  const unknown = change?.unknown ?? 0
  const seenOpen = useRef<string | null>(null)

  const tell = useEffectEvent((_quarter: number) => {
    if (change !== undefined) announce(`${change.title}: ${describeChange(change)}`)
  })
  const end = useEffectEvent((ended: string, _unknown: number) => {
    if (change === undefined) return
    const isNews = seenOpen.current === ended
    seenOpen.current = null
    if (isNews) announce(`${change.title}: ${describeChange(change)}`)
    for (const queryKey of [
      assetQueries.all,
      activityQueries.all,
      assetChangeQueries.list().queryKey,
      // Not the group that an editor stands on: its base must not change under the hand.
      statusGroupQueries.board().queryKey,
    ])
      void queryClient.invalidateQueries({ queryKey })
    onEnded?.()
  })

  useEffect(() => {
    if (isOpen === true && changeId !== undefined) {
      seenOpen.current = changeId
      tell(quarter)
    }
  }, [changeId, isOpen, quarter])
  useEffect(() => {
    if (isOpen === false && changeId !== undefined) end(changeId, unknown)
  }, [changeId, isOpen, unknown])
}
