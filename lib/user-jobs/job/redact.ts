import type { AskedUser, RowIssue } from '@/lib/user-jobs/schema'
import { serverText } from '@/lib/server-text'

/** Removes passwords from what the service reports about a user, wherever it repeats them. */

const hidden = '…'
/** A shorter password occurs in nearly every text, so the whole text is removed. */
const searchedCharsMin = 4

/** Spellings in which a response may repeat a password. */
function spellingsOf(secret: string): string[] {
  const plain = [secret, secret.trim()]
  const written = [
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString('base64'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ]
  return [...new Set([...plain, ...written])].filter((text) => text !== '')
}

/**
 * Removes a password from a text, ignoring case. If the text was cut off within the password, removes that part too.
 */
export function redactSecret(text: string, secret: string): string {
  let clean = text
  for (const spelling of spellingsOf(secret)) {
    const found = new RegExp(spelling.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu')
    if (!found.test(clean)) continue
    if (spelling.length < searchedCharsMin) return hidden
    clean = clean.replaceAll(found, hidden)
  }
  if (!clean.endsWith(hidden)) return clean
  const tail = clean.slice(0, -hidden.length)
  for (let length = Math.min(secret.length - 1, tail.length); length >= searchedCharsMin; length -= 1)
    if (tail.endsWith(secret.slice(0, length))) return `${tail.slice(0, -length)}${hidden}`
  return clean
}

/** Every text in a value that is shown for a user: addresses, names of groups, and so on. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/**
 * For passwords that are no longer known because the console was restarted: any text that is not in the requested user
 * may be the password.
 */
function redactUnknown(issue: RowIssue, asked: AskedUser): RowIssue {
  const known = textsOf(asked).map((text) => text.trim().toLowerCase())
  const isKnown = (text: string) => known.some((one) => one !== '' && one === text.trim().toLowerCase())
  const isOfPassword = /passw/i.test(`${issue.field ?? ''} ${issue.reason} ${issue.message}`)
  const message = isOfPassword
    ? serverText('userJobs.rows.password')
    : issue.message.replaceAll(/\S+/gu, (word) => {
        const bare = word.replaceAll(/^[\s"'“”‘’`«»()[\],.:;!?]+|[\s"'“”‘’`«»()[\],.:;!?]+$/gu, '')
        const isPlain = /^[\p{L}'’-]*$/u.test(bare) && bare === word.replace(/[.,:;!?]$/u, '')
        return isPlain || known.some((one) => one.includes(bare.toLowerCase())) ? word : hidden
      })
  return { ...issue, message, value: issue.value !== null && isKnown(issue.value) ? issue.value : null }
}

/**
 * What is reported about a user, without the password. `secrets`: the known passwords; null when none is known any
 * more.
 */
export function redactIssues(
  issues: readonly RowIssue[],
  { asked, hadPassword }: { asked: AskedUser; hadPassword: boolean },
  secrets: readonly string[] | null,
): RowIssue[] {
  if (!hadPassword) return [...issues]
  if (secrets === null) return issues.map((issue) => redactUnknown(issue, asked))
  const clean = (text: string) => secrets.reduce(redactSecret, text)
  return issues.map((issue) => ({
    ...issue,
    reason: clean(issue.reason),
    field: issue.field === null ? null : clean(issue.field),
    value: issue.value === null ? null : clean(issue.value),
    message: clean(issue.message),
    choices: issue.choices.map(({ id, name }) => ({ id: clean(id), name: clean(name) })),
  }))
}
