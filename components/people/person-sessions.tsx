'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import type { AccountSession } from '@/lib/account/schema'
import type { Person } from '@/lib/people/list-schema'
import { peopleCalls } from '@/lib/people/queries'
import { ActionDialog } from './action-dialog'

/** Where a person is signed in. A button ends each session. */
export function PersonSessions({ person, sessions }: { person: Person; sessions: readonly AccountSession[] }) {
  const t = useTranslations('people.sessions')
  const [asked, setAsked] = useState<AccountSession | null>(null)
  if (sessions.length === 0)
    return <p className="rounded border border-line bg-surface p-4 text-sm text-ink-muted">{t('none')}</p>
  return (
    <>
      <ul
        aria-label={t('of', { name: person.name })}
        className="divide-y divide-line rounded border border-line bg-surface text-sm"
      >
        {sessions.map((session) => (
          <li key={session.sessionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device}
                {session.isThis && <Badge tone="accent">{t('this')}</Badge>}
              </p>
              <p className="wrap-anywhere text-ink-muted">
                {session.address === '' ? t('unknownAddress') : session.address} ·{' '}
                {t(`${session.hasSecondFactor ? 'withFactor' : 'methods'}.${session.method}`)}
              </p>
            </div>
            <p className="text-ink-muted">
              {t.rich('used', { time: () => <Time value={session.lastSeenAt} format="smart" /> })}
            </p>
            <Button size="sm" aria-label={t('end.on', { device: session.device })} onClick={() => setAsked(session)}>
              {t('end.action')}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ActionDialog
          title={t('end.title')}
          button={t('end.action')}
          failed={t('end.failed')}
          run={async () => {
            await peopleCalls.endSession(person.userId, asked.sessionId)
            return t('end.done', { name: person.name })
          }}
          onClose={() => setAsked(null)}
        >
          <p className="wrap-anywhere">{t('end.text', { device: asked.device, name: person.name })}</p>
        </ActionDialog>
      )}
    </>
  )
}
