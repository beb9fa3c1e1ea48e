import 'server-only'
import { isSecretKey, redactText } from '@/lib/log'

/**
 * The data of a request or an answer as JSON text for the activity log: complete except for the values of secret keys
 * and every secret of this console, wherever it occurs. Null for nothing.
 */
export function writeDocument(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value, (key, entry: unknown) => (isSecretKey(key) ? '[redacted]' : entry))
  return text === undefined ? null : redactText(text)
}

/** One line for people: without secrets, shortened, and without characters that a database cannot store. */
export function writeLine(text: string, charsMax: number): string {
  const clean = redactText(text).replaceAll('\u0000', '').toWellFormed()
  return clean.length > charsMax ? `${clean.slice(0, charsMax - 1).toWellFormed()}…` : clean
}
