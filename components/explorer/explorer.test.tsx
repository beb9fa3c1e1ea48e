// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { act, type ReactNode, useEffect, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { listOperations, readOperation } from '@/lib/explorer/data'
import type { ExplorerOperation } from '@/lib/explorer/schema'
import { ExplorerFrame } from './explorer-frame'
import { forgetRuns } from './history'
import { OperationPage } from './operation-page'
import { listLines, openAtFirst, previewOf } from './answer/tree-lines'

interface Sent {
  method: string
  address: string
  body: string | null
}

/** Renders the components with a fake server. */
class Page {
  sent: Sent[] = []
  saved: string[] = []
  answer: (sent: Sent, signal: AbortSignal | null) => Response | Promise<Response> = () => Response.json({})
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    // jsdom has no layout to scroll.
    HTMLElement.prototype.scrollIntoView = () => {}
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, signal }: RequestInit) => {
      if (!address.startsWith('/api/service')) return Response.json({ code: 'not_found', detail: '' }, { status: 404 })
      const sent = {
        method,
        address: address.slice('/api/service'.length),
        body: typeof body === 'string' ? body : null,
      }
      this.sent.push(sent)
      return this.answer(sent, signal ?? null)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      page.saved.push(this.download)
    })
  }

  async show(content: ReactNode, role: Role = 'admin') {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: () => {}, prefetch: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <PathnameContext value="/explorer/searchInspections">
            <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
              <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                <TooltipProvider>
                  <ToastProvider>{content}</ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </QueryClientProvider>
          </PathnameContext>
        </AppRouterContext>,
      ),
    )
  }

  async close() {
    await act(async () => this.#root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    forgetRuns()
    window.history.replaceState(null, '', '/')
  }
}

let page: Page
beforeEach(() => {
  page = new Page()
})
afterEach(() => page.close())

const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
      check()
    },
    { timeout: 20_000 },
  )
const find = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,a,label')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() === name,
  )
async function click(name: string) {
  await until(() => expect(find(name), name).toBeDefined())
  await act(async () => find(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
}
const text = () => document.body.textContent ?? ''
async function type(selector: string, value: string) {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
  if (field === null) throw new Error(`no ${selector}`)
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')
  await act(async () => {
    own?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

function open(name: string): ExplorerOperation {
  const operation = readOperation(name)
  if (operation === null) throw new Error(`no operation ${name}`)
  return operation
}
const show = (name: string, given: Record<string, string[]> = {}, role: Role = 'admin') =>
  page.show(<OperationPage operation={open(name)} given={given} />, role)

const group = { statusGroupId: ['group_1'] }
const readForm = () => ['form input', 'textarea'].map((field) => document.querySelector<HTMLInputElement>(field)?.value)
/** Changes the address of a page, as the router does. */
const route = (search: string) => act(async () => window.dispatchEvent(new CustomEvent('routed', { detail: search })))

describe('an operation', () => {
  it('runs a read immediately, and shows status, headers, request id and a table', async () => {
    page.answer = () =>
      Response.json(
        { count: 1, total: 1, audits: [{ audit_id: 'audit_1', modified_at: '2026-01-01T00:00:00.000Z' }] },
        { headers: { 'x-ratelimit-remaining': '198', 'x-request-id': 'req_1' } },
      )
    await show('searchInspections')
    await click('Run')
    await until(() => expect(text()).toContain('200 OK'))
    expect(page.sent).toEqual([
      {
        method: 'GET',
        address: '/audits/search?field=audit_id&field=modified_at&field=template_id&limit=50',
        body: null,
      },
    ])
    expect(text()).toContain('x-ratelimit-remaining198')
    expect(text()).toContain('req_1')
    expect([...document.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
      'audit_1',
      '2026-01-01T00:00:00.000Z',
    ])
    await click('CSV of 1 row')
    expect(page.saved).toEqual(['searchInspections.csv'])
    expect(text()).toContain('This visit')
  })

  it('does not send an invalid form, and shows the error at the field', async () => {
    await show('getInspection')
    await click('Run')
    await until(() => expect(text()).toContain('Enter a value: it is part of the path.'))
    expect(document.querySelector('[aria-invalid=true]')).not.toBeNull()
    expect(page.sent).toEqual([])
  })

  it('keeps ids and parameters in the address, but not the body', async () => {
    await show('updateStatusGroup', group)
    await type('textarea', '{"update_mask":"name","status_group":{"name":"secret"}}')
    await type('input', 'group_2')
    await until(() =>
      expect(window.location.pathname + window.location.search).toBe(
        '/explorer/updateStatusGroup?statusGroupId=group_2',
      ),
    )
  })

  it('has the ids of the address again after Back, which shows the page as it was first sent', async () => {
    await page.show(
      <SearchParamsContext value={new URLSearchParams('statusGroupId=group_7')}>
        <OperationPage operation={open('getStatusGroup')} given={{}} />
      </SearchParamsContext>,
    )
    expect(document.querySelector<HTMLInputElement>('form input')?.value).toBe('group_7')
  })

  it('keeps what was typed when the page is read again, as after a change of language, and not at another address', async () => {
    function Routed() {
      const [search, setSearch] = useState('statusGroupId=group_1')
      useEffect(
        () => window.addEventListener('routed', ({ detail }: CustomEventInit<string>) => setSearch(detail ?? '')),
        [],
      )
      const params = new URLSearchParams(search)
      return (
        <SearchParamsContext value={params}>
          <OperationPage
            operation={open('updateStatusGroup')}
            given={{ statusGroupId: params.getAll('statusGroupId') }}
          />
        </SearchParamsContext>
      )
    }
    await page.show(<Routed />)
    await type('textarea', '{"mine":1}')
    await type('form input', 'group_2')
    await until(() => expect(window.location.search).toBe('?statusGroupId=group_2'))
    await route('statusGroupId=group_2')
    expect(readForm()).toEqual(['group_2', '{"mine":1}'])
    await route('statusGroupId=group_1')
    expect(readForm()).toEqual(['group_1', open('updateStatusGroup').body?.example])
  })

  it('shows the code of the form without a token', async () => {
    await show('getInspection', { auditId: ["audit_'1"] })
    expect(document.querySelector('pre')?.textContent).toBe(
      `curl --request GET "$BASE_URL"'/audits/audit_'\\''1' \\\n  --header "Authorization: Bearer $TOKEN"`,
    )
  })

  it('runs with Ctrl+Enter from within a field', async () => {
    await show('getInspection', { auditId: ['audit_1'] })
    const field = document.querySelector('input')
    await act(async () => {
      field?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
      )
    })
    await until(() => expect(page.sent.map(({ address }) => address)).toEqual(['/audits/audit_1']))
  })

  it('can be canceled', async () => {
    await show('getInspection', { auditId: ['audit_1'] })
    page.answer = (_sent, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')))
      })
    await click('Run')
    await click('Cancel')
    await until(() => expect(text()).toContain('Canceled. Nothing was changed.'))
    expect(text()).toContain('No response')
  })

  it.each([
    [{ statusCode: 404, error: 'Not Found', message: 'The requested audit was not found' }, 404],
    [{ code: 3, message: 'invalid page_token', details: [] }, 400],
  ])('shows an error of SafetyCulture unchanged: %j', async (answer, status) => {
    page.answer = () => Response.json(answer, { status })
    await show('getInspection', { auditId: ['audit_1'] })
    await click('Run')
    await until(() => expect(text()).toContain(String(status)))
    expect(text()).toContain(answer.message)
  })

  it('downloads a file with its name', async () => {
    page.answer = () =>
      new Response('bytes', {
        headers: { 'content-type': 'image/jpeg', 'content-disposition': `inline; filename="front gate.jpg"` },
      })
    await show('getInspectionMedia', { auditId: ['a'], mediaId: ['m'] })
    await click('Run')
    await until(() => expect(page.saved).toEqual(['front gate.jpg']))
    expect(text()).toContain('Downloaded front gate.jpg')
  })

  it('renders only the visible rows of a response with 50,000 rows', { tags: ['full'] }, async () => {
    const audits = Array.from({ length: 50_000 }, (_, at) => ({ audit_id: `audit_${at}`, modified_at: 'x'.repeat(60) }))
    page.answer = () => Response.json({ count: 50_000, total: 50_000, audits })
    await show('searchInspections')
    await click('Run')
    await until(() => expect(text()).toContain('50,000 rows'))
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(100)
    await click('Raw')
    await until(() => expect(text()).toContain('"audit_0"'))
    expect(document.querySelectorAll('*').length).toBeLessThan(1_000)
  })

  it('loads all pages on request, and exports them as CSV', async () => {
    page.answer = ({ body }) => {
      const at = Number((JSON.parse(body ?? '{}') as { page_token?: string }).page_token ?? '0')
      return Response.json({ assets: [{ id: `asset_${at}` }], next_page_token: at < 2 ? String(at + 1) : '' })
    }
    await show('listAssets')
    await click('Run')
    await until(() => expect(text()).toContain('Showing one page.'))
    expect(page.sent).toHaveLength(1)
    await click('Load all pages')
    await until(() => expect(text()).toContain('3 rows of 3 pages.All pages are loaded.'))
    expect(page.sent).toHaveLength(3)
    await click('CSV of 3 rows')
  })

  it('stops at a repeated page, and keeps the loaded pages when one fails', async () => {
    let turn = 0
    page.answer = () => {
      turn += 1
      if (turn === 3) return Response.json({ message: 'Too Many Requests' }, { status: 429 })
      return Response.json({ assets: [{ id: turn }], next_page_token: `t${Math.min(turn, 4)}` })
    }
    await show('listAssets')
    await click('Run')
    await click('Load all pages')
    await until(() => expect(text()).toContain('2 rows of 2 pages.The next page returned 429.'))
    await click('Continue')
    await until(() => expect(text()).toContain('returned the same page or token twice'))
    expect(turn).toBe(5)
  })
})

describe('a write', () => {
  it(
    'is sent only after a confirmation that shows method, path, body and what it clears',
    { tags: ['full'] },
    async () => {
      await show('deleteStatusGroup', group)
      await click('Review and send')
      await until(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
      const words = document.querySelector('[role=dialog]')?.textContent ?? ''
      for (const part of [
        'DELETE',
        '/assets/v1/status-groups/group_1',
        'No body',
        'lose their status without confirmation',
      ])
        expect(words).toContain(part)
      expect(find('the group')?.getAttribute('href')).toBe('/status-groups/group_1')
      expect(page.sent).toEqual([])
      await click('Do not send')
      await until(() => expect(document.querySelector('[role=dialog]')).toBeNull())
      expect(page.sent).toEqual([])
      await click('Review and send')
      await click('Send DELETE')
      await until(() => expect(page.sent).toMatchObject([{ method: 'DELETE' }]))
      await until(() => expect(text()).toContain('200 OK'))
    },
  )

  it('shows the body that is sent, byte for byte', { tags: ['full'] }, async () => {
    await show('updateStatusGroup', group)
    const body = '{ "update_mask": "name",  "status_group": {"name":"A"} }'
    await type('textarea', body)
    await click('Review and send')
    await until(() => expect(document.querySelector('[role=dialog] pre')?.textContent).toBe(body))
    await click('Send PATCH')
    await until(() => expect(page.sent.map((sent) => sent.body)).toEqual([body]))
  })

  it('can be run only by admins; others see why', async () => {
    await show('archiveAsset', { assetId: ['a'] }, 'editor')
    expect(text()).toContain('Only admins can run writes.')
    expect(find('Review and send')?.hasAttribute('disabled')).toBe(true)
    await act(async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
    })
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(page.sent).toEqual([])
  })

  it('whose response is a secret cannot be run', async () => {
    await show('getWebhookToken')
    expect(text()).toContain('The response is a secret')
    expect(find('Run')?.hasAttribute('disabled')).toBe(true)
  })

  it('without a response says that it may have been processed', { tags: ['full'] }, async () => {
    page.answer = () => Promise.reject(new TypeError('failed'))
    await show('deleteStatusGroup', group)
    await click('Review and send')
    await click('Send DELETE')
    await until(() => expect(text()).toContain('it is unknown whether the request was processed'))
  })
})

describe('the list', () => {
  it('has every operation in its group, marks unofficial ones, and can be filtered', { tags: ['full'] }, async () => {
    await page.show(<ExplorerFrame operations={listOperations()}>open</ExplorerFrame>)
    expect(document.querySelectorAll('nav a')).toHaveLength(listOperations().length)
    expect(document.querySelector('[aria-current=page]')?.textContent).toContain('Search inspections')
    expect(text().split('unofficial')).toHaveLength(
      1 + listOperations().filter(({ isBeyondContract }) => isBeyondContract).length,
    )
    await type('input[type=search]', 'delete status')
    await until(() => expect(text()).toContain('2 of '))
    await type('input[type=search]', 'nothing like it')
    await until(() => expect(text()).toContain('No operations match'))
    await click('Show all operations')
    await until(() => expect(document.querySelectorAll('nav a')).toHaveLength(listOperations().length))
  })
})

describe('the tree', () => {
  it('has lines only for open branches of a 5 MB response', { tags: ['full'] }, () => {
    const value = {
      items: Array.from({ length: 50_000 }, (_, at) => ({ id: at, text: 'x'.repeat(80) })),
      'a/b~c': { d: 1 },
    }
    const lines = listLines(value, new Set(['']))
    expect(lines.map(({ path, isOpen }) => [path, isOpen])).toEqual([
      ['', true],
      ['/items', false],
      ['/a~1b~0c', false],
    ])
    expect(listLines(value, openAtFirst(value))).toHaveLength(3 + 50_000 + 1)
    expect(previewOf(value.items)).toBe('[50,000]')
    expect(previewOf({ a: 1, b: 'x', c: [1, 2], d: {} })).toBe('{ a: 1, b: "x", c: [2], d: {…} }')
  })
})
