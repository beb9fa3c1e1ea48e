'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { leaveFor } from '@/lib/browser/leave-guard'
import { inboxPath } from '@/lib/browser/routes'
import { readSystemNotices, showSystemNotice } from '@/lib/browser/preferences/system-notices'
import { noticePath } from '@/lib/inbox/model'
import { inboxCalls } from '@/lib/inbox/queries'

/** More notices than this are shown as one. */
const shownMax = 3

/**
 * Shows new notices outside of the window, if the person turned that on in this browser and looks at something else.
 * @param unread undefined until it is known; what was unread before is not new
 */
export function useSystemNotices(unread: number | undefined, isQuiet: boolean): void {
  const t = useTranslations('shell.inbox')
  const router = useRouter()
  const known = useRef<number>(undefined)
  const show = useEffectEvent(async (count: number) => {
    const open = (path: string | null) => leaveFor(() => router.push((path ?? inboxPath) as Route))
    const { notices } = await inboxCalls.readUnread()
    const fresh = notices.slice(0, count)
    if (count > shownMax) {
      const title = t('several', { count })
      return showSystemNotice({ tag: fresh[0]?.noticeId ?? '', title, body: null, onOpen: () => open(null) })
    }
    for (const notice of fresh)
      showSystemNotice({
        tag: notice.noticeId,
        title: notice.text,
        body: notice.detail,
        onOpen: () => open(noticePath(notice)),
      })
  })
  useEffect(() => {
    const before = known.current
    known.current = unread
    if (unread === undefined || before === undefined || unread <= before) return
    // People who look at the page see the bell. A notice that cannot be loaded now is still in the inbox.
    if (isQuiet || document.hasFocus() || readSystemNotices() !== 'on') return
    show(unread - before).catch(() => undefined)
  }, [unread, isQuiet])
}
