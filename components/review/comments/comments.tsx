'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/actor'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { useMounted } from '@/lib/browser/now'
import { findMentioned } from '@/lib/review/comments-model'
import { commentCalls, commentQueries } from '@/lib/review/comments-queries'
import { commentCharsMax, type ReviewComment } from '@/lib/review/comments-schema'
import { CommentField } from './comment-field'
import { CommentText } from './comment-text'
import { type CommentDraft, emptyDraft, keepDraft, readDraft } from './drafts'

/** What is sent of a draft: its text, and whom it still mentions. */
const toSaid = ({ text, mentioned }: CommentDraft) => ({
  body: text.trim(),
  mentions: findMentioned(text, mentioned).map(({ userId }) => userId),
})
const isSendable = ({ text }: CommentDraft) => text.trim() !== '' && text.length <= commentCharsMax

/** What people say to each other about an inspection, and a field to say something. */
export function Comments({ auditId }: { auditId: string }) {
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
      <h2 id={headingId} className="flex items-center gap-2 font-semibold">
        <MessageSquare aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />
        Comments
        {comments !== undefined && comments.length > 0 && (
          <span className="font-normal text-ink-muted tabular-nums">{comments.length}</span>
        )}
      </h2>
      {isMounted && error !== null && data === undefined && (
        <ErrorNotice
          error={error}
          title="The comments could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {comments === undefined ? (
        error === null && <Skeleton className="h-8 w-full" />
      ) : comments.length === 0 ? (
        <p className="text-ink-muted">No comments yet. Comments are stored in Sightline only.</p>
      ) : (
        <ol aria-label="Comments" className="space-y-3">
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
      announce('Comment added')
      await queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey })
    },
  })
  const onSend = () => {
    if (isSendable(draft) && !send.isPending) send.mutate(draft)
  }
  return (
    <div className="space-y-2">
      <CommentField label="Add a comment" draft={draft} onChange={change} onSend={onSend} />
      {send.error !== null && (
        <ErrorNotice error={send.error} title="The comment was not added" kept="Your text is still here." />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="primary" busy={send.isPending} disabled={!isSendable(draft)} onClick={onSend}>
          Comment
        </Button>
        <p className="text-xs text-ink-muted max-sm:sr-only">
          <Kbd keys="mod+enter" /> sends
        </p>
      </div>
    </div>
  )
}

function Comment({ auditId, comment }: { auditId: string; comment: ReviewComment }) {
  const [isEditing, setEditing] = useState(false)
  const { authorName, createdAt, editedAt, body, mentions } = comment
  return (
    <li className="flex gap-2.5">
      <PersonAvatar name={authorName} />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{authorName}</span>
          <span className="text-xs text-ink-muted">
            <Time value={createdAt} format="smart" />
            {editedAt !== null && ', edited'}
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
  const queryClient = useQueryClient()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: () => commentCalls.remove(comment.commentId),
    onSuccess: () => announce('Comment deleted'),
    onError: (error) =>
      toast.show({ tone: 'bad', title: 'The comment was not deleted', description: describeError(error).message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey }),
  })
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <span className="flex items-center gap-1">
        <span className="text-xs text-ink-muted">Delete this comment?</span>
        <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </span>
    )
  return (
    <span className="flex items-center">
      {comment.isMine && <IconButton size="sm" icon={Pencil} label="Edit comment" onClick={onEdit} />}
      {comment.mayDelete && (
        <IconButton size="sm" icon={Trash2} label="Delete comment" onClick={() => setAsking(true)} />
      )}
    </span>
  )
}

function EditComment({ auditId, comment, onClose }: { auditId: string; comment: ReviewComment; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<CommentDraft>({ text: comment.body, mentioned: comment.mentions })
  const save = useMutation({
    mutationFn: () => commentCalls.edit(comment.commentId, toSaid(draft)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: commentQueries.of(auditId).queryKey })
      announce('Comment saved')
      onClose()
    },
  })
  const onSend = () => {
    if (isSendable(draft) && !save.isPending) save.mutate()
  }
  return (
    <div className="space-y-2">
      <CommentField
        label="Edit your comment"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by the button that asks for it
        autoFocus
        draft={draft}
        onChange={setDraft}
        onSend={onSend}
        onEscape={onClose}
      />
      {save.error !== null && (
        <ErrorNotice error={save.error} title="The comment was not saved" kept="Your text is still here." />
      )}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" busy={save.isPending} disabled={!isSendable(draft)} onClick={onSend}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
