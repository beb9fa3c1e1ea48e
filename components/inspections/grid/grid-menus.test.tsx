// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grid, ListPage, press, titles, until } from '@/components/inspections/testing-list'

let page: ListPage

const item = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === name)
const items = () => [...document.querySelectorAll('[role=menuitem]')].map((each) => each.textContent)
const head = (id: string) => document.querySelector<HTMLElement>(`[data-head="${id}"]`) ?? document.body
const heads = () => [...document.querySelectorAll('thead th[data-column]')].map((each) => each.textContent)
const spoken = () => document.querySelector('[data-announcements]')?.textContent?.trim()
const choose = (name: string) => act(async () => item(name)?.click())
const rightClick = (target: Element | null | undefined) =>
  act(async () => target?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))

beforeEach(async () => {
  page = new ListPage()
  vi.stubGlobal('PointerEvent', MouseEvent)
  vi.stubGlobal(
    'DOMRect',
    class {
      constructor(
        readonly x = 0,
        readonly y = 0,
        readonly width = 0,
        readonly height = 0,
      ) {}
    },
  )
  await page.show('?columns=title,template,site,author,score,modified')
  await until(() => expect(titles()[0]).toBe('Inspection 5000'))
})
afterEach(() => page.close())

describe('the menu of a column', () => {
  it('opens with Alt and the arrow down, and sorts in the chosen direction', { tags: ['full'] }, async () => {
    await press('ArrowDown', head('score'), { altKey: true })
    await until(() => expect(items()).toContain('Score, lowest first'))
    await choose('Score, lowest first')
    await until(() => expect(page.url).toContain('sort=score'))
    expect(spoken()).toBe('Sorted: Score, lowest first')
  })

  it('is not needed to sort: a click on the header sorts names from A to Z, and another click reverses them', async () => {
    await act(async () => head('site').click())
    await until(() => expect(new URLSearchParams(page.url.split('?')[1]).get('sort')).toBe('site'))
    expect(spoken()).toBe('Sorted: Site, A to Z')
    await act(async () => head('site').click())
    await until(() => expect(new URLSearchParams(page.url.split('?')[1]).get('sort')).toBe('-site'))
  })

  it('pins a column behind the title, and keeps that in the address', { tags: ['full'] }, async () => {
    await rightClick(document.querySelector('th[data-column=author]'))
    await until(() => expect(item('Pin column')).toBeDefined())
    await choose('Pin column')
    await until(() => expect(page.url).toContain('columns=title,author:pin,template,site,score,modified'))
    expect(heads().slice(0, 3)).toEqual(['Title', 'Author', 'Template'])
    expect(spoken()).toBe('Author is pinned')
    await rightClick(document.querySelector('th[data-column=author]'))
    await until(() => expect(item('Unpin column')).toBeDefined())
  })

  it('hides a column, but never the title', { tags: ['full'] }, async () => {
    await rightClick(document.querySelector('th[data-column=site]'))
    await until(() => expect(item('Hide column')).toBeDefined())
    await choose('Hide column')
    await until(() => expect(heads()).not.toContain('Site'))
    await rightClick(document.querySelector('th[data-column=title]'))
    await until(() => expect(items()).toContain('Title, A to Z'))
    expect(items()).not.toContain('Hide column')
  })

  it('opens the filter of a column', { tags: ['full'] }, async () => {
    await rightClick(document.querySelector('th[data-column=site]'))
    await until(() => expect(item('Filter by this column…')).toBeDefined())
    await choose('Filter by this column…')
    await until(() => expect(document.querySelector('input[aria-label="Find a site"]')).not.toBeNull())
  })
})

const panel = () => document.querySelector('[role=dialog]')

it.each([
  ['media', 'Media'],
  ['review', 'Review'],
])('the menu of the column %s opens a panel with its filter', async (column, label) => {
  await page.close()
  page = new ListPage()
  await page.show(`?columns=title,${column}`)
  await until(() => expect(titles()[0]).toBe('Inspection 5000'))
  await rightClick(document.querySelector(`th[data-column=${column}]`))
  await until(() => expect(item('Filter by this column…')).toBeDefined())
  await choose('Filter by this column…')
  await until(() => expect(panel()).not.toBeNull())
  expect(
    [...(panel()?.querySelectorAll('[aria-label], legend, label') ?? [])].map(
      (each) => each.getAttribute('aria-label') ?? each.textContent,
    ),
  ).toContain(label)
})

describe('the menu of a row', () => {
  it('filters by the value of the cell under the pointer', async () => {
    await rightClick(document.querySelector('#inspection-row-1 [data-cell=site]'))
    await until(() => expect(items().slice(0, 2)).toEqual(['Only Cork', 'Not Cork']))
    expect(items()).not.toContain('Only Ann')
    await choose('Not Cork')
    await until(() => expect(page.url).toContain('site!=Cork'))
  })

  it('offers all values of the active row with the menu key', { tags: ['full'] }, async () => {
    await press('j')
    await press('ContextMenu', grid() ?? document.body)
    await until(() => expect(items()).toEqual(expect.arrayContaining(['Only Cork', 'Only Ann', 'Open in new tab'])))
    await choose('Only Ann')
    await until(() => expect(page.url).toContain('author=Ann'))
  })
})
