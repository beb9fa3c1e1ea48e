// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { button, click, press, until } from '@/components/inspections/testing-list'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { Review } from '@/lib/review/schema'
import { ReviewControl } from './review-control'
import { QueuePage, makeReview, version } from './queue/testing-queue'

let page: QueuePage
let root: Root | null = null
let client: QueryClient
beforeEach(() => {
  page = new QueuePage(1)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  await page.close()
})

const words = () => document.body.textContent ?? ''

async function show(node: ReactNode, role: Role = 'editor') {
  const holder = document.createElement('main')
  document.body.append(holder)
  const shown = createRoot(holder)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = shown
  await act(async () =>
    shown.render(
      <QueryClientProvider client={client}>
        <NuqsTestingAdapter hasMemory>
          <TooltipProvider>
            <ToastProvider>
              <ActorContext value={{ userId: 'u', name: 'I', email: 'i@example.com', role }}>{node}</ActorContext>
            </ToastProvider>
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
}
const showControl = (role?: Role) => show(<ReviewControl auditId="audit_0" version={version} />, role)
const set = (more: Partial<Review>) => page.reviews.set('audit_0', makeReview('audit_0', more))

/** Types into the only field. */
async function write(text: string): Promise<HTMLTextAreaElement> {
  const field = document.querySelector('textarea')
  if (field === null) throw new Error('There is nothing to write in')
  await act(async () => {
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return field
}

it('says that the inspection is not reviewed, and that reviews are stored in Sightline only', async () => {
  await showControl()
  await until(() => expect(words()).toContain('Not reviewed yet. Reviews are stored in Sightline only.'))
})

it('marks the version on screen, and Undo in the notice reverts it', async () => {
  await showControl()
  await until(() => expect(button('Mark reviewed')).toBeDefined())
  await click(button('Mark reviewed'))
  await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', version }))
  await until(() => expect(words()).toContain('by I'))
  await click(button('Undo'))
  await until(() => expect(page.reviews.get('audit_0')?.state).toBe('unreviewed'))
})

it('keeps the text of a follow-up until it is stored', async () => {
  await showControl()
  await until(() => expect(button('Follow up')).toBeDefined())
  await click(button('Follow up'))
  const field = await write('New lining')
  page.isOffline = true
  await press('Enter', field, { ctrlKey: true })
  await until(() => expect(words()).toContain('The review was not saved'))
  expect(document.querySelector('textarea')?.value).toBe('New lining')
  page.isOffline = false
  await press('Enter', field, { ctrlKey: true })
  await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'follow-up', note: 'New lining' }))
  await until(() => expect(document.querySelector('textarea')).toBeNull())
})

it('keeps and shows the mark that another person stored first', async () => {
  await showControl()
  await until(() => expect(button('Mark reviewed')).toBeDefined())
  set({ state: 'follow-up', note: 'Call the vendor', revision: 3 })
  await click(button('Mark reviewed'))
  await until(() => expect(words()).toContain('Someone else marked it first'))
  await until(() => expect(words()).toContain('Call the vendor'))
  expect(page.reviews.get('audit_0')?.reviewerName).toBe('Ana')
})

it(
  'asks before a note replaces a mark that another person stored while it was written',
  { tags: ['full'] },
  async () => {
    await showControl()
    await until(() => expect(button('Follow up')).toBeDefined())
    await click(button('Follow up'))
    const field = await write('New lining')
    set({ state: 'reviewed', revision: 3 })
    // Like a live update: their mark is on screen while the note is still being written.
    await act(async () => client.invalidateQueries())
    await until(() => expect(words()).toContain('by Ana'))
    await press('Enter', field, { ctrlKey: true })
    await until(() => expect(words()).toContain('Someone else marked it first'))
    expect(page.reviews.get('audit_0')).toMatchObject({ state: 'reviewed', reviewerName: 'Ana' })
    await until(() => expect(document.querySelector('textarea')?.value).toBe('New lining'))
    await press('Enter', document.querySelector('textarea') ?? field, { ctrlKey: true })
    await until(() => expect(page.reviews.get('audit_0')).toMatchObject({ state: 'follow-up', note: 'New lining' }))
  },
)

it('says when a review is of an older version, and lets the person renew it', async () => {
  set({ isChangedSince: true, note: 'Was fine then' })
  await showControl()
  await until(() => expect(words()).toContain('Changed since'))
  expect(words()).toContain('Was fine then')
  expect(button('Mark reviewed again')).toBeDefined()
})

it('shows a viewer the review without actions', async () => {
  set({})
  await showControl('viewer')
  await until(() => expect(words()).toContain('by Ana'))
  expect(button('Mark unreviewed')).toBeUndefined()
  expect(button('Follow up')).toBeUndefined()
})
