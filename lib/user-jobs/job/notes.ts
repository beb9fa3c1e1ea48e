/** What is said of jobs of users and of their rows, and for how long things are waited for. */

const words = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
export const countUsers = (count: number) => words(count, 'user', 'users')

export const notes = {
  room: 'It waits for room in the inspection service’s limit of requests.',
  lacksPermission:
    'The inspection service does not let the token do this: it lacks “Platform management: Users”. An administrator has to widen its permissions there; nothing more of this job is sent.',
  handOverLost: 'The answer was lost when users were handed over. The console looks at the service before it goes on.',
  sentAgain: 'The answer was lost, so these were handed over once more, into a job of their own.',
  ownJob: 'The service took no more users into the same job; these are in one of their own.',
  startLost: 'The answer to the start was lost. The console looks at the service whether it has started.',
  ownMistake: 'The console made a mistake; its log says more.',
  remoteGone: 'The inspection service does not know this job any more.',
  immediateLost:
    'The answer of the inspection service was lost. What it tells of these users is shown; look before you repeat it.',
  checkLost: 'The answer of the inspection service was lost. A check changes nothing: check again.',
  gaveUp: 'The inspection service has not told for a day what became of it. Look there before you repeat it.',
} as const

/** Said on rows, in the place of what the service would say. */
export const rowWords = {
  notTaken: (why: string) => `The service did not take it: ${why}`,
  secretLost:
    'Its password could not be read any more, because the console’s secret was changed. It was not sent: give the password again.',
  jobErrored: 'The service gave up the job and does not tell that this user was done.',
  notTold: 'The service does not tell what became of this user.',
  notCreated: 'The service has no user with this address: it was not created.',
} as const

/** One poller for all readers, and no more often than this, for each job of the service. */
export const pollEveryMs = 5_000
/** The part of the limit of looks that the jobs may use together; the rest is for people. */
export const pollShare = 0.75
/** How long looks must have shown that a lost request was not carried out, before that is believed. */
export const lookGraceMs = 8_000
/** How often it is looked meanwhile. */
export const lookEveryMs = 2_000
/** After this long without a word the job ends as unknown. */
export const giveUpMs = 24 * 3_600_000

/** How long what could not be sent waits, when the service has not said how long. */
export function waitDelayMs(tries: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(Math.max(tries, 0), 10))
}
