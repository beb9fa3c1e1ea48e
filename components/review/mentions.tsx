'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, CheckCheck } from 'lucide-react'
import Link from 'next/link'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { classNames } from '@/lib/browser/class-names'
import { useCrumb } from '@/lib/browser/crumb'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import { commentCalls, commentQueries } from '@/lib/review/comments-queries'
import type { Mentioned } from '@/lib/review/comments-schema'
import { reviewQueries } from '@/lib/review/queries'
import { CommentText } from './comments/comment-text'
import { queuePath } from './session/queue-address'

/** Where people mentioned the person who looks, the newest first. */
export function Mentions() {
  useCrumb('Mentions')
  const isMounted = useMounted()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(commentQueries.mentions())
  const list = isMounted ? data : undefined
  const newest = list?.mentions[0]?.at
  const read = useMutation({
    mutationFn: (until: string) => commentCalls.readMentions(until),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: commentQueries.mentions().queryKey }),
        queryClient.invalidateQueries({ queryKey: reviewQueries.counts().queryKey }),
      ]),
  })
  const unread = list?.unread ?? 0
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Mentions"
        description={
          unread > 0
            ? `${formatCount(unread)} new. Comments that mention you appear here.`
            : 'Comments that mention you appear here.'
        }
        actions={
          unread > 0 &&
          newest !== undefined && (
            <Button icon={CheckCheck} busy={read.isPending} onClick={() => read.mutate(newest)}>
              Mark all as read
            </Button>
          )
        }
      />
      {(error ?? read.error) !== null && (
        <ErrorNotice
          error={error ?? read.error}
          title={error === null ? 'They were not marked as read' : 'The mentions could not be loaded'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {list === undefined ? (
        error === null && (
          <div aria-busy className="space-y-2">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        )
      ) : list.mentions.length === 0 ? (
        <EmptyState
          icon={AtSign}
          title="No mentions yet"
          className="rounded border border-line bg-surface"
          action={<ButtonLink href={queuePath}>Review inspections</ButtonLink>}
        >
          When somebody writes @ and your name in a comment, it appears here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded border border-line bg-surface">
          {list.mentions.map((mention) => (
            <MentionRow key={mention.commentId} mention={mention} onOpen={() => read.mutate(mention.at)} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** `onOpen`: it and what is older was seen. */
function MentionRow({ mention, onOpen }: { mention: Mentioned; onOpen: () => void }) {
  const { auditId, title, authorName, body, mentions, at, isNew } = mention
  return (
    <li className={classNames('flex gap-3 p-4 text-sm', isNew && 'bg-accent-soft/40')}>
      <PersonAvatar name={authorName} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{authorName}</span>
          <span className="text-ink-muted">on</span>
          <Link
            href={inspectionHref(auditId)}
            prefetch={false}
            onClick={() => isNew && onOpen()}
            className="font-medium text-accent-ink wrap-anywhere hover:underline"
          >
            {title ?? 'Untitled inspection'}
          </Link>
          <span className="text-xs text-ink-muted">
            <Time value={at} format="smart" />
          </span>
          {isNew && <Badge tone="accent">New</Badge>}
        </p>
        <CommentText body={body} mentions={mentions} />
      </div>
    </li>
  )
}
