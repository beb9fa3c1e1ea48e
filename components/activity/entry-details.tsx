'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import { isLookedUp, kindWords, lookedAtHours } from '@/lib/activity/model'
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
      {entry.outcome === 'pending' && (
        <p className="text-sm text-ink-muted">It is under way: how it ended stands here as soon as it is known.</p>
      )}
      {lines !== null && lines.length > 0 && <ChangeLines lines={lines} />}
      <KeptStatuses entry={entry} />
      <Facts entry={entry} />
      <RawEntry entry={entry} />
    </div>
  )
}

/** What the console does about an entry without an outcome. */
function Unknown({ entry }: { entry: ActivityEntry }) {
  const now = useNow(60_000)
  return (
    <p className="text-sm text-ink-muted">
      {isLookedUp(entry, now)
        ? `It was sent, and its answer was lost. The console looks at the service until it knows, for ${lookedAtHours} hours; nothing is sent again by itself.`
        : 'It was sent, and its answer was lost. The console does not look for it any more: look at the object before you do it again. Nothing is sent again by itself.'}
    </p>
  )
}

function Facts({ entry }: { entry: ActivityEntry }) {
  const { objectKind, objectId, actorEmail, actorName, changeId, requestId, address, relatedCount, finishedAt } = entry
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact label="When">
        <Time value={entry.at} format="seconds" />
        {finishedAt !== null && Date.parse(finishedAt) - Date.parse(entry.at) >= 1_000 && (
          <>
            , known since <Time value={finishedAt} format="seconds" />
          </>
        )}
      </Fact>
      {actorEmail !== '' && (
        <Fact label="Who">
          {actorName === actorEmail ? '' : `${actorName}, `}
          <Link href={activityHref({ person: actorEmail })} className="text-accent-ink hover:underline">
            {actorEmail}
          </Link>
        </Fact>
      )}
      {objectId !== null && (
        <Fact label={kindWords[objectKind] ?? objectKind}>
          <Link href={activityHref({ kind: objectKind, object: objectId })} className="text-accent-ink hover:underline">
            All that was done to it
          </Link>{' '}
          <code className="font-mono text-xs text-ink-muted">{objectId}</code>
        </Fact>
      )}
      {relatedCount > 0 && (
        <Fact label="Also about">
          {formatCount(relatedCount)} {relatedCount === 1 ? 'other thing' : 'things'}; each has it in its own history
        </Fact>
      )}
      {changeId !== null && (
        <Fact label="Part of">
          <Link href={changeOfEntryHref(changeId)} className="text-accent-ink hover:underline">
            a change of many
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
