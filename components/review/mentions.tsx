'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, CheckCheck } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { inspectionHref } from '@/lib/browser/routes'
import { commentCalls, commentQueries } from '@/lib/review/comments-queries'
import type { Mentioned } from '@/lib/review/comments-schema'
import { reviewQueries } from '@/lib/review/queries'
import { CommentText } from './comments/comment-text'
import { queuePath } from './session/queue-address'

/** Comments that mention this person, newest first. */
export function Mentions() {
  const t = useTranslations('review.mentions')
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
        title={t('title')}
        description={unread > 0 ? t('unread', { count: unread }) : t('text')}
        actions={
          unread > 0 &&
          newest !== undefined && (
            <Button icon={CheckCheck} busy={read.isPending} onClick={() => read.mutate(newest)}>
              {t('actions.readAll')}
            </Button>
          )
        }
      />
      {(error ?? read.error) !== null && (
        <ErrorNotice
          error={error ?? read.error}
          title={t(error === null ? 'readFailed' : 'failed')}
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
          title={t('none')}
          className="rounded border border-line bg-surface"
          action={<ButtonLink href={queuePath}>{t('actions.review')}</ButtonLink>}
        >
          {t('noneText')}
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

/** `onOpen`: marks this mention and all older ones as seen. */
function MentionRow({ mention, onOpen }: { mention: Mentioned; onOpen: () => void }) {
  const t = useTranslations('review.mentions')
  const names = useTranslations('reportNames')
  const { auditId, title, authorName, body, mentions, at, isNew } = mention
  return (
    <li className={classNames('flex gap-3 p-4 text-sm', isNew && 'bg-accent-soft/40')}>
      <PersonAvatar name={authorName} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {t.rich('mentioned', {
            name: authorName,
            who: (text) => <span className="font-medium wrap-anywhere">{text}</span>,
            muted: (text) => <span className="text-ink-muted">{text}</span>,
            inspection: () => (
              <Link
                href={inspectionHref(auditId)}
                prefetch={false}
                onClick={() => isNew && onOpen()}
                className="font-medium text-accent-ink wrap-anywhere hover:underline"
              >
                {title ?? names('untitled')}
              </Link>
            ),
          })}
          <span className="text-xs text-ink-muted">
            <Time value={at} format="smart" />
          </span>
          {isNew && <Badge tone="accent">{t('isNew')}</Badge>}
        </p>
        <CommentText body={body} mentions={mentions} />
      </div>
    </li>
  )
}
