import 'server-only'
import { noticeChanges } from '@/lib/asset-changes/notices-mutations'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { noticeExports } from '@/lib/exports/notices-mutations'
import { createEmailWorker } from '@/lib/inbox/email-worker'
import { removeOldNotices } from '@/lib/inbox/store'
import { log } from '@/lib/log'
import { mailer } from '@/lib/mail/instance'
import { processWide } from '@/lib/process-wide'
import { noticeDue } from '@/lib/review/due-mutations'
import { noticeTrouble } from '@/lib/system/trouble-mutations'

/** Each check and how often it runs. A cause produces only one notice, so every console may run all checks. */
const watches: ReadonlyArray<{ everyMs: number; what: string; look: (db: Database) => Promise<unknown> }> = [
  { everyMs: 10_000, what: 'finished exports', look: noticeExports },
  { everyMs: 10_000, what: 'finished bulk changes', look: noticeChanges },
  { everyMs: 60_000, what: 'trouble of the sync', look: noticeTrouble },
  { everyMs: 3_600_000, what: 'old notices', look: removeOldNotices },
  { everyMs: 600_000, what: 'due follow-ups', look: (db) => noticeDue(db, systemClock.now()) },
]

/** The workers of this process that fill inboxes and email notices. */
export function noticeWorkers(): readonly Worker[] {
  return processWide('notices', () => {
    const around = { clock: systemClock, log: log().child({ part: 'inbox' }) }
    return [
      createEmailWorker({ ...around, database, mailer, publicUrl: settings().publicUrl }),
      ...watches.map(({ everyMs, what, look }) =>
        createTurnLoop({
          ...around,
          failed: { turn: `${what} could not be read`, task: `a notice of ${what} failed` },
          turn: async () => {
            await look(await database())
            return everyMs
          },
        }),
      ),
    ]
  })
}
