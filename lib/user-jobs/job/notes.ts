import { serverText } from '@/lib/server-text'

/** What is said of jobs of users and of their rows, and for how long things are waited for. */

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

// Cast: there is one for each name.
export const notes = Object.fromEntries(names.map((name) => [name, serverText(`userJobs.notes.${name}`)])) as Record<
  Note,
  string
>

/** What open jobs of an older version have kept, of the notes that tell how to go on with a part. */
const keptBefore: Partial<Record<Note, string>> = {
  handOverLost: 'The answer was lost when users were handed over. The console looks at the service before it goes on.',
  sentAgain: 'The answer was lost, so these were handed over once more, into a job of their own.',
  startLost: 'The answer to the start was lost. The console looks at the service whether it has started.',
  remoteGone: 'The inspection service does not know this job any more.',
  gaveUp: 'The inspection service has not told for a day what became of it. Look there before you repeat it.',
}

/** Whether a part has kept this note. */
export const isNote = (kept: string | null, name: Note): boolean =>
  kept !== null && (kept === notes[name] || kept === keptBefore[name])

/** Said on rows, in the place of what SafetyCulture would say. */
export const rowTexts = {
  notAccepted: (reason: string) => serverText('userJobs.rows.notAccepted', { reason }),
  passwordLost: serverText('userJobs.rows.passwordLost'),
  stopped: serverText('userJobs.rows.stopped'),
  noResult: serverText('userJobs.rows.noResult'),
  notCreated: serverText('userJobs.rows.notCreated'),
} as const

/** One poller for all readers, and no more often than this, for each job of the service. */
export const pollEveryMs = 5_000
/** The part of the limit of looks that the jobs may use together; the rest is for people. */
export const pollShare = 0.75
/** How long looks must have shown that a lost request was not carried out, before that is believed. */
export const recheckGraceMs = 8_000
/** How often it is looked meanwhile. */
export const recheckEveryMs = 2_000
/** After this long without a word the job ends as unknown. */
export const giveUpMs = 24 * 3_600_000

/** How long what could not be sent waits, when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries, 0), 10))
}
