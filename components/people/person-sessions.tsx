'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import type { AccountSession } from '@/lib/account/schema'
import type { Person } from '@/lib/people/list-schema'
import { peopleCalls } from '@/lib/people/queries'
import { ActionDialog } from './action-dialog'

const methodWords: Readonly<Record<AccountSession['method'], string>> = {
  password: 'password',
  passkey: 'passkey',
  oidc: 'single sign-on',
}

/** Where somebody is signed in, with a button that ends each session. */
export function PersonSessions({ person, sessions }: { person: Person; sessions: readonly AccountSession[] }) {
  const [asked, setAsked] = useState<AccountSession | null>(null)
  if (sessions.length === 0)
    return <p className="rounded border border-line bg-surface p-4 text-sm text-ink-muted">Not signed in anywhere</p>
  return (
    <>
      <ul
        aria-label={`Sessions of ${person.name}`}
        className="divide-y divide-line rounded border border-line bg-surface text-sm"
      >
        {sessions.map((session) => (
          <li key={session.sessionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device}
                {session.isThis && <Badge tone="accent">This session</Badge>}
              </p>
              <p className="wrap-anywhere text-ink-muted">
                {session.address === '' ? 'Unknown address' : session.address} · {methodWords[session.method]}
                {session.hasSecondFactor && ' and second factor'}
              </p>
            </div>
            <p className="text-ink-muted">
              Used <Time value={session.lastSeenAt} format="smart" />
            </p>
            <Button size="sm" aria-label={`End session on ${session.device}`} onClick={() => setAsked(session)}>
              End session
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ActionDialog
          title="End this session?"
          button="End session"
          failed="The session was not ended"
          run={async () => {
            await peopleCalls.endSession(person.userId, asked.sessionId)
            return `Ended a session of ${person.name}`
          }}
          onClose={() => setAsked(null)}
        >
          <p className="wrap-anywhere">
            {asked.device} is signed out at once. {person.name} can sign in again.
          </p>
        </ActionDialog>
      )}
    </>
  )
}
