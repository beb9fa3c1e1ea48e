'use client'

import { Archive, ArchiveRestore, Mail, MailOpen } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { classNames } from '@/lib/browser/class-names'
import { noticePath } from '@/lib/inbox/model'
import type { Notice } from '@/lib/inbox/schema'
import { NoticeIcon } from './notice-icon'

/** The whole row is the link, except its buttons. */
const linkClass =
  'text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/** One notice: what happened, what was written, and buttons that need no hover. */
export function NoticeRow({
  notice,
  onOpen,
  onRead,
  onArchive,
}: {
  notice: Notice
  onOpen: () => void
  onRead: () => void
  onArchive: () => void
}) {
  const t = useTranslations('inbox')
  const { noticeId, kind, text, detail, at, isRead, isArchived } = notice
  const path = noticePath(notice)
  return (
    <li
      data-notice={noticeId}
      className={classNames(
        'relative flex gap-3 px-4 py-3 text-sm focus-within:bg-raised hover:bg-raised',
        !isRead && 'bg-accent-soft/40',
      )}
    >
      <NoticeIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <p className={classNames('wrap-anywhere', !isRead && 'font-medium')}>
          {path === null ? (
            <button type="button" onClick={onOpen} className={linkClass}>
              {text}
            </button>
          ) : (
            // The cast is safe because targets are pages. Any other address leads to the page that says "not found".
            <Link href={path as Route} prefetch={false} onClick={onOpen} className={linkClass}>
              {text}
            </Link>
          )}
          {!isRead && <span className="sr-only"> ({t('isUnread')})</span>}
        </p>
        {detail !== null && <p className="mt-0.5 line-clamp-2 text-ink-muted wrap-anywhere">{detail}</p>}
        <p className="mt-0.5 text-xs text-ink-muted">
          <Time value={at} format="smart" />
        </p>
      </div>
      <div className="relative z-1 flex shrink-0 items-start gap-1">
        {!isRead && <span aria-hidden className="mt-3 me-1 size-2 shrink-0 rounded-full bg-accent" />}
        <IconButton
          label={t(isRead ? 'actions.unread' : 'actions.read')}
          icon={isRead ? Mail : MailOpen}
          keys="u"
          onClick={onRead}
        />
        <IconButton
          label={t(isArchived ? 'actions.restore' : 'actions.archive')}
          icon={isArchived ? ArchiveRestore : Archive}
          keys="e"
          onClick={onArchive}
        />
      </div>
    </li>
  )
}
