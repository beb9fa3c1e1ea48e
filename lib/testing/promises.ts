/**
 * The promises of Sightline about security and reliability. A test that proves a promise has its id as a literal tag:
 * `it('name', { tags: ['S13'] }, fn)` in Vitest, and `{ tag: ['@smoke', '@S13'] }` in Playwright. promises.test.ts
 * fails when a promise has no test, or none in the fast tier. The tag `full` leaves a Vitest test to
 * `npm run test:all`, like a Playwright test without `@smoke`.
 *
 * Every test of the fast tier also runs in the full tier, with the numbers of the titles (see random-runs.ts). The fast
 * tier may use smaller numbers than the title says.
 */
export interface TestedPromise {
  /** What is promised, with its number in the full tier. */
  title: string
  /** Why it has no test in the fast tier. */
  fullOnly?: string
  /** A step of `npm run test:all` that proves it in addition to the tagged tests. */
  step?: string
  /** The part of the title that no test shows yet. */
  gap?: string
}

const promises = {
  S1: {
    title: 'No known hole of the framework: version floors, no server actions, no next/script, no image optimizer',
  },
  S2: {
    title: '60 spellings of each path with 8 sets of headers, with proxy.ts and without: no data without a session',
  },
  S3: { title: 'Every method of app/api carries the mark of route(); the public ones are the listed ones' },
  S4: { title: 'Every role and method does what the permissions say; denied writes reach the service 0 times' },
  S5: { title: 'The service token is in no answer, header, file, log or error, also when the service echoes it' },
  S6: { title: 'The token goes to no foreign host: redirects, absolute addresses, 20 spellings, 0 requests there' },
  S7: { title: 'Of 5,000 generated ids each is refused or arrives as exactly one path segment' },
  S8: { title: 'The service hears only the listed request headers, and the browser only the listed answer headers' },
  S9: { title: 'Unsafe requests from elsewhere are refused in all 8 forms, and the service sees 0 writes' },
  S10: { title: 'Every cookie is __Host-, Secure, HttpOnly, SameSite, without Domain, of at most 4,096 bytes' },
  S11: { title: 'A copied cookie is refused after sign-out, role change and disabling, 100 of 100' },
  S12: { title: 'A session ends after 30 idle minutes and after 12 hours in any case' },
  S13: {
    title: 'Of 300 wrong passwords at most 10 are checked, and the owner signs in from elsewhere at the same time',
  },
  S14: { title: 'Known and unknown names get the same answer in the same time' },
  S15: { title: 'Signing in gives a new session and ends the one before, 20 of 20' },
  S16: { title: 'Injected script does not run: a nonce per page, 1,000 of 1,000, and every script sink refuses' },
  S17: {
    title: 'Text of the service is shown literally, whatever markup it holds',
    gap: 'the 30 payloads go through the report, the shared text view and seven more pages, not through every field of every page',
  },
  S18: {
    title: 'Only 8 file types open in the browser; all others are bare downloads that run nothing',
  },
  S19: { title: '1,000 file names give one Content-Disposition value each, without line breaks' },
  S20: {
    title: 'A body of the limit passes whole, one byte more is refused, with a length and without',
    gap: '50 parallel posts of 20 MB grew memory by 13 and 33 MB; where 5 MB are allowed, the test still accepts 100 MB in the first round, and 50 were planned',
  },
  S21: {
    title: '200 clients that send a byte a second slow nobody down and are closed within 65 s',
  },
  S22: {
    title: '12 malformed or odd requests get no success, and TRACE echoes nothing',
  },
  S23: { title: '0 of 10,000 forged webhooks are accepted; without a secret all get 503' },
  S24: {
    title:
      'A webhook that comes 100 times, also after a restart and a day, is one row and read like one that came once',
  },
  S25: {
    title: 'A flood of webhooks: 200 a second signed stay under 100 ms, unsigned ones write 0 rows',
    gap: 'the times of the signed flood are measured by `npm run bench -- webhooks` alone',
  },
  S26: { title: 'No answer reaches the wrong person in 5,000 interleaved requests with aborts' },
  S27: {
    title: 'Errors are problem+json with a request id and hold no stack, SQL, path, host or token, 5,000 of 5,000',
  },
  S28: { title: '500 hostile inputs are one JSON line each in the log, and no secret is in it' },
  S29: { title: 'Queries and bodies never reach a prototype, and names given twice are refused, 500 of 500' },
  S30: {
    title: 'A person at 100 requests a second is held at a bucket; others notice nothing; media have a smaller one',
    gap: 'the p95 of others grows 1.15 times in simulated time; on a machine it was 1.37 times, measured by `npm run bench -- neighbor` alone, and 1.2 were planned',
  },
  S31: { title: 'Every path, static files and errors too, has the protecting headers and names no software' },
  S32: {
    title: 'With a real service there is no demo door; the demo starts on loopback alone unless a setting allows more',
  },
  S33: {
    title: 'Every locked package has an integrity hash, and each production dependency a reason',
    gap: '`npm ci --ignore-scripts` followed by a build is not run, only the list of packages with such scripts is checked; there are 41 production dependencies, and 25 were planned',
  },
  S34: { title: 'Invitation and reset links work once, for their address, and cannot be guessed or told apart' },
  S36: {
    title:
      'API tokens are never above their owner, never reach people or tokens, and end at the next request, 100 of 100',
  },

  S35: {
    title: 'Single sign-on refuses all 12 ways to get in without right; each creates, links and signs in nobody',
  },
  S37: {
    title: 'Second factors work once each, and no sensitive change goes through without a fresh proof of who asks',
  },
  S38: {
    title:
      'Outgoing webhooks reach none of 46 private addresses, by form, name, rebinding or redirect; the allow list works',
  },
  S40: {
    title:
      '2,000 malformed request lines and paths: 0 x 500, 0 stack traces, every answer with security headers and a request id',
  },
  S41: {
    title:
      'While one address or many guess at full speed, the owner gets in from a known browser 50 of 50 and from a new one within 60 s; an account meets at most 20 guesses a minute',
  },

  S39: {
    title:
      'Of 200 changes to the activity log by a superuser (changed, deleted, inserted, reordered) verify-log finds each',
  },
  R1: {
    title:
      'An hour at 5 times each limit meets no 429 and uses 95 % of it; so does the tightest one for 130 real seconds',
  },
  R2: { title: 'Beside a rival that takes half, at most 3 refusals follow the first answer of a window' },
  R3: { title: '10,000 generated sets of rate headers never mean a wait outside 0 to 65 s' },
  R4: { title: 'A minute of 429 for everyone costs at most 1.2 tries a request, and no burst follows' },
  R5: { title: 'Background work at full rate makes people wait less than 300 ms more (p95)' },
  R6: { title: 'A service that is down is left alone after 10 failures, probed every 5 s and used again within 10 s' },
  R7: {
    title:
      '19 network faults of each operation that returns JSON end by the deadline with their code, and leave nothing behind',
  },
  R8: { title: 'A gzip bomb and an endless body are stopped at the cap' },
  R9: { title: 'Of 500 lost answers to writes none is repeated blindly or done twice, and the truth is found' },
  R10: {
    title: 'Nothing is lost in sync while everything fails and the console is killed: lost 0, doubled 0, phantom 0',
    step: 'soak of the sync',
    gap: 'the full tier has one minute of it; ten are `npm run soak`',
  },
  R11: { title: '1,000, 1,001 and 2,500 inspections of one time are read whole, or named as a gap' },
  R12: { title: '200 removed inspections are marked after one full compare' },
  R13: { title: '1,000 interleavings of polls and webhooks each end in one index' },
  R14: { title: '50 rounds of kill -9 of console and database lose no acknowledged row and leave no process' },
  R15: { title: 'Of consoles that start at once on one data directory exactly one wins, 100 of 100' },
  R16: { title: '200 database connections cut at random points leave no half row, and the pool heals' },
  R17: { title: 'A migration that is killed at any statement ends at the same schema when it runs again' },
  R18: { title: 'The embedded database and a server (PostgreSQL 15) give equal results' },
  R19: { title: '200 races of two people on one group overwrite nothing silently; the loser sees both versions' },
  R20: { title: 'After each of 200 failed changes the screen shows what the service has' },
  R21: { title: '100 jobs through refusals and restarts: each is asked about at most every 5 s, and ends' },
  R22: { title: '100 readers who leave end their downloads at the service' },
  R23: { title: '500 MB pass without staying in memory; a slow reader slows nobody else' },
  R24: { title: 'Stopping with 50 requests under way cuts none and takes under 10 s' },
  R25: {
    title: 'A long run: memory, event loop and open files stay constant',
    gap: '30 minutes are `npm run bench -- memory`; what is tagged holds memory constant over many rows and bytes',
  },
  R26: { title: '20,000 generated requests: none ends in an undeclared error' },
  R27: { title: 'The stand-in answers every documented operation within its schema, and the client knows each' },
  R28: { title: '20 wrong settings stop the start before it listens, by name and without their value' },
  R29: {
    title:
      'Three consoles under full demand: no 429, at least 95 % of each limit used, people wait at most 300 ms (p95); a killed console costs at most one lot',
  },
  R30: {
    title: 'Another console leads within 5 s of the death of the leader, 30 rounds',
  },
  R31: {
    title:
      'A primary database is killed and its standby promoted, 10 rounds: writable within 10 s, 0 acknowledged writes lost, the index equals the truth',
    fullOnly: 'it needs the programs of a PostgreSQL of the system, and takes a minute',
  },
  R32: {
    title: 'A backup made while others write is restored row by row; a damaged file is refused with a reason',
  },
  R33: {
    title:
      'Consoles are replaced one at a time by the next release, which adds to the schema, and back: 0 of 50 requests a second fail, also from the build of the previous release',
    fullOnly: 'two consoles and other releases are built and started',
  },
  R37: {
    title:
      'Three consoles behind a balancer without sticky sessions pass the smoke journeys; kill -9 of each during an import, a zip, a bulk change, a claim and a sync loses nothing',
    fullOnly: 'three consoles are built and started',
    step: 'browser tests, 3 consoles',
  },
  R34: {
    title: 'Rules act exactly once for rule and version: in any order, with repeats, kills and several consoles',
    step: 'soak of the sync',
  },
  R35: {
    title: '500 random filters and periods: every number of an insight equals the rows of the list that it opens',
  },
  R36: {
    title: '20,000 items: open < 3 s, other requests never wait > 200 ms; 100,000-character title drawn in < 1 s',
    gap: 'tests count slices and elements; the times are measured by `npm run bench -- report` alone',
  },
} as const satisfies Record<string, TestedPromise>

/** Tag of a case that takes seconds, while others in the fast tier show the same capability. */
export const fullTag = 'full'

export type PromiseId = keyof typeof promises

export const promiseTable: Readonly<Record<PromiseId, TestedPromise>> = promises

declare module 'vitest' {
  interface TestTags {
    tags: PromiseId | typeof fullTag
  }
}

/** The tags of Vitest, which refuses unknown ones. */
export const testTags = [
  { name: fullTag as typeof fullTag | PromiseId, description: 'Only in `npm run test:all`' },
  ...Object.entries(promiseTable).map(([name, { title }]) => ({ name: name as PromiseId, description: title })),
]
