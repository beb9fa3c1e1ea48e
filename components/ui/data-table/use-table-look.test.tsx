// @vitest-environment jsdom
import { parseAsString, useQueryStates } from 'nuqs'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, useMemo, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import {
  PreferencesContext,
  type PreferencesSetting,
  usePreferences,
} from '@/lib/browser/preferences/preferences-context'
import type { ColumnShape } from '@/lib/table/shown-columns'
import { useOwnLook } from './use-table-look'

const registry: ReadonlyArray<ColumnShape<'name' | 'site' | 'kind'>> = [
  { id: 'name', widthPx: 100, isShownFirst: true },
  { id: 'site', widthPx: 100, isShownFirst: true },
  { id: 'kind', widthPx: 100 },
]
const keys = { columns: parseAsString, rows: parseAsString, view: parseAsString }

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  localStorage.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function List() {
  const look = useOwnLook('things', registry)
  const [, setAddress] = useQueryStates(keys)
  return (
    <>
      <p>{`${look.shown.map(({ id }) => id).join(' ')}, ${look.isCompact ? 'compact' : 'comfortable'}`}</p>
      <button type="button" onClick={() => void setAddress({ columns: null, rows: null, view: null })}>
        All
      </button>
      <button type="button" onClick={() => look.changeCompact(!look.isCompact)}>
        Density
      </button>
    </>
  )
}

function Page({ address }: { address: string }) {
  const standard = usePreferences().preferences
  const [density, setDensity] = useState<'compact' | 'comfortable'>('compact')
  const value = useMemo(
    (): PreferencesSetting => ({
      preferences: { ...standard, density },
      change: (next) => setDensity(next.density ?? density),
    }),
    [standard, density],
  )
  return (
    <PreferencesContext value={value}>
      <NuqsTestingAdapter searchParams={address} hasMemory>
        <List />
      </NuqsTestingAdapter>
    </PreferencesContext>
  )
}

const look = () => document.querySelector('p')?.textContent
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

it('a list that leaves a saved view has the person’s own columns and density again', async () => {
  localStorage.setItem('sightline.columns.things', JSON.stringify({ columns: 'name,kind' }))
  await act(async () => root.render(<Page address="?view=1&columns=name,site,kind" />))
  expect(look()).toBe('name site kind, comfortable')
  await press('All')
  await vi.waitFor(() => expect(look()).toBe('name kind, compact'))
})

it('a list stays as high as the person has just chosen', async () => {
  await act(async () => root.render(<Page address="" />))
  await vi.waitFor(() => expect(look()).toBe('name site, compact'))
  await press('Density')
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(look()).toBe('name site, comfortable')
})
