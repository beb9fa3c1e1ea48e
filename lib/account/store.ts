import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { defaultLanguage, type PageLanguage, resolveLanguage } from '@/lib/messages/languages'
import type { BrowserReport, Preferences } from './schema'
import { storedBrowser, storedPreferences } from './stored-schema'

// Apart from the reads that need a session, because workers without requests use this too.

/** The person's preferences, or null if nothing was stored yet. */
export function readStoredPreferences(stored: unknown): Preferences | null {
  if (stored === null || stored === undefined) return null
  const parsed = storedPreferences.safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** What the person's browser reported about itself, or nothing. */
export const readStoredBrowser = (stored: unknown): BrowserReport => storedBrowser.safeParse(stored).data ?? {}

/** The language of a file that is written for a person without a request of theirs. */
export async function readFileLanguageOf(userId: string, db: Queryable): Promise<PageLanguage> {
  const { rows } = await db.query<{ preferences: unknown }>('select preferences from users where user_id = $1', [
    userId,
  ])
  const [row] = rows
  const stored = readStoredPreferences(row?.preferences)
  if (stored?.files !== 'own') return defaultLanguage
  const { browserLanguage = '' } = readStoredBrowser(row?.preferences)
  return resolveLanguage(stored.language === 'browser' ? browserLanguage : stored.language, null)
}
