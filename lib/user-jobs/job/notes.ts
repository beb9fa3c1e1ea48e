import { serverText } from '@/lib/server-text'

/** Notes of user jobs and their rows, and the times that the worker waits. */

const names = [
  'room',
  'lacksPermission',
  'handOverLost',
  'sentAgain',
  'ownJob',
  'startLost',
  'remoteGone',
  'immediateLost',
  'checkLost',
  'gaveUp',
] as const
type Note = (typeof names)[number]

// Cast: every name has an entry.
export const notes = Object.fromEntries(names.map((name) => [name, serverText(`userJobs.notes.${name}`)])) as Record<
  Note,
  string
>

/** The notes that an older version stored as sentences, for those that decide how a part continues. */
const keptBefore: Partial<Record<Note, string>> = {
  handOverLost:
    'The response was lost when users were handed over. The console looks at the service before it goes on.',
  sentAgain: 'The response was lost, so these were handed over once more, into a job of their own.',
  startLost: 'The answer to the start was lost. The console looks at the service whether it has started.',
  remoteGone: 'The inspection service does not know this job any more.',
  gaveUp: 'The inspection service has not told for a day what became of it. Look there before you repeat it.',
}

/** Whether a part has this note. */
export const isNote = (kept: string | null, name: Note): boolean =>
  kept !== null && (kept === notes[name] || kept === keptBefore[name])

/** Texts on rows in place of a message of SafetyCulture. */
export const rowTexts = {
  notAccepted: (reason: string) => serverText('userJobs.rows.notAccepted', { reason }),
  passwordLost: serverText('userJobs.rows.passwordLost'),
  stopped: serverText('userJobs.rows.stopped'),
  noResult: serverText('userJobs.rows.noResult'),
  notCreated: serverText('userJobs.rows.notCreated'),
} as const

/** All readers share one poller, which reads each job of the service at most this often. */
export const pollEveryMs = 5_000
/** The share of the rate limit for polling that jobs may use together; the rest is for people. */
export const pollShare = 0.75
/** A lost request counts as not carried out only after rechecks have not found it for this long. */
export const recheckGraceMs = 8_000
/** The pause between rechecks. */
export const recheckEveryMs = 2_000
/** After this long without news the job ends as unknown. */
export const giveUpMs = 24 * 3_600_000

/** How long to wait before sending again when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries, 0), 10))
}
