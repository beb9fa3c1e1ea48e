'use client'

import { useQuery } from '@tanstack/react-query'
import { MailOpen, RotateCw } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListStates } from '@/components/ui/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import type { Mailbox } from '@/lib/people/list-schema'
import { peopleQueries } from '@/lib/people/queries'
import { BackToPeople } from './back-to-people'

/** The demo's mailbox: mail that the console sent, which went nowhere else. */
export function MailboxPage() {
  const query = useQuery(peopleQueries.mailbox())
  const mails = query.data?.mails ?? []
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <BackToPeople />
      <PageHeader
        title="Demo mailbox"
        description="The demo sends no mail to anybody. What it would send is here, until it stops: the last 50 mails."
        actions={
          <Button icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        }
      />
      <ListStates query={query} title="The mailbox could not be loaded">
        {mails.length === 0 && (
          <EmptyState icon={MailOpen} title="No mail yet">
            Invite somebody in People, and the invitation appears here.
          </EmptyState>
        )}
      </ListStates>
      {mails.length > 0 && (
        <ul aria-label="Mail" className="flex flex-col gap-3">
          {mails.map((mail) => (
            <MailCard key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  )
}

function MailCard({ mail: { at, from, to, subject, text } }: { mail: Mailbox['mails'][number] }) {
  return (
    <li>
      <article aria-label={`${subject}, to ${to}`} className="rounded border border-line bg-surface text-sm">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="font-medium wrap-anywhere">{subject}</h2>
            <p className="wrap-anywhere text-ink-muted">To {to}</p>
            <p className="text-xs wrap-anywhere text-ink-muted">From {from}</p>
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

/** Text with the addresses of this console as links. Others stay text: anybody on this machine can send a mail here. */
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
