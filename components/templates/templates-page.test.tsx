// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { TemplateRow } from '@/lib/templates/schema'
import { TemplatesPage } from './templates-page'

const template = (templateId: string, name: string, inspections: number): TemplateRow => ({
  templateId,
  name,
  isListed: true,
  createdAt: null,
  modifiedAt: null,
  inspections,
  completed: 0,
  failed: 0,
  scorePercentage: null,
  lastInspectionAt: null,
})
const templates = [template('template_1', 'Kitchen', 9), template('template_2', 'Forklift', 4)]
const push = vi.fn()
const onUrlUpdate = vi.fn<OnUrlUpdateFunction>()
let container: HTMLDivElement
let root: Root

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  push.mockClear()
  onUrlUpdate.mockClear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input)
    const views = { views: [], bar: { ordered: [], hidden: [] }, mayShare: true, counts: [] }
    return Promise.resolve(Response.json(url.includes('/api/saved-views') ? views : { templates, note: null }))
  })
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const until = (check: () => void) =>
  act(async () => {
    await vi.waitFor(check, { timeout: 20_000, interval: 10 })
  })

async function show(search = '') {
  act(() =>
    root.render(
      <AppRouterContext value={{ push, prefetch: () => {} } as never}>
        <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate} hasMemory>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <ActorContext value={{ userId: 'u', name: 'Ann', email: 'a@b.test', role: 'admin' }}>
              <TooltipProvider>
                <ToastProvider>
                  <TemplatesPage />
                </ToastProvider>
              </TooltipProvider>
            </ActorContext>
          </QueryClientProvider>
        </NuqsTestingAdapter>
      </AppRouterContext>,
    ),
  )
  await until(() => expect(rows()).toHaveLength(2))
}

const rows = () => [...container.querySelectorAll<HTMLElement>('tbody tr [data-cell="template"]')]
const panel = () => container.querySelector('aside')
const values = () =>
  Object.fromEntries(
    [...(panel()?.querySelectorAll('dt') ?? [])].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]),
  )
const openRow = () => onUrlUpdate.mock.lastCall?.[0].searchParams.get('row') ?? null
const press = (key: string) =>
  act(() => {
    const at = document.activeElement ?? document.body
    at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const click = (element: Element | null | undefined) =>
  act(() => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))

describe('the preview of a list', () => {
  it('opens with Space, moves with j, closes with Escape, and opens its page with Enter', async () => {
    await show()
    press('j')
    press('j')
    press(' ')
    await until(() => expect(panel()?.querySelector('h2 a')?.getAttribute('href')).toBe('/templates/template_2'))
    // The ID is a hidden column, and this template was never inspected.
    expect(values()).toMatchObject({ Inspections: '4', ID: 'template_2', 'Last inspection': '–None' })
    expect(openRow()).toBe('template_2')
    press('k')
    await until(() => expect(panel()?.querySelector('h2')?.textContent).toBe('Kitchen'))
    expect(openRow()).toBe('template_1')
    press('Enter')
    await until(() => expect(push).toHaveBeenCalledWith('/templates/template_1'))
    press('Escape')
    await until(() => expect(panel()).toBeNull())
    expect(openRow()).toBeNull()
  })

  it('opens with a click on a row and from its address; another click, or one on the name, opens the page', async () => {
    await show('?row=template_2')
    await until(() => expect(panel()?.querySelector('h2')?.textContent).toBe('Forklift'))
    void click(rows()[0])
    await until(() => expect(panel()?.querySelector('h2')?.textContent).toBe('Kitchen'))
    expect(push).not.toHaveBeenCalled()
    void click(rows()[1]?.querySelector('a'))
    await until(() => expect(push).toHaveBeenCalledWith('/templates/template_2'))
    push.mockClear()
    void click(rows()[0])
    await until(() => expect(push).toHaveBeenCalledWith('/templates/template_1'))
  })

  it('says that a row is not in the list', async () => {
    await show('?row=template_9')
    await until(() => expect(panel()?.textContent).toContain('Not in this list'))
  })
})
