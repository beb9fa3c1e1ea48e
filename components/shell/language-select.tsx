'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { inputClass } from '@/components/ui/field'
import { usePreferences } from '@/lib/browser/preferences-context'
import { acceptLanguage, isLanguage, languageNames, languages } from '@/lib/messages/languages'

/** Chooses the language of the interface. */
export function LanguageSelect({ id }: { id: string }) {
  const t = useTranslations('shell.language')
  const router = useRouter()
  const { preferences, change } = usePreferences()
  const ofBrowser = languageNames[acceptLanguage(globalThis.navigator?.languages.join(',') ?? null)]
  return (
    <select
      id={id}
      value={preferences.language}
      onChange={({ target }) => {
        change({ language: isLanguage(target.value) ? target.value : 'browser' })
        // The server sends the new messages; unsaved input stays.
        router.refresh()
      }}
      className={inputClass}
    >
      <option value="browser" suppressHydrationWarning>
        {t('browser', { language: ofBrowser })}
      </option>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}
