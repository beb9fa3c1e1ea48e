'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck, Inbox, Settings } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Segmented } from '@/components/ui/inputs/segmented'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { useMounted } from '@/lib/browser/now'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { inboxQueries } from '@/lib/inbox/queries'
import type { Notice } from '@/lib/inbox/schema'
import { inboxLists } from '@/lib/inbox/values-model'
import { NoticeRow } from './notice-row'
import { useMarkNotices } from './use-inbox'

/** Notices for this person, newest first. */
export function InboxPage() {
  const t = useTranslations('inbox')
  const isMounted = useMounted()
  const [list, setList] = useQueryState('show', parseAsStringLiteral(inboxLists).withDefault('inbox'))
  const query = useInfiniteQuery(inboxQueries.list(list))
  const { mark, markQuietly, isPending } = useMarkNotices()
  const pages = isMounted ? (query.data?.pages ?? []) : []
  const notices = pages.flatMap((page) => page.notices)
  const unread = pages[0]?.unread ?? 0
  const newest = notices[0]?.at

  const toggleRead = ({ noticeId, isRead }: Notice) =>
    void mark({ noticeIds: [noticeId], state: isRead ? 'unread' : 'read' })
  const toggleArchived = ({ noticeId, isArchived, isRead }: Notice) =>
    void mark({ noticeIds: [noticeId], state: isArchived ? 'listed' : 'archived' }, isRead ? [] : [noticeId])
  const rows = useRowKeys(notices, { toggleRead, toggleArchived })

  return (
    <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <ButtonLink variant="ghost" icon={Settings} href="/settings/account#notices">
              {t('actions.settings')}
            </ButtonLink>
            {unread > 0 && newest !== undefined && list !== 'archived' && (
              <Button icon={CheckCheck} busy={isPending} onClick={() => void mark({ until: newest, state: 'read' })}>
                {t('actions.readAll')}
              </Button>
            )}
          </>
        }
      />
      <Segmented
        label={t('lists.label')}
        value={list}
        options={inboxLists.map((value) => ({ value, label: t(`lists.${value}`) }))}
        onChange={(value) => void setList(value)}
      />
      <ListStates query={{ ...query, data: isMounted ? query.data : undefined }} title={t('failed')}>
        {notices.length === 0 && (
          <EmptyState
            icon={Inbox}
            title={t(`none.${list}`)}
            action={list !== 'inbox' && <Button onClick={() => void setList('inbox')}>{t('actions.showAll')}</Button>}
          >
            {list === 'inbox' && t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {notices.length > 0 && (
        <ul ref={rows} className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {notices.map((notice) => (
            <NoticeRow
              key={notice.noticeId}
              notice={notice}
              onOpen={() => {
                if (!notice.isRead) markQuietly({ noticeIds: [notice.noticeId], state: 'read' })
              }}
              onRead={() => toggleRead(notice)}
              onArchive={() => toggleArchived(notice)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && isMounted && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
          {t('actions.more')}
        </Button>
      )}
    </div>
  )
}

/** Keys of the rows: j and k move the focus, e archives, u marks as read or unread. Enter follows the focused link. */
function useRowKeys(
  notices: readonly Notice[],
  { toggleRead, toggleArchived }: Record<'toggleRead' | 'toggleArchived', (notice: Notice) => void>,
) {
  const t = useTranslations('inbox.shortcuts')
  const list = useRef<HTMLUListElement>(null)
  const rowsOf = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])]
  const findFocused = () => rowsOf().findIndex((row) => row.contains(document.activeElement))
  const focusAt = (at: number) => {
    const rows = rowsOf()
    rows[Math.max(0, Math.min(rows.length - 1, at))]?.querySelector<HTMLElement>('a, button')?.focus()
  }
  const act = (change: (notice: Notice) => void, leaves: boolean) => {
    const at = findFocused()
    const notice = notices[at]
    if (notice === undefined) return
    // The row leaves this list, and the focus goes to the one after it.
    if (leaves) focusAt(at + 1 < notices.length ? at + 1 : at - 1)
    change(notice)
  }
  const group = t('group')
  useShortcuts([
    {
      id: 'inbox.next',
      keys: ['j', 'arrowdown'],
      label: t('next'),
      group,
      repeats: true,
      run: () => focusAt(findFocused() + 1),
    },
    {
      id: 'inbox.previous',
      keys: ['k', 'arrowup'],
      label: t('previous'),
      group,
      repeats: true,
      run: () => focusAt(findFocused() - 1),
    },
    { id: 'inbox.archive', keys: ['e'], label: t('archive'), group, run: () => act(toggleArchived, true) },
    { id: 'inbox.unread', keys: ['u'], label: t('unread'), group, run: () => act(toggleRead, false) },
  ])
  return list
}
