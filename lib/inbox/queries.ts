import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { InboxList, NoticeChoice, NoticeMarks, QuietHours } from './schema'

const schema = lateSchemas(() => import('./schema'))

/** Query options of the inbox. Keys start with 'inbox', so that one invalidation reaches all. */
export const inboxQueries = {
  all: queryKeys.inbox,

  list: (list: InboxList) =>
    cursorPages(['inbox', 'list', list], '/api/inbox', schema('inboxPage'), { asked: { list } }),

  count: () =>
    queryOptions({
      queryKey: ['inbox', 'count'] as const,
      queryFn: ({ signal }) => api.get('/api/inbox/count', undefined, schema('inboxCount'), signal),
    }),

  choices: () =>
    queryOptions({
      queryKey: ['inbox', 'choices'] as const,
      queryFn: ({ signal }) => api.get('/api/inbox/choices', undefined, schema('noticeChoices'), signal),
    }),
}

/** Actions on the inbox. Each resolves with the stored state, and fails as `api` does. */
export const inboxCalls = {
  /** The newest unread notices. */
  readUnread: () => api.get('/api/inbox', { list: 'unread' }, schema('inboxPage')),
  mark: (marks: NoticeMarks) => api.post('/api/inbox/marks', marks, schema('noticesMarked')),
  setQuiet: (quiet: QuietHours | null) => api.put('/api/inbox/quiet', { quiet }, schema('noticeChoices')),
  choose: (choice: NoticeChoice) => api.put('/api/inbox/choices', choice, schema('noticeChoices')),
}
