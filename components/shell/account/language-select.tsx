'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Select } from '@/components/ui/inputs/select'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { acceptLanguage, languageNames, languages } from '@/lib/messages/languages'

/** Chooses the language of the interface. */
export function LanguageSelect({ id }: { id: string }) {
  const t = useTranslations('shell.language')
  const router = useRouter()
  const { preferences, change } = usePreferences()
  const ofBrowser = languageNames[acceptLanguage(globalThis.navigator?.languages.join(',') ?? null)]
  return (
    <Select
      id={id}
      value={preferences.language}
      onChange={(language) => {
        change({ language })
        // The server sends the new messages; unsaved input stays.
        router.refresh()
      }}
      options={[
        { value: 'browser', label: <span suppressHydrationWarning>{t('browser', { language: ofBrowser })}</span> },
        ...languages.map((language) => ({ value: language, label: languageNames[language], lang: language })),
      ]}
    />
  )
}
