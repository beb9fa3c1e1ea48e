'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { LanguageSelect } from '@/components/shell/account/language-select'
import { listNavItems } from '@/components/shell/nav-items'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { Segmented } from '@/components/ui/inputs/segmented'
import type { Role } from '@/lib/access/permissions'
import type { Preferences } from '@/lib/account/schema'
import { densities, fileLanguages, startPages, themes } from '@/lib/account/values-model'
import { useNow } from '@/lib/browser/now'
import { usePreferences, useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import type { Translator } from '@/lib/messages/translator'
import { dateStyles, formatDate, formatTime } from '@/lib/time/time-format'
import { AccountSection } from './account-section'
import { ZoneSelect } from './zone-select'

const dayMs = 86_400_000

const listThemes = (t: Translator<'account.preferences'>) =>
  themes.map((value) => ({ value, label: t(`theme.${value}`) }))

/** How Sightline looks and which page opens first. Each change applies and is saved at once. */
export function PreferencesSection({ role }: { role: Role }) {
  const t = useTranslations('account.preferences')
  const { preferences, change } = usePreferences()
  return (
    <AccountSection id="preferences" title={t('title')} description={t('description')}>
      <div className="flex flex-col gap-4">
        <Preference label={t('theme.label')}>
          <Segmented
            label={t('theme.label')}
            value={preferences.theme}
            options={listThemes(t)}
            onChange={(theme) => change({ theme })}
          />
        </Preference>
        <Preference label={t('density.label')} hint={t('density.hint')}>
          <Segmented
            label={t('density.label')}
            value={preferences.density}
            options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
            onChange={(density) => change({ density })}
          />
        </Preference>
        <Preference label={t('zone.label')}>
          <ZoneSelect />
        </Preference>
        <TimePreferences preferences={preferences} change={change} />
        <Preference label={t('startPage.label')} hint={t('startPage.hint')} isField>
          {(id) => (
            <StartPageSelect
              id={id}
              role={role}
              value={preferences.startPage}
              onChange={(startPage) => change({ startPage })}
            />
          )}
        </Preference>
        <Preference label={t('language.label')} hint={t('language.hint')} isField>
          {(id) => <LanguageSelect id={id} />}
        </Preference>
        <Preference label={t('files.label')} hint={t('files.hint')} isField>
          {(id) => (
            <Select
              id={id}
              value={preferences.files}
              onChange={(files) => change({ files })}
              options={fileLanguages.map((value) => ({ value, label: t(`files.${value}`) }))}
            />
          )}
        </Preference>
        <Preference label={t('keyboard.label')}>
          <label className="flex items-start gap-2 text-sm">
            <Checkbox
              checked={preferences.singleKeys}
              onChange={(event) => change({ singleKeys: event.target.checked })}
              className="mt-0.5"
            />
            <span>
              {t('keyboard.singleKeys')}
              <span className="block text-xs text-ink-muted">{t('keyboard.hint')}</span>
            </span>
          </label>
        </Preference>
      </div>
    </AccountSection>
  )
}

/** A label beside its control, where there is room. With `isField`, it is the `label` of the only field. */
function Preference({
  label,
  hint,
  ...rest
}: { label: string; hint?: string } & (
  | { isField: true; children: (id: string) => ReactNode }
  | { isField?: false; children: ReactNode }
)) {
  const id = useId()
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_18rem] sm:items-start">
      <div className="text-sm sm:py-1.5">
        {rest.isField === true ? (
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
        ) : (
          <span className="font-medium">{label}</span>
        )}
        {hint !== undefined && <span className="block text-xs text-ink-muted">{hint}</span>}
      </div>
      <div className="w-72 max-w-full min-w-0 sm:pt-0.5">
        {rest.isField === true ? rest.children(id) : rest.children}
      </div>
    </div>
  )
}

function TimePreferences({
  preferences,
  change,
}: {
  preferences: Preferences
  change: (change: Partial<Pick<Preferences, 'dates' | 'clock'>>) => void
}) {
  const { preferredZone } = useZone()
  const t = useTranslations('account.preferences')
  const style = useTimeStyle()
  const now = useNow(dayMs)
  const afternoon = Date.UTC(2026, 0, 1, 21, 15)
  return (
    <>
      <Preference label={t('dates')} isField>
        {(id) => (
          <Select
            id={id}
            value={preferences.dates}
            onChange={(dates) => change({ dates })}
            options={dateStyles.map((dates) => ({
              value: dates,
              label: formatDate(now, preferredZone, { ...style, dates }),
            }))}
          />
        )}
      </Preference>
      <Preference label={t('clock')}>
        <Segmented
          label={t('clock')}
          value={preferences.clock}
          options={(['24h', '12h'] as const).map((clock) => ({
            value: clock,
            label: formatTime(afternoon, 'UTC', { ...style, clock }),
          }))}
          onChange={(clock) => change({ clock })}
        />
      </Preference>
    </>
  )
}

function StartPageSelect({
  id,
  role,
  value,
  onChange,
}: {
  id: string
  role: Role
  value: Preferences['startPage']
  onChange: (page: Preferences['startPage']) => void
}) {
  const t = useTranslations('shell.nav')
  const pages = listNavItems(role).flatMap(({ href, name }) => {
    const page = startPages.find((known) => known === href)
    return page === undefined ? [] : [{ page, label: t(name) }]
  })
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      options={pages.map(({ page, label }) => ({ value: page, label }))}
    />
  )
}
