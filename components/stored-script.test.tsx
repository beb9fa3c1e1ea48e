// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AssetListPage } from '@/components/assets/testing-assets'
import { SitesPage } from '@/components/sites/sites-page'
import { GroupListPage } from '@/components/status-groups/list/group-list'
import { makeGroup } from '@/components/status-groups/list/testing-list'
import { TemplatesPage } from '@/components/templates/templates-page'
import { createRoot, type Root } from '@/components/testing-root'
import { inspectPage, payloads } from '@/components/testing-stored-script'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { UserJobPage } from '@/components/user-jobs/jobs/job-page'
import { jobId, makeJob, makeRow } from '@/components/user-jobs/jobs/testing-jobs'
import { UsersPage } from '@/components/users/users-page'
import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { SiteRow } from '@/lib/sites/schema'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import type { TemplateRow } from '@/lib/templates/schema'
import type { UserPage } from '@/lib/users/schema'
import type { Delivery, SubscriptionList, WebhookStatus } from '@/lib/webhooks/schema'

const at = '2026-11-20T10:00:00.000Z'
const hash = '6f1b2a52-1111-4222-8333-444455556666'

/** A page of the console, and the answers of its API with `text` in every field that SafetyCulture or a person fills. */
interface Case {
  name: string
  content: ReactNode
  /** By the path of the API, of which the first that fits counts. */
  answers: (text: string) => ReadonlyArray<readonly [string, unknown]>
}

const counts = { inspections: 9, completed: 8, failed: 1, scorePercentage: 50, lastInspectionAt: at }

const lists: Case[] = [
  {
    name: 'templates',
    content: <TemplatesPage />,
    answers: (text) => {
      const template: TemplateRow = {
        templateId: 'template_1',
        name: text,
        isListed: true,
        createdAt: at,
        modifiedAt: at,
        ...counts,
      }
      return [['/api/templates', { templates: [template], note: text }]]
    },
  },
  {
    name: 'sites',
    content: <SitesPage />,
    answers: (text) => {
      const site: SiteRow = { name: text, assets: 2, ...counts }
      return [['/api/sites', { sites: [site] }]]
    },
  },
  {
    name: 'users',
    content: <UsersPage />,
    answers: (text) => {
      const value = { value: text, count: 2 }
      const page: UserPage = {
        rows: [
          {
            userId: 'user_1',
            name: text,
            email: text,
            seat: text,
            groups: [text, text],
            sites: [text],
            timezone: text,
            status: 'active',
            lastImport: null,
          },
        ],
        after: null,
        total: 1,
        missing: [],
        reach: { refreshedAt: at, trouble: null, message: text, readCount: null, groupsTrouble: null },
      }
      return [
        ['/api/users/facets', { seat: [value], group: [value], site: [value], timezone: [value], status: [] }],
        ['/api/users', page],
      ]
    },
  },
  {
    name: 'status groups',
    content: <GroupListPage />,
    answers: (text) => {
      const options = [{ optionId: 'o', name: text, color: text }]
      const board: StatusGroupBoard = {
        groups: [makeGroup('a', text, { description: text, options, typeIds: ['t'] })],
        types: [{ typeId: 't', name: text, groupId: 'a', assetCount: 9, counts: { o: 4 } }],
        reach: { types: 'listed', assets: 'listed', assetsAsOf: at, areWritesRefused: false },
      }
      return [['/api/status-groups', board]]
    },
  },
]

const webhooks: WebhookStatus = {
  receiverUrl: 'https://console.test/api/webhooks/service',
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
  refusals: [],
  lastAcceptedAt: at,
  waiting: 3,
  oldestWaitingSeconds: 42,
  failed: 0,
}

const others: Case[] = [
  {
    name: 'webhooks',
    content: <WebhooksPage />,
    answers: (text) => {
      const delivery: Delivery = {
        deliveryId: hash,
        receivedAt: at,
        webhookId: text,
        eventTypes: [text],
        triggeredAt: at,
        triggeredBy: text,
        resourceType: text,
        resourceId: text,
        inspectionId: 'audit_1',
        inspectionTitle: text,
        state: 'done',
        dueAt: null,
        tries: 1,
        handledAt: at,
        note: text,
      }
      const list: SubscriptionList = {
        unavailable: null,
        receiverUrl: webhooks.receiverUrl,
        subscriptions: [
          {
            webhookId: 'hook_1',
            url: text,
            triggerEvents: [text],
            enabled: true,
            userId: text,
            organisationId: text,
            createdAt: at,
            updatedAt: at,
            isOurs: false,
            others: { [text]: text },
          },
        ],
        unreadable: 0,
      }
      return [
        ['/api/webhooks/status', { ...webhooks, refusals: [{ verdict: 'bad-signature', at, address: text }] }],
        ['/api/webhooks/deliveries', { deliveries: [delivery], after: null }],
        ['/api/webhooks/subscriptions', list],
      ]
    },
  },
  {
    name: 'an import',
    content: <UserJobPage jobId={jobId} />,
    answers: (text) => {
      const remote = [{ remoteId: 'remote_1', state: text }]
      const timeline = [{ at, what: text }]
      const job = makeJob(
        { failed: 1 },
        { sourceName: text, ownerName: text, note: text, remote, header: [text], timeline },
      )
      const none = { rows: 0, withPassword: 0 }
      const choices = [{ id: 'r', name: text }]
      const issue = { reason: text, level: 'fatal' as const, field: text, value: text, message: text, choices }
      const row = makeRow(1, { username: text, state: 'failed', issues: [issue], cells: [text, text, text] })
      return [
        [`/api/user-jobs/${jobId}/rows`, { rows: [row], after: null, total: 1 }],
        [`/api/user-jobs/${jobId}/retry`, { failed: none, warned: none, openJobId: null }],
        [`/api/user-jobs/${jobId}`, job],
      ]
    },
  },
]

const views = { views: [], bar: { ordered: [], hidden: [] }, mayShare: true, counts: [] }
let answers: ReturnType<Case['answers']> = []
let root: Root | null = null

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://console.test')
    const found = answers.find(([path]) => pathname.startsWith(path))
    return Promise.resolve(Response.json(found === undefined ? views : found[1]))
  })
})
afterEach(() => {
  act(() => root?.unmount())
  root = null
  document.body.replaceChildren()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(content: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('main')))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return act(async () =>
    root?.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <PathnameContext value="/">
          <NuqsTestingAdapter hasMemory>
            <QueryClientProvider client={client}>
              <ActorContext value={{ userId: hash, name: 'Ann', email: 'a@x.test', role: 'admin' }}>
                <TooltipProvider>
                  <ToastProvider>{content}</ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </QueryClientProvider>
          </NuqsTestingAdapter>
        </PathnameContext>
      </AppRouterContext>,
    ),
  )
}

const isShown = (text: string) =>
  act(() => vi.waitFor(() => expect(document.body.textContent).toContain(text), { timeout: 20_000 }))

/** Whether an address stays in the console, or begins an email. */
function isOurs(address: string): boolean {
  const { origin, protocol } = new URL(address, 'http://console.test')
  return origin === 'http://console.test' || protocol === 'mailto:'
}

/** All payloads as one text, and one that works only as the whole value of an address. */
const texts = [payloads.join(' '), 'javascript:payload(1)']

function expectHarmless(harmless: ReadonlySet<string>) {
  const { tags, urls, handlers } = inspectPage(document)
  expect([...tags].filter((tag) => !harmless.has(tag))).toEqual([])
  // Rows are placed by our own styles.
  expect(handlers.filter((handler) => !handler.startsWith('style=') || handler.includes('payload'))).toEqual([])
  expect(urls.filter((url) => !isOurs(url))).toEqual([])
}

it.each([...lists, ...others])(
  'the page of $name shows stored scripts as text',
  { tags: ['S17', 'full'] },
  async ({ content, answers: answer }) => {
    answers = answer('plain text')
    await show(content)
    await isShown('plain text')
    // Headings of parts that are still loading come later.
    const tags = new Set([...inspectPage(document).tags, 'h2', 'h3'])
    for (const text of texts) {
      act(() => root?.unmount())
      document.body.replaceChildren()
      answers = answer(text)
      await show(content)
      await isShown(text)
      expectHarmless(tags)
    }
  },
)

it('the list of assets shows stored scripts as text', { tags: ['S17', 'full'] }, async () => {
  let page = new AssetListPage(1)
  const fill = (text: string) => {
    const status = { optionId: 'o', groupId: 'g', name: text, color: text }
    return page.world.assets.map((asset) => ({ ...asset, code: text, typeName: text, siteName: text, status }))
  }
  const open = async (text: string) => {
    page.world.assets = fill(text)
    await page.show()
    await isShown(text)
  }
  await open('plain text')
  const { tags } = inspectPage(document)
  for (const text of texts) {
    await page.close()
    page = new AssetListPage(1)
    await open(text)
    expectHarmless(tags)
  }
  await page.close()
})
