// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, press, type, until } from '@/components/inspections/testing-list'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { RawView } from './raw-view'

/** Line 1 is the brace, line 2 the list, and each item takes three lines: brace, label and brace. */
const items = Array.from({ length: 400 }, (_, at) => ({
  label: at % 100 === 50 ? `Hydrant ${at} LEAKS` : `Item ${at}`,
}))
const lineOf = (at: number) => 3 + at * 3 + 1
const lineHeight = 20
const height = 400

let root: Root
let answer: () => Response

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('fetch', async () => answer())
  // jsdom has no layout.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => height })
  answer = () => Response.json({ items })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')
  vi.unstubAllGlobals()
})

const open = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TooltipProvider>
          <ToastProvider>
            <RawView auditId="audit_1" modifiedAt="2026-01-01T00:00:00.000Z" />
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
const field = () => document.querySelector('input[type=search]')
const counted = () => document.querySelector('[aria-live=polite]')?.textContent
const lines = () => document.querySelector<HTMLElement>('[aria-label="Document as JSON"]')
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
/** jsdom sets the scroll position without an event. */
const scrolled = () => act(async () => lines()?.dispatchEvent(new Event('scroll')))
/** Whether the line is in the middle of the visible lines. */
const isAt = async (line: number) => {
  expect(lines()?.scrollTop).toBe((line - 1) * lineHeight - (height - lineHeight) / 2)
  await scrolled()
  expect(lines()?.textContent).toContain(String(line))
}

it(
  'counts matches regardless of case, moves between them, and continues at the first after the last',
  { tags: ['full'] },
  async () => {
    await open()
    await until(() => expect(counted()).toBe('1,204 lines'))
    // Only the visible lines are rendered.
    expect(document.querySelectorAll('[aria-label="Document as JSON"] mark')).toHaveLength(0)
    expect(lines()?.textContent).toContain('Item 0')
    expect(lines()?.textContent).not.toContain('Hydrant')

    await type(field(), 'hydrant')
    await until(() => expect(counted()).toBe('1 of 4'))
    await isAt(lineOf(50))
    expect(marks()).toEqual(['Hydrant'])
    await press('Enter', field() ?? document.body)
    expect(counted()).toBe('2 of 4')
    await isAt(lineOf(150))
    await press('Enter', field() ?? document.body, { shiftKey: true })
    await press('Enter', field() ?? document.body, { shiftKey: true })
    expect(counted()).toBe('4 of 4')
    await isAt(lineOf(350))
    await click(button('Next match'))
    expect(counted()).toBe('1 of 4')
    await click(button('Previous match'))
    expect(counted()).toBe('4 of 4')
  },
)

it(
  'starts at the first match of a new search, says when there is none, and counts the lines without a search',
  { tags: ['full'] },
  async () => {
    await open()
    await until(() => expect(counted()).toBe('1,204 lines'))
    await type(field(), 'leaks')
    await until(() => expect(counted()).toBe('1 of 4'))
    await press('Enter', field() ?? document.body)
    await type(field(), 'hydrant 250')
    await until(() => expect(counted()).toBe('1 of 1'))
    await isAt(lineOf(250))
    await type(field(), 'nowhere')
    await until(() => expect(counted()).toBe('Not found'))
    expect(button('Next match')).toHaveProperty('disabled', true)
    await type(field(), '')
    await until(() => expect(counted()).toBe('1,204 lines'))
  },
)

it('copies the whole document, not only the visible lines', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  await open()
  await until(() => expect(counted()).toBe('1,204 lines'))
  await click(button('Copy'))
  expect(copied).toEqual([JSON.stringify({ items }, null, 2)])
  await until(() => expect(document.body.textContent).toContain('Copied 1,204 lines'))
})

it('says what went wrong, and retries', async () => {
  const good = answer
  answer = () => Response.json({ code: 'unavailable', detail: 'The service is away.', requestId: 'r' }, { status: 503 })
  await open()
  await until(() => expect(document.body.textContent).toContain('The document could not be loaded'))
  expect(document.body.textContent).toContain('The report is not affected.')
  answer = good
  await click(button('Retry'))
  await until(() => expect(counted()).toBe('1,204 lines'))
})
