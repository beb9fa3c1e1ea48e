// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CompareView } from './compare-view'
import { button, click, ComparePage, makeAnswer, makeDocument, press, shows, until, words } from './testing'

const address = (id: string) => `/api/inspections/${id}/report`
const photos = () => [...document.querySelectorAll('img')]
const rowsOf = () => [...document.querySelectorAll<HTMLElement>('li[id^="diff="]')]
const choice = (name: RegExp) => {
  const found = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find((input) =>
    name.test(input.labels?.[0]?.textContent ?? ''),
  )
  if (found === undefined) throw new Error(`no choice ${name}`)
  return found
}
const titlesOf = () => rowsOf().map((row) => decodeURIComponent(row.id).replace(/^diff=[ab]\//, ''))
const round = (name: string, extra: Record<string, unknown> = {}) => ({
  audit_id: name,
  audit_data: { name },
  ...extra,
})

let page: ComparePage
beforeEach(() => {
  page = new ComparePage()
  page.replies.set(address('audit_a'), () =>
    Response.json(
      makeAnswer(
        'audit_a',
        makeDocument(
          { 'Door closes': 'Yes', 'Sign hangs': 'No', 'Lamp lit': 'Yes', 'Way free': 'No', Hose: 'Yes' },
          round('Round A', { audit_id: 'audit_a' }),
        ),
      ),
    ),
  )
  page.replies.set(address('audit_b'), () =>
    Response.json(
      makeAnswer(
        'audit_b',
        makeDocument(
          { 'Door closes': 'No', 'Sign hangs': 'Yes', 'Lamp lit': 'Yes', 'Way free': 'No', Hose: 'Yes' },
          round('Round B', { audit_id: 'audit_b' }),
          { 'Lamp lit': 'a little dim' },
        ),
      ),
    ),
  )
})
afterEach(() => page.close())

const titlePage = (by: string, failed: boolean) => [
  { item_id: 'title', type: 'section', label: 'Title Page' },
  { item_id: 'by', parent_id: 'title', type: 'textsingle', label: 'Conducted by', responses: { text: by } },
  {
    item_id: 'gear',
    parent_id: 'title',
    type: 'question',
    label: 'Gear worn',
    responses: { selected: [{ id: 'n', label: failed ? 'No' : 'Yes' }], failed },
  },
]

const both = '?a=audit_a&b=audit_b'

describe('two inspections side by side', () => {
  it('show new failures, then fixed ones, then other changes, and collapse the rest', async () => {
    await page.show(<CompareView />, both)
    await shows('1 new failure, 1 fixed, 1 other change')
    expect(titlesOf()).toEqual(['Door closes', 'Sign hangs', 'Lamp lit'])
    expect(words()).toContain('2 unchanged answers')
    expect(words()).toContain('1 failed in both')
    expect(document.title).toContain('Round A and Round B')
    await click(/unchanged answers/)
    await until(() => expect(titlesOf()).toEqual(['Door closes', 'Sign hangs', 'Lamp lit', 'Way free', 'Hose']))
    expect(page.url).toContain('unchanged=true')
  })

  it('include the title page only on request, except its failures', async () => {
    for (const [id, by, failed] of [
      ['audit_a', 'Noor', false],
      ['audit_b', 'Ada', true],
    ] as const)
      page.replies.set(address(id), () =>
        Response.json(
          makeAnswer(id, {
            ...makeDocument({ 'Door closes': 'Yes' }, round(id)),
            header_items: titlePage(by, failed),
          }),
        ),
      )
    await page.show(<CompareView />, both)
    await shows('1 new failure')
    expect(titlesOf()).toEqual(['gear'])
    await click('Include title page')
    await until(() => expect(titlesOf()).toEqual(['gear', 'by']))
    expect(page.url).toContain('titlePage=true')
  })

  it('are printed with their photos, which load first and are larger than on screen', { tags: ['full'] }, async () => {
    let printed = 0
    vi.stubGlobal('print', () => (printed += 1))
    await page.show(<CompareView />, both)
    await shows('1 new failure')
    expect(photos().length).toBeGreaterThan(0)
    await click('Print')
    expect(photos().every(({ loading }) => loading === 'eager')).toBe(true)
    expect(photos().every(({ src }) => src.includes('size=medium'))).toBe(true)
    await act(() => new Promise((resolve) => setTimeout(resolve, 150)))
    expect(printed).toBe(0)
    await act(async () => {
      for (const photo of photos()) photo.dispatchEvent(new Event('load'))
    })
    await until(() => expect(printed).toBe(1))
  })

  it('are named A and B, and each answer has the name of its side', async () => {
    await page.show(<CompareView />, both)
    await shows('Door closes')
    const cells = [...(rowsOf()[0]?.children ?? [])].slice(1).map((cell) => cell.textContent)
    expect(cells).toEqual(['AYes', 'Bfailed No'])
  })

  it('show one kind of difference on request, and keep that choice in the address', async () => {
    await page.show(<CompareView />, both)
    await shows('Door closes')
    await act(async () => choice(/^Fixed/).click())
    await until(() => expect(titlesOf()).toEqual(['Sign hangs']))
    expect(page.url).toContain('show=fixed')
    expect(choice(/^Fixed/).checked).toBe(true)
  })

  it('let n and p move through the differences, and continue at the first after the last', async () => {
    await page.show(<CompareView />, both)
    await shows('3 differences')
    await press('n')
    expect(document.activeElement?.id).toBe(rowsOf()[0]?.id)
    await press('n')
    expect(words()).toContain('2 of 3')
    await press('p')
    await press('p')
    expect(document.activeElement?.id).toBe(rowsOf()[2]?.id)
  })

  it('swap sides, so that a new failure becomes a fixed one', async () => {
    await page.show(<CompareView />, both)
    await shows('Door closes')
    await click('Swap A and B')
    await until(() => expect(titlesOf()[0]).toBe('Sign hangs'))
    expect(page.url).toContain('a=audit_b&b=audit_a')
  })

  it('of different templates are matched by their text, with a warning', { tags: ['full'] }, async () => {
    page.replies.set(address('audit_b'), () =>
      Response.json(
        makeAnswer('audit_b', {
          ...makeDocument({ 'Door closes': 'No' }, round('Round B')),
          template_id: 'template_2',
          template_data: { metadata: { name: 'Yard check' } },
        }),
      ),
    )
    await page.show(<CompareView />, both)
    await shows('different templates: Fire round and Yard check')
    expect(titlesOf()[0]).toBe('Door closes')
    expect(words()).toContain('Only in A')
  })

  it(
    'say when both are the same, and let the person choose the second when the address has only one',
    { tags: ['full'] },
    async () => {
      await page.show(<CompareView />, '?a=audit_a&b=audit_a')
      await shows('the same inspection')
      expect(words()).toContain('Every answer is the same')
      await page.close()
      page = new ComparePage()
      page.replies.set(address('audit_a'), () => Response.json(makeAnswer('audit_a', makeDocument({ Hose: 'Yes' }))))
      await page.show(<CompareView />, '?a=audit_a')
      await shows('Choose two inspections')
      expect(button('Choose an inspection')).toBeDefined()
    },
  )

  it('say why a side could not be loaded, and retry', async () => {
    const good = page.replies.get(address('audit_b'))
    const problem = { code: 'unavailable', detail: 'The service cannot be reached.', requestId: 'r1' }
    page.replies.set(address('audit_b'), () => Response.json(problem, { status: 503 }))
    await page.show(<CompareView />, both)
    await shows('Inspection B could not be loaded')
    expect(words()).toContain('Round A')
    if (good !== undefined) page.replies.set(address('audit_b'), good)
    await click('Retry')
    await shows('1 new failure')
  })
})

const panes = () => [...document.querySelectorAll<HTMLElement>('[data-testid="pair-pane"]')]

const scales = () => panes().map((pane) => pane.dataset['scale'])
const load = () =>
  act(async () => {
    for (const pane of panes()) {
      Object.defineProperties(pane, { clientWidth: { value: 600 }, clientHeight: { value: 400 } })
      const image = pane.querySelector('img')
      if (image === null) throw new Error('no picture')
      Object.defineProperties(image, { naturalWidth: { value: 3000 }, naturalHeight: { value: 2000 } })
      image.dispatchEvent(new Event('load'))
    }
  })

describe('photos side by side', () => {
  it('open with both sides, move together, and separately once unlinked', { tags: ['full'] }, async () => {
    await page.show(<CompareView />, `${both}&unchanged=true`)
    await shows('Way free')
    await page.close()
    page = new ComparePage()
    for (const id of ['a', 'b'])
      page.replies.set(address(`audit_${id}`), () =>
        Response.json(makeAnswer(`audit_${id}`, makeDocument({ 'Way free': 'No', Hose: 'No' }, { audit_id: id }))),
      )
    await page.show(<CompareView />, both)
    await shows('2 unchanged answers')
    await click('Photos side by side')
    await until(() => expect(panes()).toHaveLength(2))
    expect(panes().map((pane) => pane.querySelector('img')?.getAttribute('src'))).toEqual([
      '/api/media/audit_a/photo-Way-free-a',
      '/api/media/audit_b/photo-Way-free-b',
    ])
    await load()
    await press('z')
    await until(() => expect(scales()).toEqual(['2.50', '2.50']))
    await press('l')
    await press('+')
    await until(() => expect(scales()).toEqual(['3.75', '2.50']))
    await press('l')
    await until(() => expect(scales()).toEqual(['3.75', '3.75']))
    await press('n')
    await until(() => expect(words()).toContain('2 of 2'))
    expect(page.url).toContain('photo=photo-Hose-b')
    await until(() => expect(scales()).toEqual(['1.00', '1.00']))
  })

  it('open from a thumbnail of either side, and say where a side has none', async () => {
    await page.show(<CompareView />, both)
    await shows('Sign hangs')
    await click(/Open photo: Sign hangs/)
    await until(() => expect(panes()).toHaveLength(1))
    expect(words()).toContain('No file in B')
  })
})
