import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/** Runs in the browser and on the server, so that the page shows the result that the server will enforce. */

/** Minimum and maximum number of characters of a new password. */
export const passwordLengths = { min: 12, max: 256 } as const

/** The owner of the password, which must not contain their name or email address. */
export interface PasswordOwner {
  email: string
  name: string
}

/** From `0` (guessed at once) to `4` (strong). */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** `personal`: it contains the name or the email address. */
export type PasswordIssue = 'short' | 'long' | 'personal' | 'guessable'

export interface PasswordVerdict {
  isAccepted: boolean
  strength: PasswordStrength
  /** Null if the password is accepted. */
  issue: PasswordIssue | null
}

/**
 * About 10^8 guesses. They take many months with the hash of lib/auth/password.ts, and are impossible through the
 * sign-in page.
 */
const strengthMin: PasswordStrength = 3
/** Further characters only make a password stronger, but slow down the rating. */
const judgedCharsMax = 72
/** A shorter part of a name occurs in many other words. */
const namePartCharsMin = 4

/** Words that users of Sightline are likely to use in passwords, in addition to the bundled lists. */
const localWords =
  'sightline safetyculture iauditor inspection inspections inspector audit auditor safety console spring summer autumn winter ' +
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'

/**
 * Rates a new password by its length, by the owner's name and email address, and by how easily it can be guessed. For
 * that it uses zxcvbn with lists of common passwords and words, which are large and loaded at the first call.
 */
export async function judgePassword(password: string, owner: PasswordOwner): Promise<PasswordVerdict> {
  const guesser = await loadGuesser()
  const clues = [owner.email, ...owner.email.split(/[@.]/), owner.name, ...owner.name.split(/\s+/)].filter(Boolean)
  // A few characters at the end ("Winter2026!!") are a common addition.
  const judged = password.replace(/[\p{Punctuation}\p{Symbol}\s]{1,3}$/u, '').slice(0, judgedCharsMax)
  const { score } = guesser.check(judged, clues)
  const issue = findIssue(password, owner, score)
  const isAccepted = issue === null
  return { isAccepted, strength: isAccepted ? score : lower(score), issue }
}

/**
 * Called by the server before it stores a password.
 * @throws AppError invalid, with what to do in `fields.password`
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  const { issue } = await judgePassword(password, owner)
  if (issue === null) return
  const problem = problems[issue]
  throw invalidField('password', problem)
}

/** Server texts for the response. */
const problems: Readonly<Record<PasswordIssue, string>> = {
  short: serverText('auth.password.short', { min: passwordLengths.min }),
  long: serverText('auth.password.long', { max: passwordLengths.max }),
  personal: serverText('auth.password.personal'),
  guessable: serverText('auth.password.guessable'),
}
/** A refused password never looks as strong as an accepted one. */
function lower(score: PasswordStrength): PasswordStrength {
  return score < strengthMin ? score : 2
}

function findIssue(password: string, owner: PasswordOwner, score: PasswordStrength): PasswordIssue | null {
  const count = Array.from(password).length
  if (count < passwordLengths.min) return 'short'
  if (password.length > passwordLengths.max) return 'long'
  const folded = fold(password)
  if (listNameParts(owner).some((part) => folded.includes(part))) return 'personal'
  return score < strengthMin ? 'guessable' : null
}

/**
 * The whole name and address, and the longer words of both. The domain is left out because it is often a common word.
 */
function listNameParts({ email, name }: PasswordOwner): string[] {
  const [local = ''] = email.split('@')
  const words = [...name.split(/\s+/), ...local.split(/[._+-]+/)].map(fold)
  const whole = [name, email, local].map(fold).filter((part) => part.length >= namePartCharsMin - 1)
  return [...whole, ...words.filter((word) => word.length >= namePartCharsMin)]
}

/** Letters and digits alone, without case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
}

let loading: Promise<ZxcvbnFactory> | null = null

function loadGuesser(): Promise<ZxcvbnFactory> {
  loading ??= createGuesser().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function createGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ graphs: adjacencyGraphs, dictionary: { ...dictionary, local: localWords.split(' ') } })
}
