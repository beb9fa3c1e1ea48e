'use client'

import { useQuery } from '@tanstack/react-query'
import { MailOpen, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/dates/time'
import type { Mailbox } from '@/lib/people/list-schema'
import { peopleQueries } from '@/lib/people/queries'
import { BackToPeople } from './back-to-people'

/** The mailbox of the demo: email that Sightline would have sent. */
export function MailboxPage() {
  const t = useTranslations('people.mailbox')
  const tCommon = useTranslations('common')
  const query = useQuery(peopleQueries.mailbox())
  const mails = query.data?.mails ?? []
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <BackToPeople />
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
            {tCommon('refresh')}
          </Button>
        }
      />
      <ListStates query={query} title={t('loadFailed')}>
        {mails.length === 0 && (
          <EmptyState icon={MailOpen} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        )}
      </ListStates>
      {mails.length > 0 && (
        <ul aria-label={t('list')} className="flex flex-col gap-3">
          {mails.map((mail) => (
            <MailCard key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  )
}

function MailCard({ mail: { at, from, to, subject, text } }: { mail: Mailbox['mails'][number] }) {
  const t = useTranslations('people.mailbox')
  return (
    <li>
      <article aria-label={t('message', { subject, to })} className="rounded border border-line bg-surface text-sm">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="font-medium wrap-anywhere">{subject}</h2>
            <p className="wrap-anywhere text-ink-muted">{t('to', { address: to })}</p>
            <p className="text-xs wrap-anywhere text-ink-muted">{t('from', { address: from })}</p>
          </div>
          <span className="text-ink-muted">
            <Time value={at} format="smart" />
          </span>
        </header>
        <div className="px-4 py-3 wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={text.trim()} />
        </div>
      </article>
    </li>
  )
}

/** Text with links to Sightline. Other addresses stay text, because any program on this machine can send a message here. */
function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s]+)/)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text that never changes
    <Fragment key={index}>
      {isOwn(part) ? (
        <a href={part} className="text-accent-ink underline underline-offset-2">
          {part}
        </a>
      ) : (
        part
      )}
    </Fragment>
  ))
}

function isOwn(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === globalThis.location?.origin
}
