'use client'

import { type ReactNode, useId } from 'react'
import { listNavItems } from '@/components/shell/nav-items'
import { inputClass } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import type { Role } from '@/lib/access/permissions'
import { type Preferences, startPages } from '@/lib/account/schema'
import { useNow } from '@/lib/browser/now'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useZone } from '@/lib/browser/zone'
import { dateStyles, formatDate, formatTime } from '@/lib/time/time-format'
import { AccountSection } from './account-section'
import { ZoneSelect } from './zone-select'

const themeOptions = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const densityOptions = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const
const dayMs = 86_400_000

/** How the console looks and where it begins. Each change holds at once and is saved by itself. */
export function PreferencesSection({ role }: { role: Role }) {
  const { preferences, change } = usePreferences()
  return (
    <AccountSection
      id="preferences"
      title="Preferences"
      description="Saved with your account, so they are the same in every browser you use."
    >
      <div className="flex flex-col gap-4">
        <Preference label="Theme">
          <Segmented
            label="Theme"
            value={preferences.theme}
            options={themeOptions}
            onChange={(theme) => change({ theme })}
            className="w-72 max-w-full"
          />
        </Preference>
        <Preference label="Row density" hint="Of the inspections and assets lists">
          <Segmented
            label="Row density"
            value={preferences.density}
            options={densityOptions}
            onChange={(density) => change({ density })}
            className="w-72 max-w-full"
          />
        </Preference>
        <Preference label="Time zone">
          <ZoneSelect />
        </Preference>
        <TimePreferences preferences={preferences} change={change} />
        <Preference label="Start page" hint="Opens after you sign in" isField>
          {(id) => (
            <StartPageSelect
              id={id}
              role={role}
              value={preferences.startPage}
              onChange={(startPage) => change({ startPage })}
            />
          )}
        </Preference>
        <Preference label="Language" hint="More languages will follow" isField>
          {(id) => (
            <select id={id} value={preferences.language} onChange={() => undefined} className={inputClass}>
              <option value="en">English</option>
            </select>
          )}
        </Preference>
        <Preference label="Keyboard">
          <label className="flex items-start gap-2 text-sm">
            <input
              type="checkbox"
              checked={preferences.singleKeys}
              onChange={(event) => change({ singleKeys: event.target.checked })}
              className="mt-0.5 size-4 accent-accent"
            />
            <span>
              Single-key shortcuts
              <span className="block text-xs text-ink-muted">Turn off if you use voice input.</span>
            </span>
          </label>
        </Preference>
      </div>
    </AccountSection>
  )
}

/** A label and what it is about, side by side where there is room. With `isField` the label belongs to the one field. */
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
  const now = useNow(dayMs)
  const afternoon = Date.UTC(2026, 0, 1, 21, 15)
  return (
    <>
      <Preference label="Date format" isField>
        {(id) => (
          <select
            id={id}
            value={preferences.dates}
            onChange={({ target }) => {
              const dates = dateStyles.find((style) => style === target.value)
              if (dates !== undefined) change({ dates })
            }}
            className={inputClass}
          >
            {dateStyles.map((dates) => (
              <option key={dates} value={dates}>
                {formatDate(now, preferredZone, { ...preferences, dates })}
              </option>
            ))}
          </select>
        )}
      </Preference>
      <Preference label="Clock">
        <Segmented
          label="Clock"
          value={preferences.clock}
          options={(['24h', '12h'] as const).map((clock) => ({
            value: clock,
            label: formatTime(afternoon, 'UTC', { ...preferences, clock }),
          }))}
          onChange={(clock) => change({ clock })}
          className="w-72 max-w-full"
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
  const pages = listNavItems(role).flatMap(({ href, label }) => {
    const page = startPages.find((known) => known === href)
    return page === undefined ? [] : [{ page, label }]
  })
  return (
    <select
      id={id}
      value={value}
      onChange={({ target }) => {
        const found = pages.find(({ page }) => page === target.value)
        if (found !== undefined) onChange(found.page)
      }}
      className={inputClass}
    >
      {pages.map(({ page, label }) => (
        <option key={page} value={page}>
          {label}
        </option>
      ))}
    </select>
  )
}
