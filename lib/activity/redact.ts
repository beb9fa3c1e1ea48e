import 'server-only'
import { isSecretKey, redactText } from '@/lib/log'

/**
 * The data of a request or response as JSON text for the activity log. The values of secret keys and all secrets of
 * this console are redacted, wherever they occur. Null if there is no data.
 */
export function writeDocument(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value, (key, entry: unknown) => (isSecretKey(key) ? '[redacted]' : entry))
  return text === undefined ? null : redactText(text)
}

/** Text for people: shortened, without secrets, and without characters that the database cannot store. */
export function writeLine(text: string, charsMax: number): string {
  const clean = redactText(text).replaceAll('\u0000', '').toWellFormed()
  return clean.length > charsMax ? `${clean.slice(0, charsMax - 1).toWellFormed()}…` : clean
}
