'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/sign-in/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { useMounted } from '@/lib/browser/now'
import { findMentioned } from '@/lib/review/comments-model'
import { commentCalls, commentQueries } from '@/lib/review/comments-queries'
import type { ReviewComment } from '@/lib/review/comments-schema'
import { commentCharsMax } from '@/lib/review/values-model'
import { CommentField } from './comment-field'
import { CommentText } from './comment-text'
import { type CommentDraft, emptyDraft, keepDraft, readDraft } from './drafts'

/** A draft in the form it is sent: its text, and the people it still mentions. */
const toSaid = ({ text, mentioned }: CommentDraft) => ({
  body: text.trim(),
  mentions: findMentioned(text, mentioned).map(({ userId }) => userId),
})
const isSendable = ({ text }: CommentDraft) => text.trim() !== '' && text.length <= commentCharsMax

/** The comments about an inspection, and a field to add one. */
export function Comments({ auditId }: { auditId: string }) {
  const t = useTranslations('review.comments')
  const format = useFormatter()
  const headingId = useId()
  const mayComment = useMay('reviews:write')
  const isMounted = useMounted()
  const { data, error, refetch, isFetching } = useQuery(commentQueries.of(auditId))
  const comments = isMounted ? data?.comments : undefined
  return (
    <section
      aria-labelledby={headingId}
      className="space-y-3 rounded-md border border-line bg-surface px-4 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={headingId} className="flex items-center gap-2 font-semibold">
          <MessageSquare aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />
          {t('title')}
          {comments !== undefined && comments.length > 0 && (
            <span className="font-normal text-ink-muted tabular-nums">{format.number(comments.length)}</span>
          )}
        </h2>
        {comments?.length === 0 && <p className="text-ink-muted">{t('none')}</p>}
      </div>
      {isMounted && error !== null && data === undefined && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {comments === undefined && error === null && <Skeleton className="h-8 w-full" />}
      {comments !== undefined && comments.length > 0 && (
        <ol aria-label={t('title')} className="space-y-3">
          {comments.map((comment) => (
            <Comment key={comment.commentId} auditId={auditId} comment={comment} />
          ))}
        </ol>
      )}
      {mayComment && isMounted && <NewComment key={auditId} auditId={auditId} />}
    </section>
  )
}

function NewComment({ auditId }: { auditId: string }) {
  const t = useTranslations('review.comments')
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => readDraft(auditId))
  const change = (next: CommentDraft) => {
    setDraft(next)
    keepDraft(auditId, next)
  }
  const send = useMutation({
    mutationFn: (said: CommentDraft) => commentCalls.add(auditId, toSaid(said)),
    onSuccess: async () => {
      change(emptyDraft)
      announce(t('added'))
      await queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey })
    },
  })
  const onSend = () => {
    if (isSendable(draft) && !send.isPending) send.mutate(draft)
  }
  return (
    <div className="space-y-2">
      <CommentField label={t('add')} draft={draft} onChange={change} onSend={onSend} />
      {send.error !== null && <ErrorNotice error={send.error} title={t('addFailed')} kept={t('kept')} />}
      {draft.text !== '' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" variant="primary" busy={send.isPending} disabled={!isSendable(draft)} onClick={onSend}>
            {t('actions.add')}
          </Button>
          <p className="text-xs text-ink-muted max-sm:sr-only">
            {t.rich('sends', { keys: () => <Kbd keys="mod+enter" /> })}
          </p>
        </div>
      )}
    </div>
  )
}

function Comment({ auditId, comment }: { auditId: string; comment: ReviewComment }) {
  const t = useTranslations('review.comments')
  const [isEditing, setEditing] = useState(false)
  const { authorName, createdAt, editedAt, body, mentions } = comment
  return (
    <li className="flex gap-2.5">
      <PersonAvatar name={authorName} />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{authorName}</span>
          <span className="text-xs text-ink-muted">
            {editedAt === null ? (
              <Time value={createdAt} format="smart" />
            ) : (
              t.rich('edited', { time: () => <Time value={createdAt} format="smart" /> })
            )}
          </span>
          {!isEditing && <CommentActions auditId={auditId} comment={comment} onEdit={() => setEditing(true)} />}
        </div>
        {isEditing ? (
          <EditComment auditId={auditId} comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <CommentText body={body} mentions={mentions} />
        )}
      </div>
    </li>
  )
}

function CommentActions({
  auditId,
  comment,
  onEdit,
}: {
  auditId: string
  comment: ReviewComment
  onEdit: () => void
}): ReactNode {
  const t = useTranslations('review.comments')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: () => commentCalls.remove(comment.commentId),
    onSuccess: () => announce(t('deleted')),
    onError: (error) =>
      toast.show({ tone: 'bad', title: t('deleteFailed'), description: describeError(error).message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey }),
  })
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <span className="flex items-center gap-1">
        <span className="text-xs text-ink-muted">{t('deleteQuestion')}</span>
        <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('actions.delete')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
          {common('cancel')}
        </Button>
      </span>
    )
  return (
    <span className="flex items-center">
      {comment.isMine && <IconButton size="sm" icon={Pencil} label={t('edit')} onClick={onEdit} />}
      {comment.mayDelete && <IconButton size="sm" icon={Trash2} label={t('delete')} onClick={() => setAsking(true)} />}
    </span>
  )
}

function EditComment({ auditId, comment, onClose }: { auditId: string; comment: ReviewComment; onClose: () => void }) {
  const t = useTranslations('review.comments')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<CommentDraft>({ text: comment.body, mentioned: comment.mentions })
  const save = useMutation({
    mutationFn: () => commentCalls.edit(comment.commentId, toSaid(draft)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey })
      announce(t('saved'))
      onClose()
    },
  })
  const onSend = () => {
    if (isSendable(draft) && !save.isPending) save.mutate()
  }
  return (
    <div className="space-y-2">
      <CommentField
        label={t('editYours')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opened it with a button
        autoFocus
        draft={draft}
        onChange={setDraft}
        onSend={onSend}
        onEscape={onClose}
      />
      {save.error !== null && <ErrorNotice error={save.error} title={t('saveFailed')} kept={t('kept')} />}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={save.isPending} disabled={!isSendable(draft)} onClick={onSend}>
          {t('actions.save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {common('cancel')}
        </Button>
      </div>
    </div>
  )
}
