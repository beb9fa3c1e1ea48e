// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import {
  activeCell,
  BenchPage,
  bringIn,
  button,
  cellAt,
  choiceEditor,
  choicesShown,
  eventually,
  grid,
  key,
  MemoryDrafts,
  press,
  shownAt,
} from '@/components/user-jobs/workbench/testing-workbench'
import { loadEarly } from '@/lib/browser/on-demand'
import type { RowIssue } from '@/lib/user-jobs/schema'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('@/components/user-jobs/workbench/drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

const sites = ['Atlantis Depot', 'Cork; Atlantis Depot', 'atlantis depot', 'Leeds Depo', 'Oslo']
const table = [
  'E-mail\tFirst name\tLast name\tSites',
  ...sites.map((cell, at) => `p${at + 1}@x.test\tAnn\tLee\t"${cell}"`),
].join('\n')
const noSite = (value: string): RowIssue => ({
  reason: 'REASON_SITE_NOT_FOUND',
  level: 'error',
  field: 'FIELD_SITES',
  value,
  message: 'Site was not found',
  choices: [],
})

let page: BenchPage
beforeEach(async () => {
  drafts.store = new MemoryDrafts()
  page = new BenchPage()
  page.references = {
    groups: ['Drivers'],
    areGroupsWhole: true,
    sites: ['Cork', 'Leeds Depot', 'North; South', 'Oslo'],
    permissionSets: [],
  }
  await page.show()
  await bringIn(table)
})
afterEach(() => page.close())

const bodyText = () => document.body.textContent
const write = (field: HTMLInputElement | null, value: string) =>
  act(async () => {
    // React overrides the setter of the element, so the setter of the prototype is called to make React see the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const picker = () => document.querySelector<HTMLInputElement>('[aria-label=Issues] input[aria-describedby$="-source"]')
/** Opens the suggestions of a field. Their code is loaded when somebody first uses the page. */
const suggest = async (field: () => HTMLInputElement | null) => {
  await act(() => loadEarly())
  await eventually(() => expect(field()?.getAttribute('role')).toBe('combobox'))
  await act(async () => field()?.focus())
  await key('ArrowDown', {}, field() ?? grid())
  await eventually(() => expect(choicesShown()).not.toEqual([]))
}
const tested = async () => {
  page.rows = sites.map((cell, at) =>
    makeRow(at, {
      username: `p${at + 1}@x.test`,
      ...(cell === 'Oslo' ? {} : { state: 'warned', issues: [noSite(cell.split('; ').at(-1) ?? '')] }),
    }),
  )
  await press('Test 5 rows')
  await eventually(() => expect(activeCell()).toBe(cellAt(1, 3)))
  await eventually(() => expect(picker()).not.toBeNull())
}

describe('an unknown site', () => {
  it(
    'is replaced with a known site in one step in all rows that have it, even in lists with other sites',
    { tags: ['full'] },
    async () => {
      await tested()
      expect(bodyText()).toContain('No site called “Atlantis Depot”. The user can be imported without it.')
      expect(bodyText()).toContain('Sites of the inspections and assets in Sightline. There may be others.')
      expect(picker()?.value).toBe('')
      await suggest(picker)
      expect(choicesShown()).toContain('Oslo')
      await write(picker(), 'Leeds Depot')
      await press('Use “Leeds Depot” in all 3 rows')
      expect([1, 2, 3, 4].map((line) => shownAt(line, 3))).toEqual([
        'Leeds Depot',
        'Cork; Leeds Depot',
        'Leeds Depot',
        'Leeds Depo',
      ])
      expect(document.activeElement).toBe(grid())
      await key('z', { ctrlKey: true })
      expect(shownAt(2, 3)).toBe('Cork; Atlantis Depot')
    },
  )

  it('is replaced in one row, and the most similar name is suggested', { tags: ['full'] }, async () => {
    await tested()
    for (let at = 0; at < 3; at += 1) await press('Next error (4)')
    expect(activeCell()).toBe(cellAt(4, 3))
    expect(picker()?.value).toBe('Leeds Depot')
    expect(() => button(/in all/)).toThrow('No button')
    await press('Use “Leeds Depot”')
    expect(shownAt(4, 3)).toBe('Leeds Depot')
    await eventually(() => expect(button('Next error (3)')).toBeDefined())
  })
})

const openEditor = async () => {
  await act(async () => grid().focus())
  await key('End')
  await key('ArrowDown')
  await key('Enter')
  await eventually(() => expect(choiceEditor()).not.toBeNull())
  return choiceEditor()
}

describe('the editor of a list of sites', () => {
  it('suggests names for the last site, and inserts a name only when it is chosen', { tags: ['full'] }, async () => {
    const field = await openEditor()
    await write(field, 'Cork; no')
    expect(choicesShown()).toEqual(['North; South'])
    await key('ArrowDown', {}, field ?? grid())
    await key('Enter', {}, field ?? grid())
    expect(shownAt(2, 3)).toBe('Cork; "North; South"')
  })

  it('keeps an unknown name as it was typed', { tags: ['full'] }, async () => {
    const field = await openEditor()
    await write(field, 'Os')
    await key('Enter', {}, field ?? grid())
    expect(shownAt(2, 3)).toBe('Os')
  })
})

const unsure = (name: string) => `“${name}” may not exist. A dry run checks this.`
const posted = () => page.started().length

const cardInput = () => document.querySelector<HTMLInputElement>('[data-card="4"] [data-field="3"]')

describe('an unknown name that is typed', () => {
  it(
    'is a warning at once, with the most similar known name, and does not block the import',
    { tags: ['full'] },
    async () => {
      const field = await openEditor()
      await write(field, 'Cork; Leds Depot')
      await key('Enter', {}, field ?? grid())
      await key('ArrowUp')
      await eventually(() => expect(bodyText()).toContain(unsure('Leds Depot')))
      expect(picker()?.value).toBe('Leeds Depot')
      expect(button('Test 5 rows').disabled).toBe(false)
      expect(posted()).toBe(0)
      await press('Use “Leeds Depot”')
      expect(shownAt(2, 3)).toBe('Cork; Leeds Depot')
      await eventually(() => expect(bodyText()).not.toContain(unsure('Leds Depot')))
      // Other rows still have warnings.
      await press('Continue to confirm')
      await eventually(() => expect(button('Create 5 users without testing').disabled).toBe(false))
    },
  )

  it('has the known names in its field on narrow screens', async () => {
    await eventually(() => expect(document.querySelector('[data-card="4"] [data-field="3"]')).not.toBeNull())
    await suggest(cardInput)
    await write(cardInput(), 'Cork; no')
    await eventually(() => expect(choicesShown()).toEqual(['Cork; "North; South"']))
    await key('ArrowDown', {}, cardInput() ?? grid())
    await key('Enter', {}, cardInput() ?? grid())
    expect(cardInput()?.value).toBe('Cork; "North; South"')
    await act(async () => cardInput()?.blur())
    expect(shownAt(4, 3)).toBe('Cork; "North; South"')
  })
})
