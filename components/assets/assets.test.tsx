// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activeRow, button, click, grid, press, type, until } from '@/components/inspections/testing-list'
import type { ActivityEntry } from '@/lib/activity/schema'
import type { StepState } from '@/lib/asset-changes/schema'
import { assetAddress } from './address'
import { AssetListPage, codes, menuItem, rowOf, statusButton, statusWords } from './testing-assets'
import { statusOf, works } from './testing-asset-world'

const settleMs = 20_000
let page: AssetListPage

const listQueries = () => page.world.asked.filter(({ pathname }) => pathname === '/api/assets')
const bar = () => document.querySelector('[role=toolbar]')?.textContent ?? ''
const box = (code: string) => rowOf(code)?.querySelector<HTMLInputElement>('input[type=checkbox]')
const items = () => [...document.querySelectorAll('ol[aria-label=History] > li')].map((item) => item.textContent)
const dialog = () => document.querySelector('[role=dialog][data-open]')
const toasts = () => document.querySelector('[data-toasts]')?.textContent ?? ''
const radio = (name: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
    .find((label) => label.textContent?.startsWith(name))
    ?.querySelector('input')
const scroll = (top: number) =>
  act(async () => {
    const scroller = grid()?.closest('[tabindex="-1"]')
    if (scroller === null || scroller === undefined) return
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll', { bubbles: true }))
  })
const option = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=option]')].find((each) => each.textContent?.startsWith(name))
const sheet = () => document.querySelector('aside')?.textContent ?? ''
function read(search: string) {
  const params = new URLSearchParams(search)
  return assetAddress.read(Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)])))
}
const ready = () => until(() => expect(codes()[0]).toBe('A-000000'))

beforeEach(() => {
  page = new AssetListPage(1_204)
})
afterEach(() => page.close())

describe('the list of assets', () => {
  it(
    'says how many assets there are, renders only the visible ones, and reaches the last row',
    { tags: ['full'] },
    async () => {
      await page.close()
      page = new AssetListPage(20_000)
      await page.show()
      await ready()
      expect(document.body.textContent).toContain('20,000 assets')
      expect(grid()?.getAttribute('aria-rowcount')).toBe('20001')
      expect(codes().length).toBeLessThan(40)
      await press('j')
      await press('End', grid() ?? document.body)
      await scroll(19_999 * 40)
      await until(() => expect(activeRow()?.textContent).toContain('A-019999'))
      expect(codes().length).toBeLessThan(40)
      expect(listQueries().length).toBeLessThan(50)
    },
  )

  it('requests what the address says, and writes each choice to the address', { tags: ['full'] }, async () => {
    await page.show('?type=t_fork&type=t_lift&status=o_out&q=leeds&sort=-code')
    await until(() => expect(codes().length).toBeGreaterThan(0))
    const asked = listQueries()[0]?.searchParams
    expect(asked?.getAll('type')).toEqual(['t_fork', 't_lift'])
    expect(asked?.getAll('status')).toEqual(['o_out'])
    expect([asked?.get('q'), asked?.get('sort'), asked?.get('state')]).toEqual(['leeds', '-code', 'active'])
    expect(document.querySelector('[aria-sort=descending]')?.textContent).toBe('Code')
    await click(button('Code'))
    await until(() => expect(page.url).not.toContain('sort='))
    await click(button('Modified'))
    await until(() => expect(page.url).toContain('sort=-modified'))
    await click(button('Clear filters'))
    await until(() => expect(page.url).toBe('?sort=-modified'))
    // Back undoes each of these as a step of its own.
    expect(page.writes.every((write) => write.startsWith('push'))).toBe(true)
  })

  it('reads the valid parts of an address', () => {
    expect(read('?state=broken&sort=nonsense&type=&type=a&type=a')).toEqual(read('?type=a'))
    expect(assetAddress.writeKey(read('?type=a&q=b'))).toBe(assetAddress.writeKey(read('?q=b&type=a')))
    expect(assetAddress.writeKey(read('?type=a'))).not.toBe(assetAddress.writeKey(read('?site=a')))
    expect(
      read(`?${'type=x&'.repeat(3)}${Array.from({ length: 300 }, (_, at) => `site=${at}`).join('&')}`).site,
    ).toHaveLength(100)
  })

  it('focuses the search with its key, and sends a request when typing pauses', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    await press('/')
    const field = document.querySelector('input[type=search]')
    expect(document.activeElement).toBe(field)
    await type(field, 'A-00001')
    await until(() => expect(codes()).toHaveLength(10))
    expect(page.url).toBe('?q=A-00001')
    expect(document.body.textContent).toContain('10 assets')
  })

  it('counts values in the filters, and filters by them', { tags: ['full'] }, async () => {
    await page.show('?status=none')
    await until(() => expect(document.body.textContent).toContain('301 assets'))
    await click(button('Site'))
    await until(() => expect(document.querySelector('[role=option]')).not.toBeNull())
    const options = [...document.querySelectorAll<HTMLElement>('[role=option]')]
    expect(options.map(({ textContent }) => textContent)).toEqual(['Cork301'])
    await click(options[0])
    await until(() => expect(page.url).toBe('?status=none&site=s_cork'))
    expect(button('Site: Cork')).toBeDefined()
  })

  it('has the names of types in its address, and reads them in any case', async () => {
    await page.show('?type=fORKLIFT')
    await until(() => expect(document.body.textContent).toContain('301 assets'))
    await until(() => expect(button('Type: Forklift')).toBeDefined())
    await click(button('Type: Forklift'))
    await until(() => expect(option('Forklift')?.getAttribute('aria-selected')).toBe('true'))
    await click(option('Lift'))
    await until(() => expect(page.url).toBe('?type=Forklift&type=Lift'))
    await until(() => expect(document.body.textContent).toContain('602 assets'))
  })

  it('keeps the ids of types in old links, and adds names beside them', { tags: ['full'] }, async () => {
    await page.show('?type=t_fork')
    await until(() => expect(button('Type: Forklift')).toBeDefined())
    expect(page.writes).toEqual([])
    await click(button('Type: Forklift'))
    await until(() => expect(option('Lift')).toBeDefined())
    await click(option('Lift'))
    await until(() => expect(page.url).toBe('?type=Forklift&type=Lift'))
  })

  it('says which type of the address does not exist', async () => {
    await page.show('?type=Forklft&type=t_gone')
    await until(() => expect(document.body.textContent).toContain('No asset type is named “Forklft” or “t_gone”.'))
    expect(button('Clear filters')).toBeDefined()
  })

  it('says that nothing matches, and clears the filter', { tags: ['full'] }, async () => {
    await page.show('?q=nothing-like-it')
    await until(() => expect(document.body.textContent).toContain('No assets match'))
    await click(button('Clear filters'))
    await ready()
  })

  it('says what failed with the request id, and recovers with the button', { tags: ['full'] }, async () => {
    page.world.failure = { status: 503, code: 'unavailable', detail: 'The database does not answer.' }
    await page.show()
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('does not answer'))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('req_1')
    page.world.failure = null
    await click(button('Retry'))
    await ready()
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('says that the first listing is running, and shows assets as they arrive', { tags: ['full'] }, async () => {
    const { assets } = page.world
    page.world.assets = []
    page.world.reach = { assets: 'pending', assetsAsOf: null, areWritesRefused: false }
    await page.show()
    await until(() => expect(document.body.textContent).toContain('Loading assets for the first time'))
    page.world.assets = assets
    await until(() => expect(document.body.textContent).toContain('More rows appear as they arrive'))
    page.world.reach = { assets: 'listed', assetsAsOf: '2026-11-21T07:00:01.000Z', areWritesRefused: false }
    await until(() => expect(document.body.textContent).not.toContain('for the first time'))
  })

  it('names the permission that the token lacks', async () => {
    page.world.assets = []
    page.world.reach = { assets: 'refused', assetsAsOf: null, areWritesRefused: false }
    await page.show()
    await until(() => expect(document.body.textContent).toContain('“Assets: Access”'))
  })

  it('refreshes the list on demand, and shows the new rows', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    const before = listQueries().length
    await click(button('Refresh'))
    await until(() => expect(listQueries().length).toBeGreaterThan(before))
    expect(page.world.refreshed).toBe(1)
  })

  it('refreshes its rows when a newer listing has ended', { tags: ['full'] }, async () => {
    page.world.boardAsOf = '2026-11-21T07:10:00.000Z'
    await page.show()
    await ready()
    page.world.reach = { ...page.world.reach, assetsAsOf: '2026-11-21T07:10:00.000Z' }
    await until(() => expect(listQueries().length).toBe(2))
  })
})

describe('the sheet of an asset', () => {
  it(
    'opens with Space, is part of the address, follows j and k, and closes with Escape',
    { tags: ['full'] },
    async () => {
      await page.show()
      await ready()
      await press('j')
      await press(' ', grid() ?? document.body)
      await until(() => expect(page.url).toBe('?row=asset_0'))
      await until(() => expect(sheet()).toContain('SN asset_0'))
      expect(sheet()).toContain('1 of 1,204')
      expect(sheet()).toContain('front.jpg')
      await press('j')
      await until(() => expect(sheet()).toContain('SN asset_1'))
      expect(page.url).toBe('?row=asset_1')
      await click(button('Previous asset'))
      await until(() => expect(sheet()).toContain('SN asset_0'))
      await press('Escape')
      await until(() => expect(document.querySelector('aside')).toBeNull())
      expect(page.url).toBe('')
    },
  )

  it(
    'says in the history what changed the status indirectly, and restores the status if possible',
    { tags: ['full'] },
    async () => {
      const entry: ActivityEntry = {
        activityId: '11111111-1111-4111-8111-111111111111',
        at: '2026-11-20T20:58:00.000Z',
        actorId: null,
        actorName: 'Robin',
        actorEmail: '',
        action: 'asset-type.assign-group',
        objectKind: 'asset-type',
        objectId: 't_fork',
        objectName: 'Forklift',
        changeId: '22222222-2222-4222-8222-222222222222',
        before: { groupId: 'g_use', name: 'Operational' },
        after: { groupId: 'g_fire', name: 'Fire safety' },
        isWithheld: false,
        outcome: 'done',
        outcomeNote: null,
        finishedAt: null,
        snapshotCount: 21,
        relatedCount: 0,
        requestId: null,
        address: null,
      }
      const lost = statusOf('o_check')
      if (lost === null) throw new Error('there is such a status')
      const noticed = {
        kind: 'noticed',
        noticeId: '33333333-3333-4333-8333-333333333333',
        noticedAt: '2026-11-20T21:06:00.000Z',
        knownAt: '2026-11-20T21:00:00.000Z',
        before: { ...lost, optionId: 'o_gone', name: 'Retired' },
        after: null,
        isOutside: true,
      } as const
      page.world.history = [noticed, { kind: 'entry', entry, effect: { before: lost, after: null } }]
      page.world.setTruth('asset_0', null)
      await page.show('?row=asset_0')
      await until(() => expect(items()).toHaveLength(2))
      expect(items()[0]).toContain('Changed outside Sightline')
      expect(items()[0]).toContain('noticed')
      // Its group has no status of this name, so it cannot be restored.
      expect(items()[0]).not.toContain('Restore')
      expect(items()[1]).toContain('Robin')
      expect(items()[1]).toContain('Forklift')
      await until(() => expect(items()[1]).toMatch(/This asset:Check.*No status/))
      await until(() => expect(button('Restore Check')).toBeDefined())
      await click(button('Restore Check'))
      await until(() => expect(page.world.find('asset_0').status?.optionId).toBe('o_check'))
      await until(() => expect(button('Restore Check')).toBeUndefined())
    },
  )

  it('opens with a click on the row, and Enter opens the page of the asset', async () => {
    await page.show()
    await ready()
    const row = rowOf('A-000001')
    expect(row?.querySelector('a')?.getAttribute('href')).toBe('/assets/asset_1')
    await click(row?.querySelector<HTMLElement>('td:last-child'))
    await until(() => expect(page.url).toBe('?row=asset_1'))
    expect(page.pushed).toEqual([])
    await press('Enter', grid() ?? document.body)
    await until(() => expect(page.pushed).toEqual(['/assets/asset_1']))
  })

  it('opens from a link with its row active, and says when the asset was deleted', { tags: ['full'] }, async () => {
    await page.show('?row=asset_3')
    await until(() => expect(activeRow()?.textContent).toContain('A-000003'))
    await page.close()
    page = new AssetListPage(10)
    await page.show('?row=asset_77')
    await until(() => expect(document.querySelector('aside')?.textContent).toContain('Asset not found'))
  })
})

describe('the selection', () => {
  it(
    'selects rows with x, with their checkboxes and in ranges, and keeps them when the filter changes',
    { tags: ['full'] },
    async () => {
      await page.show()
      await ready()
      await press('j')
      await press('x')
      expect(bar()).toContain('1 selected')
      // Notices appear above the bar, not over its buttons.
      const { style } = document.documentElement
      expect(style.getPropertyValue('--foot-height')).toBe('3.25rem')
      await press('ArrowDown', grid() ?? document.body, { shiftKey: true })
      await press('ArrowDown', grid() ?? document.body, { shiftKey: true })
      expect(bar()).toContain('3 selected')
      await press('ArrowUp', grid() ?? document.body, { shiftKey: true })
      expect(bar()).toContain('2 selected')
      await click(box('A-000006'))
      expect(bar()).toContain('3 selected')
      await type(document.querySelector('input[type=search]'), 'cork')
      await until(() => expect(document.body.textContent).toContain('602 assets'))
      expect(bar()).toContain('3 selected')
      await click(box('A-000003'))
      expect(bar()).toContain('4 selected')
      await press('Escape')
      expect(document.querySelector('[role=toolbar]')).toBeNull()
      expect(style.getPropertyValue('--foot-height')).toBe('')
    },
  )

  it('extends over rows that are not loaded yet', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    await press('j')
    await press('x')
    // jsdom sends no scroll events, so the list does not load more.
    for (let pages = 1; pages <= 20; pages += 1) await press('PageDown', grid() ?? document.body, { shiftKey: true })
    await until(() => expect(bar()).toContain(`${20 * 14 + 1} selected`))
    expect(codes()).not.toContain('A-000270')
  })

  it.each([
    ['another filter', 'cork', ''],
    ['another filter and back again', 'cork', 'cleared'],
  ])(
    'does not apply a range to %s if the range was chosen while rows were loading',
    { tags: ['full'] },
    async (_, words, back) => {
      await page.show()
      await ready()
      await press('j')
      await press('x')
      const held: Array<() => void> = []
      const answer = page.world.answer.bind(page.world)
      vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
        const response = await answer(address, init)
        if (/[?&]after=/.test(address) && !/[?&]q=[^&]/.test(address)) await new Promise<void>((go) => held.push(go))
        return response
      })
      for (let pages = 1; pages <= 20; pages += 1) await press('PageDown', grid() ?? document.body, { shiftKey: true })
      const before = bar().split(' selected')[0]
      await until(() => expect(held).toHaveLength(1))
      await type(document.querySelector('input[type=search]'), words)
      await until(() => expect(toasts()).toContain('The range was not selected'))
      await until(() => expect(document.body.textContent).toContain('602 assets'))
      if (back !== '') {
        await type(document.querySelector('input[type=search]'), '')
        await until(() => expect(document.body.textContent).toContain('1,204 assets'))
      }
      vi.stubGlobal('fetch', answer)
      for (const go of held) go()
      await until(() => expect(bar()).not.toBe(''))
      expect(bar().split(' selected')[0]).toBe(before)
    },
  )

  it(
    'selects all rows of the filter, excludes single ones, and does not apply to another filter',
    { tags: ['full'] },
    async () => {
      await page.show()
      await ready()
      await press('x')
      await click(button('Select all 1,204'))
      expect(bar()).toContain('All 1,204 matching selected')
      await click(box('A-000002'))
      expect(bar()).toContain('1 excluded')
      await type(document.querySelector('input[type=search]'), 'leeds')
      await until(() => expect(document.querySelector('[role=toolbar]')).toBeNull())
      await until(() => expect(toasts()).toContain('Selection cleared'))
    },
  )
})

describe('setting a status', () => {
  it('shows the status at once, confirms it, and restores the earlier one', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    expect(statusWords('A-000000')).toBe('In service')
    await click(statusButton('A-000000'))
    await until(() => expect(menuItem('Out of service')).toBeDefined())
    expect([...document.querySelectorAll('[role=menuitemradio]')].map(({ textContent }) => textContent)).toEqual([
      'In service',
      'Check',
      'Out of service',
      'No status',
    ])
    // The step is still running, because only a certain result may be announced.
    const steps: StepState[] = ['running']
    page.world.scripts.set('asset_0', { ...works, steps })
    await click(menuItem('Out of service'))
    expect(statusWords('A-000000')).toBe('Out of service')
    expect(statusButton('A-000000')?.getAttribute('aria-busy')).toBe('true')
    steps.push('done')
    await until(() => expect(toasts()).toContain('A-000000: Out of service'))
    expect(page.world.find('asset_0').status?.optionId).toBe('o_out')
    await until(() => expect(statusButton('A-000000')?.getAttribute('aria-busy')).toBeNull())
    await click(button('Undo'))
    await until(() => expect(page.world.find('asset_0').status?.optionId).toBe('o_in'))
    await until(() => expect(statusWords('A-000000')).toBe('In service'))
    expect(page.world.posted.map(({ body }) => body)).toEqual(
      ['o_out', 'o_in'].map((optionId) => ({ selection: { kind: 'ids', ids: ['asset_0'] }, optionId })),
    )
  })

  it('opens the menu of the active row with s', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    await press('j')
    await press('s')
    await until(() => expect(menuItem('Check')).toBeDefined())
  })

  it(
    'says why an asset of a type without a group has no status, and leads to the board',
    { tags: ['full'] },
    async () => {
      await page.show()
      await ready()
      await click(statusButton('A-000003'))
      await until(() => expect(document.body.textContent).toContain('Toolbox has no status group'))
      await click(menuItem('Open the type board'))
      expect(page.pushed).toEqual(['/status-groups/types'])
    },
  )

  it(
    'is disabled with the reason for a viewer, and for a token that SafetyCulture has refused',
    { tags: ['full'] },
    async () => {
      await page.show('', 'viewer')
      await ready()
      await click(statusButton('A-000000'))
      await until(() => expect(document.body.textContent).toContain('Your role can view statuses but not set them'))
      expect(document.querySelector('[role=menuitemradio]')).toBeNull()
      await press('x')
      expect(button('Set status…')?.getAttribute('aria-disabled')).toBe('true')
      await click(button('Set status…'))
      expect(dialog()).toBeNull()
      await page.close()
      page = new AssetListPage(20)
      page.world.reach = { ...page.world.reach, areWritesRefused: true }
      await page.show()
      await ready()
      await click(statusButton('A-000000'))
      await until(() => expect(document.body.textContent).toContain('“Assets: Settings”'))
      expect(page.world.posted).toEqual([])
    },
  )

  it(
    'says which assets of a selection can have which status, and asks for confirmation when there are many',
    { tags: ['full'] },
    async () => {
      await page.show()
      await ready()
      await press('x')
      await click(button('Select all 1,204'))
      await press('s')
      await until(() => expect(dialog()?.textContent).toContain('available for 602 of 1,204'))
      expect(dialog()?.textContent).toContain('available for 301 of 1,204')
      expect(dialog()?.textContent).not.toContain('skipped')
      await click(radio('Check'))
      expect(dialog()?.textContent).toContain(
        '602 assets will be skipped: 301 Extinguisher (uses Fire safety), 301 Toolbox (no status group)',
      )
      await click(button('Set 602 assets to Check…'))
      expect(page.world.posted).toEqual([])
      expect(dialog()?.textContent).toContain('602 assets will have the status “Check”')
      await click(button('Set 602 assets to Check'))
      await until(() => expect(page.world.posted).toHaveLength(1))
      const [{ body } = { body: null }] = page.world.posted
      expect(body).toMatchObject({ selection: { kind: 'filter', except: [] }, optionId: 'o_check' })
      await until(() => expect(page.url).toContain('change=6f1b2a52'))
      await until(() => expect(document.querySelector('[aria-label^="Progress"]')).not.toBeNull())
      // The dialog has said it already, and the result is the same.
      expect(toasts()).not.toContain('left out')
      await until(() => expect(statusWords('A-000000')).toBe('Check'))
    },
  )

  it('shows the change in the address again after a reload', async () => {
    await page.world.answer('/api/asset-changes/set-status', {
      method: 'POST',
      body: JSON.stringify({ selection: { kind: 'ids', ids: ['asset_0', 'asset_1'] }, optionId: 'o_check' }),
    })
    await page.show('?change=6f1b2a52-1111-4222-8333-000000000000')
    await until(() => expect(document.querySelector('[aria-label="Progress: Set 2 assets"]')).not.toBeNull())
  })

  it('finds a bulk change whose response was lost instead of sending it again', { tags: ['full'] }, async () => {
    await page.show()
    await ready()
    const answer = page.world.answer.bind(page.world)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const response = await answer(address, init)
      if (init.method === 'POST') throw new TypeError('fetch failed')
      return response
    })
    await press('j')
    await press('x')
    await press('ArrowDown', grid() ?? document.body, { shiftKey: true })
    await press('s')
    await until(() => expect(radio('Check')).toBeDefined())
    await click(radio('Check'))
    await click(button('Set 2 assets to Check'))
    await until(() => expect(page.url).toContain('change=6f1b2a52'))
    expect(page.world.posted).toHaveLength(1)
    expect(page.world.changes).toHaveLength(1)
  })

  it(
    'shows an unknown result as unknown until it is known',
    async () => {
      page.world.scripts.set('asset_0', { start: 'answered', steps: ['unknown'], lostPolls: 0, note: null })
      await page.show()
      await ready()
      await click(statusButton('A-000000'))
      await until(() => expect(menuItem('Check')).toBeDefined())
      await click(menuItem('Check'))
      await until(() =>
        expect(statusButton('A-000000')?.getAttribute('aria-label')).toContain('checking whether it is Check'),
      )
      const [running] = page.world.changes
      if (running !== undefined) running.script = { ...running.script, steps: ['done'] }
      await until(() => expect(statusWords('A-000000')).toBe('Check'))
      expect(page.world.find('asset_0').status).toEqual(statusOf('o_check'))
    },
    settleMs,
  )
})
