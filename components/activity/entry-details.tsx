'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import { isLookedUp, isLookedUpKind, kindWords, lookedAtHours } from '@/lib/activity/model'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeEntry } from '@/lib/activity/view'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { ChangeLines } from './change-lines'
import { KeptStatuses } from './kept-statuses'
import { activityHref, changeOfEntryHref } from './links'
import { RawEntry } from './raw-entry'

/** All that the log knows of one entry. */
export function EntryDetails({ entry }: { entry: ActivityEntry }) {
  const lines = describeEntry(entry)
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t border-line bg-canvas px-4 py-3">
      {entry.outcomeNote !== null && <p className="text-sm wrap-anywhere">{entry.outcomeNote}</p>}
      {entry.outcome === 'unknown' && <Unknown entry={entry} />}
      {entry.outcome === 'pending' && <p className="text-sm text-ink-muted">In progress. The result appears here.</p>}
      {lines !== null && lines.length > 0 && <ChangeLines lines={lines} />}
      <KeptStatuses entry={entry} />
      <Facts entry={entry} />
      <RawEntry entry={entry} />
      {entry.isWithheld && (
        <p className="text-sm text-ink-muted">Your role does not show the details of this change.</p>
      )}
    </div>
  )
}

/** What the console does about an entry without an outcome. */
function Unknown({ entry }: { entry: ActivityEntry }) {
  const now = useNow(60_000)
  const over = isLookedUpKind(entry.objectKind) ? 'Sightline no longer checks for it' : 'Sightline cannot check it'
  return (
    <p className="text-sm text-ink-muted">
      {isLookedUp(entry, now)
        ? `The request was sent, but the response was lost. Sightline checks with SafetyCulture for ${lookedAtHours} hours until the result is known. Nothing is resent automatically.`
        : `The request was sent, but the response was lost. ${over}: look at the object before you repeat it. Nothing is resent automatically.`}
    </p>
  )
}

function Facts({ entry }: { entry: ActivityEntry }) {
  const {
    objectKind,
    objectId,
    actorId,
    actorEmail,
    actorName,
    changeId,
    requestId,
    address,
    relatedCount,
    finishedAt,
  } = entry
  const { relatedTo = [] } = entry
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact label="When">
        <Time value={entry.at} format="seconds" />
        {finishedAt !== null && Date.parse(finishedAt) - Date.parse(entry.at) >= 1_000 && (
          <>
            , completed <Time value={finishedAt} format="seconds" />
          </>
        )}
      </Fact>
      {(actorId !== null || actorEmail !== '') && (
        <Fact label="Who">
          <Link
            href={activityHref({ person: actorId ?? actorEmail })}
            className="text-accent-ink underline underline-offset-2"
          >
            {actorName}
          </Link>
          {actorEmail !== '' && actorEmail !== actorName && ` ${actorEmail}`}
        </Fact>
      )}
      {objectId !== null && (
        <Fact label={kindWords[objectKind] ?? objectKind}>
          <Link
            href={activityHref({ kind: objectKind, object: objectId })}
            className="text-accent-ink underline underline-offset-2"
          >
            View full history
          </Link>{' '}
          <code className="font-mono text-xs text-ink-muted">{objectId}</code>
        </Fact>
      )}
      {relatedCount > 0 && (
        <Fact label="Also about">
          {relatedTo.map(({ objectKind: kind, objectId: id }) => (
            <span key={`${kind}/${id}`} className="block">
              <Link href={activityHref({ kind, object: id })} className="text-accent-ink underline underline-offset-2">
                {kindWords[kind] ?? kind}
              </Link>{' '}
              <code className="font-mono text-xs text-ink-muted">{id}</code>
            </span>
          ))}
          {relatedCount > relatedTo.length && countMore(relatedCount - relatedTo.length, relatedTo.length > 0)}
        </Fact>
      )}
      {changeId !== null && (
        <Fact label="Part of">
          <Link href={changeOfEntryHref(changeId)} className="text-accent-ink underline underline-offset-2">
            a bulk change
          </Link>
        </Fact>
      )}
      {address !== null && (
        <Fact label="From">
          <code className="font-mono text-xs">{address}</code>
        </Fact>
      )}
      {requestId !== null && (
        <Fact label="Request">
          <code className="font-mono text-xs">{requestId}</code>
        </Fact>
      )}
    </dl>
  )
}

function countMore(count: number, isMore: boolean): string {
  const things = isMore
    ? `and ${formatCount(count)} more`
    : `${formatCount(count)} other ${count === 1 ? 'thing' : 'things'}`
  return `${things}; each one lists it in its own history`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
