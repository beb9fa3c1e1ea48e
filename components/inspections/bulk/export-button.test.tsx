// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { readColumns } from '@/lib/inspections/model'
import { ExportButton } from './export-button'
import { ExportOutcome } from './export-outcome'
import { cancelExport, settleExport } from './export-store'
import { button, click, until } from '@/components/inspections/testing-list'

let root: Root
let asked: string[]
/** Sends the body of the response in parts. */
let body: ReadableStreamDefaultController<Uint8Array>
let isAborted: boolean
let saved: string[]
let refusal: (() => Response) | null

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('PointerEvent', MouseEvent)
  asked = []
  saved = []
  isAborted = false
  refusal = null
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/api/inspections/export'))
      return Response.json({ views: [], bar: { ordered: [], hidden: [] }, mayShare: false })
    asked.push(address)
    if (refusal !== null) return refusal()
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
        init.signal?.addEventListener('abort', () => {
          isAborted = true
          controller.error(init.signal?.reason)
        })
      },
    })
    return new Response(stream, { headers: { 'x-total-rows': '2500' } })
  })
  URL.createObjectURL = () => 'blob:csv'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  cancelExport()
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
  settleExport()
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (total: number | null) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <TooltipProvider>
          <ToastProvider>
            <ExportButton params={{ site: ['Leeds'] }} columns={readColumns('title,score')} total={total} />
            <ExportOutcome />
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
/** Opens the menu and starts an export of a kind. */
async function startExport(kind: string, check = () => {}) {
  await click(button('Export'))
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === kind)
  await until(() => expect(item()).toBeDefined())
  check()
  await click(item())
}
const words = () => document.body.textContent ?? ''
/** The progress that the bar shows, in percent. */
const filled = () => document.querySelector('svg[viewBox="0 0 100 4"] rect:last-child')?.getAttribute('width')
/** The header row when `from` is 0, and the rows up to `to`. */
const send = (from: number, to: number) =>
  act(async () => {
    const rows = Array.from({ length: to - from }, (_, at) => `row ${from + at}\r\n`).join('')
    body.enqueue(new TextEncoder().encode(`${from === 0 ? 'Title\r\n' : ''}${rows}`))
  })
const isWarned = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('shows the progress in place of the button, and then the outcome', async () => {
  await show(2_500)
  await startExport('CSV')
  await until(() => expect(words()).toContain('Starting the export'))
  expect(button('Export')).toBeUndefined()
  expect(isWarned()).toBe(true)
  await send(0, 1_000)
  await until(() => expect(words()).toContain('1,000 of 2,500 rows'))
  expect(filled()).toBe('40')
  await send(1_000, 2_500)
  await act(async () => body.close())
  await until(() => expect(words()).toContain('Exported 2,500 rows'))
  expect(saved).toHaveLength(1)
  expect(button('Export')).toBeDefined()
  expect(isWarned()).toBe(false)
})

it('is canceled by its own button, without a file and without an error', async () => {
  await show(2_500)
  await startExport('CSV')
  await send(0, 10)
  await until(() => expect(words()).toContain('10 of 2,500 rows'))
  button('Cancel export')?.focus()
  await click(button('Cancel export'))
  await until(() => expect(button('Export')).toBeDefined())
  expect(isAborted).toBe(true)
  expect(saved).toEqual([])
  expect(words()).not.toContain('failed')
  expect(isWarned()).toBe(false)
  // The focused button was removed: the focus is not lost to the top of the page.
  expect(document.activeElement).not.toBe(document.body)
})

it('shows why it failed, saves nothing, and can be retried', async () => {
  refusal = () =>
    Response.json({ code: 'throttled', detail: 'Two exports are running already.', requestId: 'r' }, { status: 429 })
  await show(2_500)
  await startExport('CSV')
  await until(() => expect(words()).toContain('Export failed'))
  expect(words()).toContain('Two exports are running already.')
  expect(saved).toEqual([])
  refusal = null
  await click(button('Retry'))
  await until(() => expect(words()).toContain('Starting the export'))
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBe(asked[0])
})

it('says how much it exports, and offers Excel and a CSV with ids and links', async () => {
  await show(87)
  await startExport('Excel (.xlsx)', () => expect(words()).toContain('87 rows, 2 columns'))
  await until(() => expect(asked[0]).toContain('format=xlsx'))
  expect(asked[0]).toContain('links=false')
  await act(async () => body.close())
  await until(() => expect(saved[0]).toMatch(/^inspections-\d{4}-\d\d-\d\d\.xlsx$/))
})

it('is not offered when nothing matches', async () => {
  await show(0)
  expect(button('Export')).toHaveProperty('disabled', true)
})
