'use client'

import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/browser/button-class'
import { Tip } from '@/components/ui/tooltip'
import { useMounted } from '@/lib/browser/now'
import { useSystemNoticesChoice } from '@/lib/browser/preferences/system-notices'
import { inboxPath } from '@/lib/browser/routes'
import { inboxQueries } from '@/lib/inbox/queries'
import type { InboxCount } from '@/lib/inbox/schema'
import { useSystemNotices } from './use-system-notices'

const shownMax = 99
const refetchMs = 60_000

/** Undefined while it is unknown. */
function useInboxCount(): InboxCount | undefined {
  const isMounted = useMounted()
  const choice = useSystemNoticesChoice()
  const { data } = useQuery({
    ...inboxQueries.count(),
    refetchInterval: refetchMs,
    // A hidden tab has nobody to tell, except by a notification.
    refetchIntervalInBackground: choice === 'on',
    // A retry would wait until the tab is visible, and no poll is sent before it.
    retry: false,
  })
  return isMounted ? data : undefined
}

/** How many notices are unread; 0 while it is unknown. */
export const useUnread = (): number => useInboxCount()?.unread ?? 0

/** Link to the inbox, with the number of unread notices. */
export function Bell() {
  const t = useTranslations('shell.inbox')
  const count = useInboxCount()
  useSystemNotices(count?.unread, count?.isQuiet ?? false)
  const unread = count?.unread ?? 0
  const label = t('open', { count: unread })
  return (
    <Tip content={label}>
      <Link
        href={inboxPath}
        prefetch={false}
        aria-label={label}
        className={buttonClass('ghost', 'md', 'relative w-8 px-0!')}
      >
        <BellIcon aria-hidden size={16} strokeWidth={1.75} />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -end-0.5 -top-0.5 min-w-4 rounded-full border border-canvas bg-accent px-1 text-center text-[10px]/[14px] font-semibold text-accent-on tabular-nums"
          >
            {unread > shownMax ? `${shownMax}+` : unread}
          </span>
        )}
      </Link>
    </Tip>
  )
}
