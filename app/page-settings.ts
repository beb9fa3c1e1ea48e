import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { readAccountPreferences } from '@/lib/account/data'
import { readBrowserState, resolvePreferences } from '@/lib/browser/preferences/read-preferences'
import { resolveLanguage } from '@/lib/messages/languages'

/** Browsers have this in their name on phones, and only there. */
const isPhoneAgent = (agent: string | null) => agent?.includes('Mobi') === true

/**
 * The settings that the pages of one request use: the person's preferences, their browser's state, the language, and
 * whether the browser is on a phone.
 */
export const readPageSettings = cache(async () => {
  const [jar, asked] = await Promise.all([cookies(), headers()])
  const readCookie = (name: string) => jar.get(name)?.value
  const page = resolvePreferences(readCookie, await readAccountPreferences(asked))
  const browser = readBrowserState(readCookie)
  return {
    page,
    browser,
    language: resolveLanguage(page.preferences.language, asked.get('accept-language')),
    isPhone: isPhoneAgent(asked.get('user-agent')),
  }
})
