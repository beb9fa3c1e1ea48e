import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { makeInspectionRow } from '@/lib/inspections/testing-row'
import type { PersonName } from '@/lib/people/names-schema'
import { buildReport } from '@/lib/report/model'
import type { ReviewClaim, Review } from '@/lib/review/schema'
import { ReviewQueue } from './review-queue'
import { forgetRounds } from '@/components/review/session/use-round'

export const version = '2026-11-20T08:00:00.000Z'

/** Renders the queue with a fake server that keeps reviews and claims. */
export class QueuePage {
  /** `METHOD path body` of each request, in order. */
  asked: string[] = []
  /** The queries of these requests, in the same order. */
  queries: string[] = []
  pushed: string[] = []
  reviews = new Map<string, Review>()
  /** Groups of follow-ups by the ids of inspections. */
  groups = new Map<string, string>()
  /** Which person has which inspection open, apart from this tab. */
  others = new Map<string, string>()
  /** Number of matching inspections that do not fit into the queue. */
  beyond = 0
  /** Everybody who can be assigned. */
  people: PersonName[] = []
  isOffline = false
  /** When set, the next request for a review gets the review of that moment, but only after `letGo` is called. */
  holdsNextReview = false
  letGo = () => {}
  /** When set, requests for reports stay unanswered. */
  holdsReports = false
  /** The version of all reports. */
  reportVersion = version
  ids: string[]
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null
  #batches = new Map<string, { id: string; before: Review | undefined }>()
  #fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    this.queries.push(searchParams.toString())
    this.asked.push([method, pathname, ...(init.body === undefined ? [] : [JSON.stringify(body)])].join(' '))
    if (this.isOffline && method !== 'GET') throw new TypeError('no way')
    if (this.holdsReports && pathname.endsWith('/report')) return new Promise(() => {})
    const answer = this.#answer(method, pathname, searchParams, body)
    if (this.holdsNextReview && method === 'GET' && pathname.startsWith('/api/review/audit_')) {
      this.holdsNextReview = false
      await new Promise<void>((resolve) => {
        this.letGo = resolve
      })
    }
    return answer
  }

  constructor(count = 3) {
    this.ids = Array.from({ length: count }, (_, index) => `audit_${index}`)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', this.#fetch)
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    Element.prototype.scrollIntoView = () => {}
    forgetRounds()
  }

  #claimOf(id: string): ReviewClaim | null {
    const userName = this.others.get(id)
    return userName === undefined
      ? null
      : ({ auditId: id, userName, isOwn: false, isMine: false, expiresAt: '2026-11-20T09:00:00.000Z' } as ReviewClaim)
  }

  #answer(method: string, path: string, search: URLSearchParams, body: Record<string, unknown>): Response {
    if (path === '/api/review/queue') {
      const items = this.ids.map((id) => ({
        row: makeRow(id),
        review: this.reviews.get(id) ?? null,
        claim: this.#claimOf(id),
      }))
      return Response.json({ items, total: items.length + this.beyond, totalIsExact: true, asOf: null })
    }
    if (path === '/api/review/today') {
      const mine = [...this.reviews.values()].filter(({ reviewerName }) => reviewerName === 'I')
      const countOf = (state: string) => mine.filter((review) => review.state === state).length
      return Response.json({ reviewed: countOf('reviewed'), followUps: countOf('follow-up') })
    }
    if (path === '/api/review/claims') {
      if (method === 'DELETE') return new Response(null, { status: 204 })
      const id = String(body['auditId'])
      if (body['ifFree'] === false) this.others.delete(id)
      const own = { auditId: id, userName: 'I', isOwn: true, isMine: true, expiresAt: '2026-11-20T09:00:00.000Z' }
      return Response.json(this.#claimOf(id) ?? own)
    }
    if (path === '/api/review/bulk') {
      const { ids } = body['selection'] as { ids: string[] }
      for (const id of ids) this.#mark(id, { ...body, revision: this.reviews.get(id)?.revision ?? null })
      return Response.json({
        batchId: '00000000-0000-4000-8000-00000000000b',
        changed: ids.length,
        unchanged: 0,
        unknown: 0,
      })
    }
    if (path === '/api/review/undo') {
      const batch = this.#batches.get(String(body['batchId']))
      if (batch === undefined) return Response.json({ restored: 0, kept: 1 })
      const revision = (this.reviews.get(batch.id)?.revision ?? 0) + 1
      this.reviews.set(batch.id, { ...(batch.before ?? makeReview(batch.id, { state: 'unreviewed' })), revision })
      return Response.json({ restored: 1, kept: 0 })
    }
    const report = /^\/api\/inspections\/([^/]+)\/report$/.exec(path)?.[1]
    if (report !== undefined)
      return Response.json({
        auditId: report,
        modifiedAt: this.reportVersion,
        source: 'index',
        stale: null,
        report: JSON.parse(JSON.stringify(buildReport(makeDocument(report)))) as unknown,
      })
    if (path === '/api/review/follow-ups') {
      const rows = [...this.reviews.values()]
        .filter(({ state }) => state === 'follow-up')
        .map((review) => ({ row: makeRow(review.auditId), review, group: this.groups.get(review.auditId) ?? null }))
      const groups = [{ id: '1-overdue', count: 2 }]
      return Response.json({ rows, total: rows.length, after: null, groups })
    }
    if (path.endsWith('/comments')) return Response.json({ comments: [] })
    if (path === '/api/people/names') return Response.json({ people: this.people })
    if (path.endsWith('/opened')) return new Response(null, { status: 204 })
    const reviewed = /^\/api\/review\/(audit_[^/]+)$/.exec(path)?.[1]
    if (reviewed !== undefined && method === 'PUT') return this.#mark(reviewed, body)
    if (reviewed !== undefined) return Response.json({ review: this.reviews.get(reviewed) ?? null, history: [] })
    if (path === '/api/saved-views')
      return Response.json({ views: [], mayShare: false, bar: { ordered: [], hidden: [] } })
    return Response.json({ templates: [], search: search.toString() })
  }

  #mark(id: string, body: Record<string, unknown>): Response {
    const before = this.reviews.get(id)
    if ((before?.revision ?? null) !== body['revision'])
      return Response.json(
        { code: 'conflict', detail: 'Ana reviewed it meanwhile.', requestId: 'r', current: before },
        { status: 409 },
      )
    const review = makeReview(id, {
      state: body['state'] as Review['state'],
      note: typeof body['note'] === 'string' ? body['note'] : (before?.note ?? ''),
      revision: (before?.revision ?? 0) + 1,
      assignee: null,
      dueOn: null,
      reviewerName: 'I',
    })
    this.reviews.set(id, review)
    const batchId = `00000000-0000-4000-8000-${String(this.#batches.size).padStart(12, '0')}`
    this.#batches.set(batchId, { id, before })
    return Response.json({ batchId, review })
  }

  async show(search = '', role: Role = 'editor', page: ReactNode = <ReviewQueue />) {
    // A page that stays would follow the address of the next one, also in tests after this.
    await act(async () => this.#root?.unmount())
    const holder = document.createElement('div')
    document.body.append(holder)
    this.#root = createRoot(holder)
    const root = this.#root
    const router = {
      push: (href: string) => this.pushed.push(href),
      replace: () => {},
      refresh: () => {},
      prefetch: () => {},
      back: () => {},
      forward: () => {},
      bfcacheId: '0',
    }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter searchParams={search} hasMemory>
              <TooltipProvider>
                <ToastProvider>
                  <ActorContext value={{ userId: 'u', name: 'I', email: 'i@example.com', role }}>{page}</ActorContext>
                </ToastProvider>
              </TooltipProvider>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  async close() {
    await act(async () => this.#root?.unmount())
    this.queryClient.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  }
}

export function makeReview(id: string, more: Partial<Review> = {}): Review {
  return {
    auditId: id,
    state: 'reviewed',
    note: '',
    version,
    isChangedSince: false,
    assignee: null,
    dueOn: null,
    reviewerName: 'Ana',
    reviewedAt: version,
    revision: 1,
    ...more,
  } as Review
}

function makeRow(id: string) {
  return makeInspectionRow({
    auditId: id,
    modifiedAt: version,
    title: `Round ${id.replace('audit_', '')}`,
    templateName: 'Fire round',
    siteName: 'Cork',
    result: 'failed',
    failedCount: 2,
    itemCount: 3,
    mediaCount: 1,
    completedAt: version,
    archived: false,
  })
}

function makeQuestion(key: string, label: string, failed: boolean, media: unknown[] = []) {
  return {
    item_id: key,
    parent_id: 's',
    type: 'question',
    label,
    media,
    responses: { selected: [{ id: 'n', label: failed ? 'No' : 'Yes' }], failed },
  }
}

function makeDocument(id: string): unknown {
  return {
    audit_id: id,
    audit_data: { name: `Round ${id.replace('audit_', '')}`, date_completed: version },
    template_data: { metadata: { name: 'Fire round' } },
    items: [
      { item_id: 's', type: 'section', label: 'Doors' },
      makeQuestion('fine', 'Sign hangs', false),
      makeQuestion('door', 'Door closes', true, [{ media_id: `${id}-photo`, file_ext: 'jpg' }]),
      makeQuestion('hose', 'Hose is whole', true),
    ],
  }
}
