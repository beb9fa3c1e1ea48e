import { useTranslations } from 'next-intl'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { activityQueries } from '@/lib/activity/queries'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange } from '@/lib/asset-changes/schema'
import { assetQueries } from '@/lib/assets/queries'
import { announce } from '@/lib/browser/announce'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { useDescribeChange } from './texts'

/** Shows the progress of a running change in the title of the tab. */
export function useChangeTitle(change: AssetChange | undefined): void {
  const t = useTranslations('assetChanges.progress')
  const isOpen = change !== undefined && change.open > 0
  const text = isOpen ? t('tab', { done: change.total - change.open, total: change.total }) : null
  const own = useRef('')
  useEffect(() => {
    if (!isOpen) return undefined
    own.current = document.title
    return () => {
      // Another page may have set its own title since.
      if (document.title.endsWith(` · ${own.current}`)) document.title = own.current
    }
  }, [isOpen])
  useEffect(() => {
    if (text !== null) document.title = `${text} · ${own.current}`
  }, [text])
}

/**
 * Announces each quarter and the end of a change. At the end everything that it changed is refreshed, and once more
 * when an unknown result becomes known. `onEnded` is called at the same times, also for a change that had ended before
 * it was shown.
 */
export function useChangeEnd(change: AssetChange | undefined, onEnded: (() => void) | undefined): void {
  const describe = useDescribeChange()
  const queryClient = useQueryClient()
  const changeId = change?.changeId
  const isOpen = change === undefined ? null : change.open > 0
  const quarter =
    change === undefined || change.total === 0 ? 0 : Math.floor(((change.total - change.open) / change.total) * 4)
  const unknown = change?.unknown ?? 0
  const seenOpen = useRef<string | null>(null)

  const notify = useEffectEvent((_quarter: number) => {
    if (change !== undefined) announce(`${change.title}: ${describe(change)}`)
  })
  const end = useEffectEvent((ended: string, _unknown: number) => {
    if (change === undefined) return
    const isNews = seenOpen.current === ended
    seenOpen.current = null
    if (isNews) announce(`${change.title}: ${describe(change)}`)
    for (const queryKey of [
      assetQueries.all,
      activityQueries.all,
      assetChangeQueries.list().queryKey,
      // The group that is open in an editor is not refreshed, because its base must not change during the edit.
      statusGroupQueries.board().queryKey,
    ])
      void queryClient.invalidateQueries({ queryKey })
    onEnded?.()
  })

  useEffect(() => {
    if (isOpen === true && changeId !== undefined) {
      seenOpen.current = changeId
      notify(quarter)
    }
  }, [changeId, isOpen, quarter])
  useEffect(() => {
    if (isOpen === false && changeId !== undefined) end(changeId, unknown)
  }, [changeId, isOpen, unknown])
}
