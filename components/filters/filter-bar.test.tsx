// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { button, chips, click, grid, ListPage, press, titles, type, until } from '@/components/inspections/testing-list'

let page: ListPage

const searchBox = () => document.querySelector<HTMLInputElement>('[role=search] input')
const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const option = (name: string) => options().find((each) => each.textContent?.startsWith(name))
const openPanel = async (name: string) => {
  await click(
    [...document.querySelectorAll('fieldset button')].find((each) => each.textContent?.startsWith(name)) as HTMLElement,
  )
  await until(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
}
const choose = (label: string, within = '[role=dialog]') =>
  click([...document.querySelectorAll<HTMLElement>(`${within} label`)].find((each) => each.textContent === label))
const field = (label: string) => document.querySelector(`[aria-label="${label}"]`)
const paste = (target: Element | null, text: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    target?.dispatchEvent(event)
  })

beforeEach(() => {
  page = new ListPage()
  page.world.facets.site = {
    values: [
      { value: 'Cork', label: null, count: 1204 },
      { value: 'Leeds', label: null, count: 937 },
      { value: null, label: null, count: 12 },
    ],
    distinct: 2,
  }
})
afterEach(() => page.close())

describe('chips', () => {
  it('show every filter of the address, and remove one at a time', { tags: ['full'] }, async () => {
    await page.show(
      '?site!=Cork&score=50..90&modified=now-7d/d..now&tz=UTC&sort=title&unknown=a,b&columns=title,site:240',
    )
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(chips()).toEqual(['Site: not Cork', 'Score: 50–90%', 'Modified: last 7 days'])
    await click(button('Remove filter Score: 50–90%'))
    await until(() => expect(chips()).toEqual(['Site: not Cork', 'Modified: last 7 days']))
    expect(page.url).toBe('?site!=Cork&modified=now-7d/d..now&tz=UTC&sort=title&unknown=a,b&columns=title,site:240')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove filter Modified: last 7 days')
  })

  it('show refused parameters with the reason, and one button removes them all', { tags: ['full'] }, async () => {
    page.world.failure = {
      status: 422,
      code: 'invalid',
      detail: 'Some of what was sent is not valid.',
      fields: { modified: 'is not a time range', tz: 'is not a time zone', offset: 'is not a whole number' },
    }
    await page.show('?modified=abc&tz=Mars/Olympus&site=Cork&keep=1')
    await until(() => expect(document.body.textContent).toContain('2 filters are not valid'))
    expect(chips()).toEqual([
      'Time zone: Mars/Olympusis not a time zone',
      'Site: Cork',
      'Modified: abcis not a time range',
    ])
    expect(document.querySelector('[role=alert]')).toBeNull()
    page.world.failure = null
    await click(button('Remove 2 filters'))
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(page.url).toBe('?site=Cork&keep=1')
  })

  it('say that the list cannot have an order, and offer the default one', { tags: ['full'] }, async () => {
    page.world.failure = {
      status: 422,
      code: 'invalid',
      detail: 'Some of what was sent is not valid.',
      fields: { sort: 'works for up to 50,000 inspections' },
    }
    await page.show('?sort=-media&keep=1')
    const reason = 'Media, most first: works for up to 50,000 inspections.'
    await until(() => expect(document.body.textContent).toContain(reason))
    page.world.failure = null
    await click(button('Use the default order'))
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(page.url).toBe('?keep=1')
  })

  it('are removed by Clear filters, which moves the focus to the search', { tags: ['full'] }, async () => {
    await page.show('?site=Cork&result=failed&keep=1')
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await click(button('Clear filters'))
    await until(() => expect(page.url).toBe('?keep=1'))
    expect(document.activeElement).toBe(searchBox())
  })

  it('are removed by Shift+Escape without other parameters of the address', { tags: ['full'] }, async () => {
    await page.show('?q=fork&result=failed&sort=-score&rows=compact&keep=1')
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await press('Escape', document.body, { shiftKey: true })
    await until(() => expect(page.url).toBe('?sort=-score&rows=compact&keep=1'))
    expect(page.writes.at(-1)).toMatch(/^push/)
    expect(searchBox()?.value).toBe('')
  })
})

describe('a panel of values', () => {
  it(
    'offers the values with their counts, and makes several choices one step of the history',
    { tags: ['full'] },
    async () => {
      await page.show()
      await until(() => expect(titles().length).toBeGreaterThan(0))
      await openPanel('Site')
      await until(() =>
        expect(options().map((each) => each.textContent)).toEqual(['Cork1,204', 'Leeds937', 'No site12']),
      )
      await click(option('Cork'))
      await until(() => expect(page.url).toBe('?site=Cork'))
      await click(option('Leeds'))
      await until(() => expect(page.url).toBe('?site=Cork&site=Leeds'))
      expect(page.writes).toEqual(['push ?site=Cork', 'replace ?site=Cork&site=Leeds'])
    },
  )

  it('keeps the selection when it changes to "is not", and its chip opens it again', { tags: ['full'] }, async () => {
    await page.show('?site=Cork')
    await until(() => expect(chips()).toEqual(['Site: Cork']))
    await click(button('Site: Cork'))
    await until(() => expect(option('Cork')?.getAttribute('aria-selected')).toBe('true'))
    await choose('Is not')
    await until(() => expect(page.url).toBe('?site!=Cork'))
    expect(chips()).toEqual(['Site: not Cork'])
    await click(option('No site'))
    await until(() => expect(page.url).toBe('?site!=Cork&site=*'))
  })

  it('names results like the rows', { tags: ['full'] }, async () => {
    page.world.facets.result = { values: [{ value: 'in-progress', label: 'in-progress', count: 9 }], distinct: 1 }
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await openPanel('Result')
    await until(() => expect(options().map((each) => each.textContent)).toEqual(['In progress9']))
  })

  it('searches on the server when it does not have all values', { tags: ['full'] }, async () => {
    page.world.facets.site.distinct = 900
    page.world.found = [{ value: 'Zürich', label: null, count: 3 }]
    await page.show('?result=failed')
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await openPanel('Site')
    await until(() => expect(options().length).toBe(3))
    await type(document.querySelector('[role=dialog] input[role=combobox]'), 'zuri')
    await until(() => expect(options().map((each) => each.textContent)).toEqual(['Zürich3']))
    expect(page.counted.filter((query) => query.includes('find='))).toEqual(['result=failed&name=site&find=zuri'])
  })
})

describe('dates', () => {
  it('are written to the address with their time zone, and removed with it', { tags: ['full'] }, async () => {
    page.world.resolved = [{ from: '2026-11-13T00:00:00.000Z', to: '2026-11-20T12:00:00.000Z' }]
    await page.show('?keep=1', 'Asia/Tokyo')
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await openPanel('Date')
    // Completed is what people mean by the date of an inspection.
    await choose('Modified')
    await click(button('Last 7 days'))
    await until(() => expect(page.url).toBe('?keep=1&modified=now-7d/d..now&tz=Asia/Tokyo'))
    await until(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('13 Nov 2026 09:00'))
    expect(page.asked.at(-1)).toContain('tz=Asia%2FTokyo')
    await choose('Completed')
    await click(button('Today'))
    await until(() => expect(page.url).toContain('completedAt=now/d'))
    await click(button('Remove filter Modified: last 7 days'))
    await click(button('Remove filter Completed: today'))
    await until(() => expect(page.url).toBe('?keep=1'))
  })

  it('use the person’s time zone when the address names none', async () => {
    await page.show('?modified=now/d', 'Asia/Tokyo')
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(new URLSearchParams(page.asked[0]).get('tz')).toBe('Asia/Tokyo')
    expect(page.url).toBe('')
  })
})

describe('more filters', () => {
  it('write ranges and switches to the address', { tags: ['full'] }, async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await openPanel('Add filter')
    await type(field('Score, %: at least'), '50')
    await type(field('Score, %: at most'), '90')
    await until(() => expect(page.url).toBe('?score=50..90'))
    await choose('Yes')
    await until(() => expect(page.url).toMatch(/^\?score=50\.\.90&completed=true/))
  })

  it(
    'have buttons of their own for review and media, and one for the author while it filters',
    { tags: ['full'] },
    async () => {
      await page.show('?author=Li+Wei')
      await until(() => expect(titles().length).toBeGreaterThan(0))
      const names = [...document.querySelectorAll('fieldset button')].map(({ textContent }) => textContent)
      expect(names).toEqual(['Template', 'Site', 'Result', 'Review', 'Media', 'Date', 'Author', 'Add filter'])
      await openPanel('Review')
      await choose('Unreviewed')
      await choose('Changed since review')
      await until(() => expect(page.url).toBe('?author=Li+Wei&review=unreviewed&review=changed'))
      await press('Escape')
      await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
      await openPanel('Media')
      await choose('No media')
      await until(() => expect(page.url).toBe('?author=Li+Wei&review=unreviewed&review=changed&media=without'))
    },
  )
})

describe('the search box', () => {
  it(
    'gets the focus with "/", searches when typing pauses without adding to the history, and is cleared by Escape',
    { tags: ['full'] },
    async () => {
      await page.show('?keep=1')
      await until(() => expect(titles().length).toBeGreaterThan(0))
      await press('/')
      expect(document.activeElement).toBe(searchBox())
      await type(searchBox(), 'f')
      await type(searchBox(), 'fork')
      await until(() => expect(page.url).toBe('?keep=1&q=fork'))
      expect(page.writes).toEqual(['replace ?keep=1&q=fork'])
      await press('Enter', searchBox() ?? document.body)
      await until(() => expect(page.writes).toEqual(['replace ?keep=1&q=fork', 'push ?keep=1&q=fork']))
      await press('Escape', searchBox() ?? document.body)
      expect(searchBox()?.value).toBe('')
      await until(() => expect(page.url).toBe('?keep=1'))
      await press('Escape', searchBox() ?? document.body)
      expect(document.activeElement).not.toBe(searchBox())
    },
  )

  it('keeps the old rows until the rows of the new text are loaded', { tags: ['full'] }, async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    page.world.total = (asked) => (asked.get('q') === 'fork' ? 37 : 2400)
    page.world.isReading = true
    await type(searchBox(), 'fork')
    await until(() => expect(page.asked.at(-1)).toContain('q=fork'))
    expect(titles()[0]).toBe('Inspection 5000')
    page.world.isReading = false
    await until(() => expect(grid()?.getAttribute('aria-rowcount')).toBe('38'))
  })

  it('accepts a pasted list of ids, one per line', { tags: ['full'] }, async () => {
    await page.show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await paste(searchBox(), 'audit_1\naudit_2\r\naudit_3\n')
    await until(() => expect(page.url).toBe('?q=audit_1+audit_2+audit_3'))
  })

  it(
    'offers to search for words that start with the last word when whole words have no match',
    { tags: ['full'] },
    async () => {
      page.world.total = (asked) => (asked.get('q') === 'forkl*' ? 12 : 0)
      await page.show('?q=forkl')
      await until(() => expect(button('Search forkl* (12)')).toBeDefined())
      await click(button('Search forkl* (12)'))
      await until(() => expect(document.body.textContent).toContain('12 of 2,400'))
      expect(page.url).toBe('?q=forkl*')
    },
  )
})

describe('an empty result', () => {
  it('does not offer a search by prefix that has no match either', async () => {
    page.world.total = 0
    await page.show('?q=forkl')
    await until(() => expect(page.counted.some((query) => query.includes('q=forkl*'))).toBe(true))
    await until(() => expect(document.body.textContent).toContain('No inspections match “forkl”.'))
    await until(() => expect(page.queryClient.isFetching()).toBe(0))
    expect(
      [...document.querySelectorAll('button')].filter((each) => each.textContent.startsWith('Search fork')),
    ).toEqual([])
  })

  it('shows the count without each filter, and removes the chosen filter', { tags: ['full'] }, async () => {
    page.world.total = (asked) => (asked.has('site') ? 0 : 257)
    await page.show('?site=Nowhere&result=failed')
    await until(() => {
      const lines = [...document.querySelectorAll('ul:not([aria-label]) li')].map((line) => line.textContent)
      expect(lines).toEqual(['Site: Nowhere257 match without itRemove', 'Result: Failed0 match without itRemove'])
    })
    const remove = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Remove')
    await click(remove)
    await until(() => expect(page.url).toBe('?result=failed'))
    await until(() => expect(titles().length).toBeGreaterThan(0))
  })
})

describe('the count', () => {
  it('says “about” until it was counted exactly', async () => {
    Object.assign(page.world, { total: 410_000, totalAll: 1_000_000, totalIsExact: false })
    page.world.isCounting = true
    await page.show('?result=failed')
    await until(() => expect(document.body.textContent).toContain('about 410,000 of 1,000,000'))
    page.world.isCounting = false
    await until(() => expect(document.body.textContent).not.toContain('about 410,000'))
    expect(document.body.textContent).toContain('410,000 of 1,000,000')
  })
})
