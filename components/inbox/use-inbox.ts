'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { inboxCalls, inboxQueries } from '@/lib/inbox/queries'
import type { NoticeMarks, NoticeState } from '@/lib/inbox/schema'
import { marksMax } from '@/lib/inbox/values-model'

const opposites: Readonly<Record<NoticeState, NoticeState>> = {
  read: 'unread',
  unread: 'read',
  archived: 'listed',
  listed: 'archived',
}

/**
 * Marks notices. `mark` offers to undo exactly the notices that changed. `markQuietly` offers no undo, for marks that
 * follow from opening a notice.
 */
export function useMarkNotices() {
  const t = useTranslations('inbox')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (marks: NoticeMarks) => inboxCalls.mark(marks),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inboxQueries.all }),
  })
  const send = async (marks: NoticeMarks): Promise<readonly string[]> => {
    try {
      return (await mutateAsync(marks)).noticeIds
    } catch (error) {
      toast.show({ tone: 'bad', title: t('markFailed'), description: describeError(error).message })
      return []
    }
  }
  /** `wasRead`: ids that were read before they were archived stay read after an undo. */
  const undo = async (state: NoticeState, noticeIds: readonly string[], unreadIds: readonly string[]) => {
    // In batches, because there can be more unread notices than one request may name.
    for (let at = 0; at < noticeIds.length; at += marksMax)
      await send({ noticeIds: noticeIds.slice(at, at + marksMax), state: opposites[state] })
    if (state === 'archived' && unreadIds.length > 0) await send({ noticeIds: [...unreadIds], state: 'unread' })
  }
  const mark = async (marks: NoticeMarks, unreadIds: readonly string[] = []) => {
    const { state } = marks
    const noticeIds = await send(marks)
    if (noticeIds.length === 0) return
    toast.show({
      tone: 'good',
      title: t(`done.${state}`, { count: noticeIds.length }),
      action: { label: tCommon('undo'), onClick: () => void undo(state, noticeIds, unreadIds) },
    })
  }
  return { mark, markQuietly: (marks: NoticeMarks) => void send(marks), isPending }
}
