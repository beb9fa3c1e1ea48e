// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '@/components/inspections/testing-list'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { arrangeViews } from '@/lib/saved-views/model'
import { writeViewsFile } from '@/lib/saved-views/model'
import type { SavedView } from '@/lib/saved-views/schema'
import { ImportDialog } from './import-dialog'
import { ViewMenu } from './view-menu'

/** Views can be exported to a file and imported from one. */

function makeView(id: number, name: string, more: Partial<SavedView> = {}): SavedView {
  return {
    list: 'inspections',
    viewId: `${id}${id}${id}${id}${id}${id}${id}${id}-1111-4111-8111-111111111111`,
    name,
    query: 'site=Leeds&result=failed',
    isShared: false,
    sharedWith: [],
    isMine: true,
    mayEdit: true,
    ownerName: 'Ada',
    revision: 1,
    ...more,
  }
}
const leeds = makeView(1, 'Leeds failures')
const late = makeView(2, 'Late rounds', { query: 'completed=false' })
const theirs = makeView(3, 'Cork', { isMine: false, mayEdit: false, isShared: true, ownerName: 'Bob' })

let root: Root
let posted: unknown[]
let answer: () => Response
let closed: number
const saved: Array<{ name: string; text: Promise<string> }> = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('PointerEvent', MouseEvent)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  posted = []
  saved.length = 0
  closed = 0
  answer = () => Response.json({ added: [leeds, late], renamed: [{ from: 'Late rounds', to: 'Late rounds 2' }] })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    posted.push([address, typeof init.body === 'string' && JSON.parse(init.body)])
    return answer()
  })
  let last: Blob | null = null
  URL.createObjectURL = (blob) => {
    last = blob as Blob
    return 'blob:views'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    if (last !== null) saved.push({ name: this.download, text: last.text() })
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (element: React.ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TooltipProvider>
          <ToastProvider>{element}</ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,[role=menuitem]')].find((each) => nameOf(each) === name)
async function click(name: string) {
  await until(() => expect(named(name)).toBeDefined())
  await act(async () => named(name)?.click())
}
const dialogWords = () => document.querySelector('[role=dialog]')?.textContent ?? ''
const importButton = () =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find((each) =>
    nameOf(each).startsWith('Import'),
  )

async function paste(text: string) {
  const area = document.querySelector('textarea')
  await act(async () => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, area)
    area?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function choose(file: File) {
  const input = document.querySelector('input[type=file]')
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
}

const nothing = () => {}
const openMenu = async (views: SavedView[], active: SavedView | null = null) => {
  const { shown } = arrangeViews(views, { ordered: [], hidden: [] })
  await show(
    <ViewMenu
      active={shown.find(({ key }) => key === active?.viewId) ?? null}
      shown={shown}
      hidden={[]}
      mayShare
      onCreate={nothing}
      onRename={nothing}
      onShare={nothing}
      onChoosePeople={nothing}
      onDelete={nothing}
      onMove={nothing}
      onHide={nothing}
      onUnhide={nothing}
      onImport={nothing}
    />,
  )
  await click('View options')
}
const openImport = () => show(<ImportDialog onClose={() => (closed += 1)} />)
const makeFile = (text: string, name = 'views.json') => new File([text], name, { type: 'application/json' })

describe('the export', () => {
  it('of all own views has their names and filters, and no views of other people', { tags: ['full'] }, async () => {
    await openMenu([leeds, late, theirs])
    await click('Export all my views')
    const text = (await saved[0]?.text) ?? ''
    expect(saved[0]?.name).toBe('sightline-views.json')
    expect(JSON.parse(text)).toEqual({
      format: 'sightline-views',
      version: 1,
      views: expect.arrayContaining([
        { name: 'Leeds failures', query: leeds.query },
        { name: 'Late rounds', query: late.query },
      ]) as unknown,
    })
    expect(text).not.toContain('Cork')
    expect(text).not.toContain('Ada')
  })

  it('of only the open view is offered, also for another person’s view', { tags: ['full'] }, async () => {
    await openMenu([theirs], theirs)
    expect(named('Export all my views')?.getAttribute('aria-disabled')).toBe('true')
    await click('Export this view')
    expect(saved[0]?.name).toBe('sightline-view.json')
    expect(JSON.parse((await saved[0]?.text) ?? '')).toMatchObject({ views: [{ name: 'Cork', query: theirs.query }] })
  })
})

describe('the import', () => {
  it('of a file lists its views, adds them, and names the ones that were renamed', { tags: ['full'] }, async () => {
    await openImport()
    expect(importButton()?.disabled).toBe(true)
    await choose(makeFile(writeViewsFile([leeds, late])))
    await until(() => expect(dialogWords()).toContain('Leeds failures and Late rounds'))
    await click('Import 2 views')
    await until(() => expect(closed).toBe(1))
    expect(posted).toEqual([['/api/saved-views/import', JSON.parse(writeViewsFile([leeds, late])) as unknown]])
    await until(() => expect(document.body.textContent).toContain('Imported 2 views'))
    expect(document.body.textContent).toContain('Names already in use got a number: Late rounds 2')
  })

  it.each([
    ['invalid JSON', '{ "format":', 'This is not a JSON file.'],
    ['other JSON', '{"a":1}', 'This JSON has no saved views of Sightline.'],
    [
      'a later version',
      '{"format":"sightline-views","version":3,"views":[]}',
      'This file cannot be imported: this version of Sightline does not know its version.',
    ],
    [
      'a view without a name',
      JSON.stringify({ format: 'sightline-views', version: 1, views: [{ name: '', query: '' }] }),
      'View 1 cannot be imported: name is empty.',
    ],
  ])('of %s shows the reason and sends nothing', async (_, text, reason) => {
    await openImport()
    await paste(text)
    await until(() => expect(dialogWords()).toContain(reason))
    expect(document.querySelector('textarea')?.getAttribute('aria-invalid')).toBe('true')
    expect(importButton()?.disabled).toBe(true)
    expect(posted).toEqual([])
  })

  it('reports a file that is too large or empty, and then accepts pasted text', async () => {
    await openImport()
    await choose(makeFile('x'.repeat(900_001), 'huge.json'))
    await until(() => expect(dialogWords()).toContain('huge.json is too large for a file of views.'))
    await choose(makeFile(' \n', 'empty.json'))
    await until(() => expect(dialogWords()).toContain('empty.json is empty.'))
    await paste(writeViewsFile([leeds]))
    await until(() => expect(importButton()?.textContent).toBe('Import 1 view'))
    expect(dialogWords()).not.toContain('is empty')
  })

  it('keeps the text when the server refuses it, so that it can be sent again', async () => {
    const good = answer
    answer = () =>
      Response.json({ code: 'conflict', detail: 'You have 100 views already.', requestId: 'r' }, { status: 409 })
    await openImport()
    await paste(writeViewsFile([leeds]))
    await click('Import 1 view')
    await until(() => expect(dialogWords()).toContain('Could not import the views'))
    expect(dialogWords()).toContain('You have 100 views already.')
    expect(document.querySelector('textarea')?.value).toBe(writeViewsFile([leeds]))
    expect(closed).toBe(0)
    answer = good
    await click('Import 1 view')
    await until(() => expect(closed).toBe(1))
  })
})
