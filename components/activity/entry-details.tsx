'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/dates/time'
import { isRechecked, isRecheckedKind, recheckedHours, nameObjectKind } from '@/lib/activity/model'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeEntry } from '@/lib/activity/view'
import { useNow } from '@/lib/browser/now'
import { ChangeLines } from './change-lines'
import { KeptStatuses } from './kept-statuses'
import { activityHref, changeOfEntryHref } from './links'
import { RawEntry } from './raw-entry'

/** Everything the log has about one entry. */
export function EntryDetails({ entry }: { entry: ActivityEntry }) {
  const t = useTranslations('activity.details')
  const lines = describeEntry(entry)
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t border-line bg-canvas px-4 py-3">
      {entry.outcomeNote !== null && <p className="text-sm wrap-anywhere">{entry.outcomeNote}</p>}
      {entry.outcome === 'unknown' && <Unknown entry={entry} />}
      {entry.outcome === 'pending' && <p className="text-sm text-ink-muted">{t('pending')}</p>}
      {lines !== null && lines.length > 0 && <ChangeLines lines={lines} />}
      <KeptStatuses entry={entry} />
      <Facts entry={entry} />
      <RawEntry entry={entry} />
      {entry.isWithheld && <p className="text-sm text-ink-muted">{t('withheld')}</p>}
    </div>
  )
}

/** What Sightline does to find a missing outcome. */
function Unknown({ entry }: { entry: ActivityEntry }) {
  const t = useTranslations('activity.details')
  const now = useNow(60_000)
  return (
    <p className="text-sm text-ink-muted">
      {isRechecked(entry, now)
        ? t('checked', { hours: String(recheckedHours) })
        : t(isRecheckedKind(entry.objectKind) ? 'noLongerChecked' : 'notChecked')}
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
  const all = useTranslations('activity')
  const t = useTranslations('activity.details')
  const start = () => <Time value={entry.at} format="seconds" />
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact label={t('when')}>
        {finishedAt !== null && Date.parse(finishedAt) - Date.parse(entry.at) >= 1_000
          ? t.rich('completed', { start, end: () => <Time value={finishedAt} format="seconds" /> })
          : start()}
      </Fact>
      {(actorId !== null || actorEmail !== '') && (
        <Fact label={t('who')}>
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
        <Fact label={nameObjectKind(all, objectKind)}>
          <Link
            href={activityHref({ kind: objectKind, object: objectId })}
            className="text-accent-ink underline underline-offset-2"
          >
            {t('fullHistory')}
          </Link>{' '}
          <code className="font-mono text-xs text-ink-muted">{objectId}</code>
        </Fact>
      )}
      {relatedCount > 0 && (
        <Fact label={t('alsoAbout')}>
          {relatedTo.map(({ objectKind: kind, objectId: id }) => (
            <span key={`${kind}/${id}`} className="block">
              <Link href={activityHref({ kind, object: id })} className="text-accent-ink underline underline-offset-2">
                {nameObjectKind(all, kind)}
              </Link>{' '}
              <code className="font-mono text-xs text-ink-muted">{id}</code>
            </span>
          ))}
          {relatedCount > relatedTo.length &&
            t(relatedTo.length > 0 ? 'more' : 'others', { count: relatedCount - relatedTo.length })}
        </Fact>
      )}
      {changeId !== null && (
        <Fact label={t('partOf')}>
          <Link href={changeOfEntryHref(changeId)} className="text-accent-ink underline underline-offset-2">
            {t('bulkChange')}
          </Link>
        </Fact>
      )}
      {address !== null && (
        <Fact label={t('from')}>
          <code className="font-mono text-xs">{address}</code>
        </Fact>
      )}
      {requestId !== null && (
        <Fact label={t('request')}>
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
