// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, click, press, until } from '@/components/inspections/testing-list'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { Comments } from './comments'

const ann = { userId: '00000000-0000-4000-8000-00000000000a', name: 'Ann Lee', isMe: false }
const bob = { userId: '00000000-0000-4000-8000-00000000000b', name: 'Bob Ash', isMe: false }
let asked: Array<{ method: string; path: string; body: unknown }> = []
let isDown = false
let root: Root | null = null

beforeEach(() => {
  asked = []
  isDown = false
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname: path } = new URL(input instanceof Request ? input.url : String(input), 'http://console.test')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null
    asked.push({ method, path, body })
    if (path === '/api/people/names') return Response.json({ people: [ann, bob] })
    if (method === 'GET') return Response.json({ comments: [] })
    if (isDown) return Response.json({ code: 'unavailable', detail: 'Not now.', requestId: 'r' }, { status: 503 })
    return Response.json({
      commentId: '00000000-0000-4000-8000-000000000001',
      authorName: 'I',
      isMine: true,
      mayDelete: true,
      body: 'x',
      mentions: [],
      createdAt: '2026-11-20T08:00:00.000Z',
      editedAt: null,
    })
  })
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function show(auditId: string, role: Role = 'editor') {
  await act(async () => root?.unmount())
  const holder = document.createElement('main')
  document.body.replaceChildren(holder)
  const shown = createRoot(holder)
  root = shown
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  await act(async () =>
    shown.render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <ToastProvider>
            <ActorContext value={{ userId: 'u', name: 'I', email: 'i@example.com', role }}>
              <Comments auditId={auditId} />
            </ActorContext>
          </ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  )
  await until(() => expect(document.body.textContent).toContain('No comments yet'))
}

function field(): HTMLTextAreaElement {
  const found = document.querySelector('textarea')
  if (found === null) throw new Error('There is nothing to write in')
  return found
}

async function write(text: string, caret = text.length) {
  await act(async () => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, field())
    field().setSelectionRange(caret, caret)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
const posted = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

it('suggests people after @, and Enter inserts one into the comment', async () => {
  await show('audit_mention')
  await write('Could @le')
  await until(() => expect(options()).toEqual(['ALAnn Lee']))
  expect(field().getAttribute('aria-activedescendant')).toBe(document.querySelector('[role="option"]')?.id)
  await press('Enter', field())
  expect(field().value).toBe('Could @Ann Lee ')
  expect(posted()).toEqual([])
  await write('Could @Ann Lee look?')
  await press('Enter', field(), { ctrlKey: true })
  await until(() => expect(posted()).toEqual([{ body: 'Could @Ann Lee look?', mentions: [ann.userId] }]))
  await until(() => expect(field().value).toBe(''))
})

it('puts the caret behind an inserted name at once, so that the next typed text follows the name', async () => {
  await show('audit_caret')
  await write('Could @le look?', 'Could @le'.length)
  await until(() => expect(options()).toEqual(['ALAnn Lee']))
  vi.stubGlobal('requestAnimationFrame', () => 0)
  await press('Enter', field())
  expect(field().value.slice(0, field().selectionStart)).toBe('Could @Ann Lee ')
})

it('drops a mention that is deleted from the text, and keeps the text when Escape closes the suggestions', async () => {
  await show('audit_escape')
  await write('@')
  await until(() => expect(options()).toHaveLength(2))
  await press('ArrowDown', field())
  await press('Enter', field())
  expect(field().value).toBe('@Bob Ash ')
  await write('Never mind @')
  await until(() => expect(options()).toHaveLength(2))
  await press('Escape', field())
  expect([options(), field().value]).toEqual([[], 'Never mind @'])
  await click(button('Comment'))
  await until(() => expect(posted()).toEqual([{ body: 'Never mind @', mentions: [] }]))
})

it('keeps the draft while the person is on another page, and when sending fails', async () => {
  await show('audit_draft')
  await write('Half a thought')
  await show('audit_other')
  expect(field().value).toBe('')
  await show('audit_draft')
  expect(field().value).toBe('Half a thought')
  isDown = true
  await press('Enter', field(), { metaKey: true })
  await until(() => expect(document.body.textContent).toContain('Your text is still here.'))
  expect(field().value).toBe('Half a thought')
})

it('shows a viewer the comments without a field', async () => {
  await show('audit_viewer', 'viewer')
  expect(document.querySelector('textarea')).toBeNull()
})
