// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectionSelection } from './selection/selection-store'
import { inspectionQueries } from '@/lib/inspections/queries'
import { activeRow, button, click, grid, ListPage, press, titles, until } from './testing-list'

let page: ListPage
const rowsOf = (query: string) => query.replace('&include=rows&include=total', '')
const scroll = () =>
  act(async () =>
    grid()
      ?.closest('[tabindex="-1"]')
      ?.dispatchEvent(new Event('scroll', { bubbles: true })),
  )

beforeEach(() => {
  page = new ListPage()
})
afterEach(() => page.close())

const bulkBar = () => document.querySelector('[role=toolbar]')?.textContent ?? ''
const compareHref = () => document.querySelector('[role=toolbar] a[href*=compare]')?.getAttribute('href')

describe('the list of inspections', () => {
  it(
    'tells assistive technology the number of rows, and renders only the visible ones',
    { tags: ['full'] },
    async () => {
      await page.show()
      await until(() => expect(grid()?.getAttribute('aria-rowcount')).toBe('2401'))
      expect(titles()[0]).toBe('Inspection 5000')
      expect(titles().length).toBeLessThan(40)
      expect(document.querySelector('tbody tr')?.getAttribute('aria-rowindex')).toBe('2')
      expect(document.body.textContent).toContain('2,400 inspections')
    },
  )

  it(
    'reaches the last row with End, loads only the blocks around it, and opens it with Enter',
    { tags: ['full'] },
    async () => {
      await page.show()
      await until(() => expect(titles().length).toBeGreaterThan(0))
      await press('j')
      expect(activeRow()?.textContent).toContain('Inspection 5000')
      expect(document.activeElement).toBe(grid())
      await press('End', grid() ?? document.body)
      await scroll()
      await until(() => expect(activeRow()?.textContent).toContain('Inspection 7399'))
      const offsets = page.asked.map((query) => Number(new URLSearchParams(query).get('offset')))
      expect(offsets.filter((offset) => offset > 200 && offset < 2200)).toEqual([])
      await press('Enter', grid() ?? document.body)
      if (page.pushed.length === 0) await press('Enter', grid() ?? document.body)
      expect(page.pushed).toEqual(['/inspections/audit_7399'])
    },
  )

  it('keeps the active row in place when new rows arrive above it, and counts them', async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await press('j')
    await press('j')
    expect(activeRow()?.textContent).toContain('Inspection 5001')
    Object.assign(page.world, { added: 3, total: 2403, totalAll: 2403 })
    await act(async () => page.queryClient.invalidateQueries({ queryKey: inspectionQueries.all }))
    await until(() => expect(document.body.textContent).toContain('3 new'))
    expect(activeRow()?.textContent).toContain('Inspection 5001')
  })

  it('extends the selection that is on screen, also after "Select all"', async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await press('j')
    await press('x')
    await click(button('Select all 2,400'))
    await press('ArrowDown', grid() ?? document.body, { shiftKey: true })
    expect(bulkBar()).toContain('All 2,400 matching selected')
    await act(async () => inspectionSelection.clear())
    await press('ArrowDown', grid() ?? document.body, { shiftKey: true })
    expect(bulkBar()).toContain('2 selected')
    await act(async () => inspectionSelection.clear())
  })

  it('compares two selected inspections with the earlier one on the left, in whatever order they were selected', async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    // The list begins with the newest.
    for (const key of ['j', 'x', 'j', 'x']) await press(key)
    expect(compareHref()).toBe('/inspections/compare?a=audit_5001&b=audit_5000')
    await act(async () => inspectionSelection.clear())
    for (const key of ['x', 'k', 'x']) await press(key)
    expect(compareHref()).toBe('/inspections/compare?a=audit_5001&b=audit_5000')
    await act(async () => inspectionSelection.clear())
  })

  it('shows no id in place of a title that is still loading', { tags: ['full'] }, async () => {
    page.world.hydrated = false
    await page.show()
    await until(() => expect(document.querySelectorAll('tbody a').length).toBeGreaterThan(0))
    expect(document.body.textContent).not.toContain('audit_5')
  })

  it('shows the failure with the request id, and recovers with the button', async () => {
    page.world.failure = { status: 503, code: 'unavailable', detail: 'The database does not answer.' }
    await page.show()
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('does not answer'))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('req_1')
    page.world.failure = null
    await click(button('Retry'))
    await until(() => expect(titles()[0]).toBe('Inspection 5000'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('keeps its rows when a refresh fails', { tags: ['full'] }, async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    page.world.failure = { status: 502, code: 'upstream_failed', detail: 'The service failed.' }
    await act(async () => page.queryClient.invalidateQueries({ queryKey: inspectionQueries.all }))
    await until(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    expect(titles()[0]).toBe('Inspection 5000')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('were loaded earlier')
  })

  it('filters by the templates of the address, and clears only them', { tags: ['full'] }, async () => {
    page.world.total = 0
    await page.show('?template=template_a&template=template_b&keep=1')
    await until(() => expect(document.body.textContent).toContain('No inspections found'))
    expect(rowsOf(page.asked[0] ?? '')).toBe('template=template_a&template=template_b&offset=0&limit=50')
    expect(document.body.textContent).toContain('0 of 2,400')
    page.world.total = 2400
    await click(button('Clear filter'))
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(page.url).toBe('?keep=1')
  })

  it('returns to the row from which an inspection was opened', { tags: ['full'] }, async () => {
    sessionStorage.setItem('sightline.list-place', JSON.stringify({ filter: '[]', scrollTop: 4000, active: 101 }))
    await page.show()
    await until(() => expect(grid()?.closest('[tabindex="-1"]')?.scrollTop).toBe(4000))
    await scroll()
    await until(() => expect(activeRow()?.textContent).toContain('Inspection 5101'))
    expect(document.activeElement).toBe(grid())
    expect(sessionStorage.getItem('sightline.list-place')).toBeNull()
  })
})

const lines = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('a, th')?.textContent)
const head = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('tbody th button')].find((each) => each.textContent?.startsWith(label))
const site = (value: string | null, count: number) => ({ value, label: value, count })
/** The requests for rows, except for those of the whole list. */
const askedOfGroups = () => page.asked.filter((query) => query.includes('site'))

const choice = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')].find(({ textContent }) => textContent === 'Site')

describe('the list of inspections in groups', () => {
  beforeEach(() => {
    page.world.total = (asked) =>
      asked.has('site!') ? 1 : asked.get('site') === 'Leeds' ? 2 : asked.has('site') ? 150 : 160
    page.world.facets.site = { values: [site('Cork', 150), site('Leeds', 2), site(null, 1)], distinct: 3 }
  })

  it('has headers with the counts of the server, and loads the rows of a group when it opens', async () => {
    await page.show('?groupBy=site&result=failed')
    await until(() => expect(lines()[1]).toBe('Inspection 5000'))
    expect(lines()[0]).toBe('Cork150')
    expect(button('Grouped by Site')).toBeDefined()
    expect(askedOfGroups().map(rowsOf)).toEqual(['site=Cork&result=failed&offset=0&limit=50'])
    await click(head('Cork'))
    await until(() => expect(lines()).toEqual(['Cork150', 'Leeds2', 'No site1', 'Not loaded yet7']))
    await click(head('No site'))
    await until(() => expect(lines().slice(2)).toEqual(['No site1', 'Inspection 5000', 'Not loaded yet7']))
    expect(askedOfGroups().map(rowsOf).at(-1)).toBe('site%21=*&result=failed&offset=0&limit=50')
    expect(askedOfGroups()).toHaveLength(2)
  })

  it(
    'opens groups with the keys, previews their rows, and selects all matching inspections',
    { tags: ['full'] },
    async () => {
      await page.show('?groupBy=site&sort=title')
      await until(() => expect(lines()[1]).toBe('Inspection 5000'))
      await press('j')
      await press('Enter', grid() ?? document.body)
      await until(() => expect(lines()).toHaveLength(4))
      await press('j')
      await press('Enter', grid() ?? document.body)
      await until(() => expect(lines().slice(1, 4)).toEqual(['Leeds2', 'Inspection 5000', 'Inspection 5001']))
      await press('j')
      expect(activeRow()?.textContent).toContain('Inspection 5000')
      await press(' ', grid() ?? document.body)
      await until(() => expect(page.url).toContain('row=audit_5000'))
      await press('x')
      await click(button('Select all 160'))
      await until(() =>
        expect(document.querySelector('[role=toolbar]')?.textContent).toContain('All 160 matching selected'),
      )
      inspectionSelection.clear()
    },
  )

  it('asks for more values than filters show, and counts those that are not listed', async () => {
    page.world.facets.site = { values: [site('Cork', 150)], distinct: 1_200 }
    page.world.found = [site('Cork', 150), site('Leeds', 2)]
    await page.show('?groupBy=site&sort=-title')
    await until(() => expect(lines()[1]).toBe('Inspection 5000'))
    await click(head('Cork'))
    await until(() => expect(lines()).toEqual(['Cork150', 'Leeds2', '1,198 more groups: filter to see them']))
    expect(page.counted).toContain('sort=-title&name=site&limit=1000')
  })

  it('is not read for the list without groups', async () => {
    await page.show()
    await until(() => expect(titles()[0]).toBe('Inspection 5000'))
    expect(page.asked.every((query) => !query.includes('site'))).toBe(true)
    expect(page.counted.some((query) => query.includes('name='))).toBe(false)
    expect(document.querySelector('tbody th')).toBeNull()
  })

  it('keeps the column of the groups in the address', { tags: ['full'] }, async () => {
    await page.show('?result=failed')
    await until(() => expect(titles()[0]).toBe('Inspection 5000'))
    await click(button('Group by'))
    await until(() => expect(choice()).toBeDefined())
    await click(choice())
    await until(() => expect(page.url).toBe('?result=failed&groupBy=site'))
    await until(() => expect(lines()[0]).toBe('Cork150'))
  })
})
