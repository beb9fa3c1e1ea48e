// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import {
  type Delivery,
  type Subscription,
  type SubscriptionList,
  type WebhookStatus,
  type WholeDelivery,
} from '@/lib/webhooks/schema'
import { deliveryStates } from '@/lib/webhooks/values-model'
import { writeBody } from './delivery-details'
import { WebhooksPage } from './webhooks-page'

const inspectionId = 'audit_0123456789abcdef0123456789abcdef'
const receiverUrl = 'https://console.test/api/webhooks/service'
const at = '2026-11-20T10:00:00.000Z'
const deliveryId = '6f1b2a52-1111-4222-8333-444455556666'

const makeDelivery = (more: Partial<Delivery> = {}): Delivery => ({
  deliveryId,
  receivedAt: at,
  webhookId: 'hook_1',
  eventTypes: ['TRIGGER_EVENT_INSPECTION', 'TRIGGER_EVENT_INSPECTION_COMPLETED_STATUS'],
  triggeredAt: at,
  triggeredBy: 'user_1',
  resourceType: 'INSPECTION',
  resourceId: inspectionId,
  inspectionId,
  inspectionTitle: 'Forklift of Monday',
  state: 'done',
  dueAt: null,
  tries: 1,
  handledAt: at,
  note: 'Read again.',
  ...more,
})

const makeSubscription = (webhookId: string, more: Partial<Subscription> = {}): Subscription => ({
  webhookId,
  url: receiverUrl,
  triggerEvents: ['TRIGGER_EVENT_INSPECTION'],
  enabled: true,
  userId: null,
  organisationId: null,
  createdAt: null,
  updatedAt: null,
  isOurs: true,
  others: {},
  ...more,
})

const makeStatus = (more: Partial<WebhookStatus> = {}): WebhookStatus => ({
  receiverUrl,
  scheme: 'hmac-sha256',
  header: 'x-safetyculture-signature',
  secret: { source: 'service', hasPrevious: false, previousUntil: null, since: at },
  verdicts: {
    accepted: 7,
    repeated: 2,
    unreadable: 0,
    'bad-signature': 1,
    'no-signature': 0,
    'not-configured': 0,
    throttled: 0,
    'too-large': 0,
  },
  countedSince: at,
  refusals: [{ verdict: 'bad-signature', at, address: '203.0.113.7' }],
  lastAcceptedAt: at,
  waiting: 3,
  oldestWaitingSeconds: 42,
  failed: 0,
  ...more,
})

/** Renders the page with a fake server. */
class Server {
  status = makeStatus()
  deliveries: Delivery[] = [makeDelivery()]
  list: SubscriptionList = { unavailable: null, receiverUrl, subscriptions: [], unreadable: 0 }
  refusal: { path: string; detail: string } | null = null
  outcome: 'done' | 'unknown' = 'done'
  sent: Array<{ method: string; path: string; query: string; body: unknown }> = []

  answer(address: string, { method = 'GET', body }: RequestInit = {}): Response {
    const { pathname: path, searchParams } = new URL(address, 'http://console.test')
    const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    this.sent.push({ method, path, query: searchParams.toString(), body: given })
    if (this.refusal?.path === path)
      return Response.json({ code: 'unavailable', detail: this.refusal.detail, requestId: 'r1' }, { status: 503 })
    if (path === '/api/webhooks/status') return Response.json(this.status)
    if (path === '/api/webhooks/deliveries') {
      const state = searchParams.get('state')
      const deliveries = this.deliveries.filter((one) => state === null || one.state === state)
      return Response.json({ deliveries, after: null })
    }
    if (path === '/api/webhooks/subscriptions' && method === 'GET') return Response.json(this.list)
    if (path === '/api/webhooks/secret')
      return Response.json({ outcome: this.outcome, activityId: deliveryId, isNew: true, note: null })
    if (path.startsWith('/api/webhooks/subscriptions'))
      return Response.json({ outcome: this.outcome, activityId: deliveryId, subscription: null, note: null })
    const [delivery] = this.deliveries
    if (path.endsWith('/replay')) {
      this.deliveries = this.deliveries.map((one) => ({ ...one, state: 'waiting', dueAt: at, note: null }))
      return Response.json(this.deliveries[0])
    }
    const whole = {
      ...delivery,
      body: '{"event":{"a":1}}',
      bodyBytes: 17,
      bodyDigest: 'ab'.repeat(32),
    } as WholeDelivery
    return Response.json(whole)
  }

  writes() {
    return this.sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
  }
}

let server: Server
let root: Root | null = null
const text = () => document.body.textContent

async function show({ role = 'admin', search = '' }: { role?: Role; search?: string } = {}) {
  const holder = document.createElement('main')
  document.body.append(holder)
  const shown = createRoot(holder)
  root = shown
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    shown.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <QueryClientProvider client={queryClient}>
          <NuqsTestingAdapter hasMemory searchParams={search}>
            <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
              <TooltipProvider>
                <ToastProvider>
                  <WebhooksPage />
                </ToastProvider>
              </TooltipProvider>
            </ActorContext>
          </NuqsTestingAdapter>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
}
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
      check()
    },
    { timeout: 20_000 },
  )
const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(
    (each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().startsWith(name) && !each.disabled,
  )
async function click(name: string) {
  await until(() => expect(button(name), name).toBeDefined())
  await act(async () => button(name)?.click())
}

beforeEach(() => {
  server = new Server()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => server.answer(address, init))
  stubTableLayout()
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const choices = () => [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')]
const include = () => document.querySelector<HTMLElement>('[role=menuitem]')

describe('the receiver', () => {
  it(
    'shows whether a secret is set, how deliveries are verified, and what was refused',
    { tags: ['full'] },
    async () => {
      await show()
      await until(() => expect(text()).toContain('Fetched from SafetyCulture.'))
      expect(text()).toContain(receiverUrl)
      expect(text()).toContain('HMAC-SHA256 of the body in x-safetyculture-signature')
      expect(text()).toContain('3, oldest for 42 sec')
      const answers = [...document.querySelectorAll('[aria-label="Receiver responses"] li')].map((li) => li.textContent)
      expect(answers).toEqual(['7Accepted', '2Repeated', '1Wrong signature'])
      expect(text()).toContain('203.0.113.7')
    },
  )

  it('says what to do without a secret', { tags: ['full'] }, async () => {
    server.status = makeStatus({ secret: { source: 'none', hasPrevious: false, previousUntil: null, since: null } })
    await show()
    await until(() => expect(text()).toContain('Every delivery is refused until there is a secret'))
  })
})

describe('the log of deliveries', () => {
  it('shows what happened to which object, and the status', { tags: ['full'] }, async () => {
    await show()
    await until(() => expect(text()).toContain('Completed or reopened +1 event'))
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Forklift of Monday')
    expect(link?.getAttribute('href')).toBe(`/inspections/${inspectionId}`)
    expect(text()).toContain('Read again.')
  })

  it('requests the filter of the address, and says when nothing matches', { tags: ['full'] }, async () => {
    await show({ search: '?state=failed&kind=INSPECTION_OWNER' })
    await until(() => expect(text()).toContain('No deliveries match'))
    expect(server.sent.find(({ path }) => path.endsWith('/deliveries'))?.query).toBe(
      'state=failed&kind=INSPECTION_OWNER',
    )
    await click('Show all deliveries')
    await until(() => expect(text()).toContain('Forklift of Monday'))
  })

  it('can be selected, and filtered by the value of a cell', async () => {
    await show()
    await until(() => expect(document.querySelector('td[data-cell=status]')).not.toBeNull())
    expect(document.querySelectorAll('tbody input[type=checkbox]')).toHaveLength(1)
    const cell = document.querySelector('td[data-cell=status]')
    await act(async () => cell?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
    await until(() => expect(include()?.textContent).toContain('Done'))
    await act(async () => include()?.click())
    await until(() => expect(server.sent.map(({ query }) => query)).toContain('state=done'))
  })

  it('is filtered in the menus of the headers that have a filter above the list', { tags: ['full'] }, async () => {
    await show()
    await until(() => expect(document.querySelector('th[data-column=status]')).not.toBeNull())
    const head = document.querySelector('th[data-column=status]')
    await act(async () => head?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
    await until(() => expect(choices()[0]?.textContent).toBe('All statuses'))
    expect(choices().map((each) => each.getAttribute('aria-checked'))).toEqual([
      'true',
      ...deliveryStates.map(() => 'false'),
    ])
    await act(async () => choices()[1]?.click())
    await until(() => expect(server.sent.map(({ query }) => query)).toContain('state=waiting'))
  })

  it('has the values of hidden columns in the second line of a row where it is narrow', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
    await show()
    await until(() => expect(document.querySelector('td[data-cell=events]')?.textContent).toContain('Read again.'))
    expect(document.querySelector('td[data-cell=events]')?.textContent).toMatch(/Read again\. · .* 1$/)
    expect(document.querySelector('td[data-cell=note]')?.textContent).toBe('')
  })

  it('opens the whole body, and lets an admin reprocess it', { tags: ['full'] }, async () => {
    await show({ search: `?delivery=${deliveryId}` })
    await until(() => expect(text()).toContain('formatted, 17 bytes'))
    expect(document.querySelector('pre')?.textContent).toBe('{\n  "event": {\n    "a": 1\n  }\n}')
    await click('Reprocess')
    await until(() => expect(text()).toContain('Reprocessing…'))
    expect(server.writes()).toEqual([
      { method: 'POST', path: `/api/webhooks/deliveries/${deliveryId}/replay`, body: {} },
    ])
  })

  it('does not let an editor reprocess it', { tags: ['full'] }, async () => {
    await show({ role: 'editor', search: `?delivery=${deliveryId}` })
    await until(() => expect(text()).toContain('formatted, '))
    expect(button('Reprocess')).toBeUndefined()
  })

  it('says why loading failed, and tries again', { tags: ['full'] }, async () => {
    server.refusal = { path: '/api/webhooks/deliveries', detail: 'The database is away.' }
    await show()
    await until(() => expect(text()).toContain('The database is away.'))
    server.refusal = null
    await click('Retry')
    await until(() => expect(text()).toContain('Forklift of Monday'))
  })

  it('shows a body that is not JSON as received', () => {
    expect(writeBody('{"a":')).toBe('{"a":')
  })
})

const clonedBox = () =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes('INSPECTION_CLONED'))

describe('subscriptions', () => {
  it('are created with the chosen events', async () => {
    await show({ search: '?tab=subscriptions' })
    await until(() => expect(text()).toContain('No subscriptions yet'))
    await click('Subscribe to changes')
    await until(() => expect(clonedBox()).toBeDefined())
    await act(async () => clonedBox()?.querySelector('input')?.click())
    await click('Subscribe to 10 events')
    await until(() => expect(text()).toContain('Subscribed'))
    const [write] = server.writes()
    expect([write?.method, write?.path]).toEqual(['POST', '/api/webhooks/subscriptions'])
    expect(write?.body).toMatchObject({ triggerEvents: expect.arrayContaining(['TRIGGER_EVENT_INSPECTION_CLONED']) })
  })

  it('of Sightline can be turned off and deleted after confirmation; others cannot', async () => {
    server.list.subscriptions = [
      makeSubscription('mine'),
      makeSubscription('theirs', { isOurs: false, url: 'https://elsewhere.test/hook' }),
    ]
    await show({ search: '?tab=subscriptions' })
    await until(() => expect(text()).toContain('https://elsewhere.test/hook'))
    expect([...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Delete')).toHaveLength(
      1,
    )
    await click('Turn off')
    await until(() => expect(server.writes()).toHaveLength(1))
    await click('Delete')
    await until(() => expect(text()).toContain('Delete this subscription?'))
    expect(server.writes()).toHaveLength(1)
    server.outcome = 'unknown'
    await click('Delete subscription')
    await until(() => expect(text()).toContain('The result is unknown'))
    expect(server.writes()).toEqual([
      { method: 'PATCH', path: '/api/webhooks/subscriptions/mine', body: { enabled: false } },
      { method: 'DELETE', path: '/api/webhooks/subscriptions/mine', body: undefined },
    ])
  })

  it.each([
    ['absent', 'SafetyCulture does not offer webhook management through its API'],
    ['forbidden', 'The API token cannot manage webhooks'],
  ] as const)('say why they cannot be managed: %s', async (reason, words) => {
    server.list.unavailable = { reason, message: 'Ask for it.' }
    await show({ search: '?tab=subscriptions' })
    await until(() => expect(text()).toContain(words))
    expect(button('Subscribe')).toBeUndefined()
    expect(button('Replace secret')).toBeUndefined()
  })

  it('have a secret that is replaced only after confirmation', async () => {
    await show({ search: '?tab=subscriptions' })
    await click('Replace secret')
    await until(() => expect(text()).toContain('Other receivers refuse deliveries until they have the new secret'))
    expect(server.writes()).toEqual([])
    await click('Replace secret')
    await until(() => expect(text()).toContain('Secret replaced'))
    expect(server.writes()).toEqual([{ method: 'POST', path: '/api/webhooks/secret', body: { action: 'rotate' } }])
  })

  it('cannot be changed by an editor', async () => {
    server.list.subscriptions = [makeSubscription('mine')]
    await show({ role: 'editor', search: '?tab=subscriptions' })
    await until(() => expect(text()).toContain('Sends to Sightline'))
    for (const name of ['Subscribe', 'Turn off', 'Delete', 'Change events', 'Replace secret'])
      expect(button(name)).toBeUndefined()
  })
})
