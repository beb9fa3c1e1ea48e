// @ts-check Functions that make a text safe for the log. They are plain JavaScript, because the waiter
// (lib/launch/waiter) runs without a loader.

export const redacted = '[redacted]'
const textCharsMax = 8_192
const secretCharsMin = 6

/** API tokens of this console (lib/auth/api-tokens.ts). Their values are not known here, so they are found by their format. */
const apiTokens = /sl_[0-9A-Za-z]{40}/g

// JSON does not escape DEL, the C1 controls (0x9b starts an escape sequence in some terminals), the two Unicode line
// ends and the bidirectional controls. In a line of JSON they can occur only inside strings, so escaping them is safe.
// oxlint-disable-next-line no-control-regex
const rawControl = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * The beginning of a text that is too long for an entry.
 * @param {string} text
 */
export const shortenText = (text) => (text.length > textCharsMax ? `${text.slice(0, textCharsMax)}…` : text)

/**
 * The spellings of a secret that can occur in a line of JSON or in a URL within it. Empty for a short value, because it
 * would match ordinary words.
 * @param {string} value
 * @returns {string[]}
 */
export function spellSecret(value) {
  if (value.length < secretCharsMin) return []
  return [value, encodeURIComponent(value.toWellFormed()), Buffer.from(value).toString('base64')].flatMap(
    (spelling) => [spelling, JSON.stringify(spelling).slice(1, -1)],
  )
}

/**
 * Removes secrets and every API token from a text, including JSON.
 * @param {string} text
 * @param {Iterable<string>} secrets in all their spellings
 * @returns {string}
 */
export function redactSecrets(text, secrets) {
  let clean = text.replace(apiTokens, redacted)
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, redacted)
  return clean
}

/**
 * A line of JSON that is safe to write.
 * @param {string} line
 * @param {Iterable<string>} secrets in all their spellings
 * @returns {string}
 */
export function cleanLine(line, secrets) {
  return redactSecrets(line, secrets).replace(
    rawControl,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
