import 'server-only'
import { isSecretKey, redactText } from '@/lib/log'

/**
 * What the service said or was asked, as JSON text for the log of activity: whole, but for the values of secret keys and
 * for every secret of this console wherever it stands. Null for nothing.
 */
export function writeDocument(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value, (key, entry: unknown) => (isSecretKey(key) ? '[redacted]' : entry))
  return text === undefined ? null : redactText(text)
}

/** One line for people: without secrets, cut, and something that a database can keep. */
export function writeLine(text: string, charsMax: number): string {
  const clean = redactText(text).replaceAll('\u0000', '').toWellFormed()
  return clean.length > charsMax ? `${clean.slice(0, charsMax - 1).toWellFormed()}…` : clean
}
