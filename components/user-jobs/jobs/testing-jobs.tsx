import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { expect, vi } from 'vitest'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { ElsewhereJob } from '@/lib/user-jobs/elsewhere-schema'
import type { UserJobDetail, UserJobRow, UserRetryPlan } from '@/lib/user-jobs/schema'
import { userRowStates } from '@/lib/user-jobs/values-model'

export const jobId = '6f1b2a52-1111-4222-8333-444455556666'
export const nextId = '6f1b2a52-1111-4222-8333-444455557777'
export const oldId = '6f1b2a52-1111-4222-8333-444455558888'

export function makeJob(counts: Partial<UserJobDetail['rows']>, more: Partial<UserJobDetail> = {}): UserJobDetail {
  const rows = {
    ...(Object.fromEntries(userRowStates.map((state) => [state, 0])) as UserJobDetail['rows']),
    ...counts,
  }
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return {
    jobId,
    kind: 'run',
    way: 'job',
    phase: 'completed',
    note: null,
    sourceName: 'staff.csv',
    ownerName: 'Robin',
    isMine: true,
    mayChange: true,
    createdAt: '2026-11-20T10:00:00.000Z',
    startedAt: '2026-11-20T10:01:00.000Z',
    finishedAt: '2026-11-20T10:06:00.000Z',
    cancelAskedAt: null,
    ofJobId: null,
    remote: [{ remoteId: 'remote_1', state: 'STATUS_COMPLETED_WITH_ERRORS' }],
    total,
    sent: total,
    rows,
    outcomes: { created: rows.ok },
    header: ['email', 'first_name', 'password'],
    reasons: [],
    timeline: [{ at: '2026-11-20T10:00:00.000Z', what: 'Asked for by Robin' }],
    retryJobIds: [],
    toFix: { rows: rows.failed, withField: 0 },
    rowsRemovedAt: null,
    ...more,
  }
}
export const open = { finishedAt: null, startedAt: null } as const

export function makeRow(position: number, more: Partial<UserJobRow> = {}): UserJobRow {
  return {
    position,
    line: position + 1,
    username: `user${position}@x.test`,
    state: 'ok',
    outcome: 'created',
    userId: `user_${position}`,
    hadPassword: false,
    issues: [],
    cells: [`user${position}@x.test`, 'Ann', ''],
    ...more,
  }
}

export const ambiguous: UserJobRow['issues'][number] = {
  reason: 'REASON_GROUP_REFERENCE_AMBIGUOUS',
  level: 'fatal',
  field: 'FIELD_GROUPS',
  value: 'Drivers',
  message: 'Group reference is ambiguous, please use a unique identifier',
  choices: [{ id: 'role_1', name: 'Drivers' }],
}

/** Renders the components with a fake server. */
export class Page {
  jobs: UserJobDetail[] = []
  rows: UserJobRow[] = []
  elsewhere: ElsewhereJob[] = []
  elsewhereNote: string | null = null
  failure: { path: RegExp; status: number; code: string; detail: string } | null = null
  sent: Array<{ method: string; path: string; search: string }> = []
  pushed: string[] = []
  pathname = '/inspections'
  search = ''
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    stubTableLayout()
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => this.#answer(address, init))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560)
  }

  #answer(address: string, { method = 'GET' }: RequestInit): Response {
    const { pathname, search, searchParams } = new URL(address, 'http://console.test')
    this.sent.push({ method, path: pathname, search })
    if (this.failure?.path.test(`${method} ${pathname}`) === true) {
      const { code, detail, status } = this.failure
      return Response.json({ code, detail, requestId: 'r1' }, { status })
    }
    if (pathname === '/api/user-jobs') return Response.json({ jobs: this.jobs, after: null })
    if (pathname === '/api/user-jobs/elsewhere')
      return Response.json({ jobs: this.elsewhere, note: this.elsewhereNote })
    if (pathname.startsWith('/api/user-jobs/elsewhere/'))
      return Response.json({ ...this.elsewhere[0], rows: this.rows.map(({ cells: _cells, ...row }) => row) })
    const id = pathname.split('/')[3]
    const job = this.jobs.find((one) => one.jobId === id)
    if (job === undefined) return Response.json({ code: 'not_found', detail: 'Gone.', requestId: 'r' }, { status: 404 })
    if (pathname.endsWith('/rows')) return this.#answerRows(searchParams)
    if (pathname.endsWith('/retry') && method === 'GET') return Response.json(this.#retryPlan())
    if (pathname.endsWith('/retry')) return Response.json({ ...job, jobId: nextId, ofJobId: jobId, finishedAt: null })
    return Response.json(job)
  }

  #retryPlan(): UserRetryPlan {
    const of = (state: UserJobRow['state']) => {
      const rows = this.rows.filter((row) => row.state === state)
      return { rows: rows.length, withPassword: rows.filter(({ hadPassword }) => hadPassword).length }
    }
    return { failed: of('failed'), warned: of('warned'), openJobId: null }
  }

  #answerRows(asked: URLSearchParams): Response {
    const states = asked.getAll('state')
    const found = this.rows.filter(
      ({ state, issues }) =>
        (states.length === 0 || states.includes(state)) &&
        (!asked.has('reason') || issues.some(({ reason }) => reason === asked.get('reason'))),
    )
    const shown = found.filter(({ position }) => position > Number(asked.get('after'))).slice(0, 100)
    const last = shown.at(-1)?.position ?? null
    return Response.json({ rows: shown, after: last === found.at(-1)?.position ? null : last, total: found.length })
  }

  posts(): string[] {
    return this.sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)
  }

  rowSearches(): string[] {
    return this.sent.filter(({ path }) => path.endsWith('/rows')).map(({ search }) => search)
  }

  async show(content: ReactNode, role: Role = 'admin') {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: (href: string) => this.pushed.push(href), prefetch: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <PathnameContext value={this.pathname}>
            <QueryClientProvider client={this.queryClient}>
              <NuqsTestingAdapter hasMemory searchParams={this.search}>
                <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                  <TooltipProvider>
                    <ToastProvider>{content}</ToastProvider>
                  </TooltipProvider>
                </ActorContext>
              </NuqsTestingAdapter>
            </QueryClientProvider>
          </PathnameContext>
        </AppRouterContext>,
      ),
    )
  }

  /** Changes the job on the fake server and fetches it again. */
  async turn(...jobs: UserJobDetail[]) {
    this.jobs = jobs
    await act(async () => this.queryClient.invalidateQueries({ queryKey: userJobQueries.all }))
  }

  /** Time until the next poll of the job; false for never. */
  interval(): unknown {
    return this.intervalOf(userJobQueries.one(jobId).queryKey)
  }

  /**
   * Time until the next poll of the query with this key (false for never), and whether the query polls while hidden.
   */
  intervalOf(queryKey: readonly unknown[]): unknown {
    const query = this.queryClient.getQueryCache().find({ queryKey })
    const options = query?.observers[0]?.options
    const interval = options?.refetchInterval
    return [
      typeof interval === 'function' && query !== undefined ? interval(query as never) : interval,
      options?.refetchIntervalInBackground,
    ]
  }

  async close() {
    await act(async () => this.#root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

export const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
    check()
  }, 20_000)
export const text = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
const all = () => [...document.querySelectorAll<HTMLElement>('button,a,summary')]
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
export const find = (name: string) => all().findLast((element) => nameOf(element) === name)
export const press = (element: Element | null | undefined) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
export async function click(name: string) {
  await until(() => expect(find(name), `${name} of ${all().map(nameOf).join(', ')}`).toBeDefined())
  await press(find(name))
}
export async function choose(value: string) {
  await until(() => expect(document.querySelector(`input[value=${value}]`)).not.toBeNull())
  await press(document.querySelector(`input[value=${value}]`))
}
export const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
export const preview = () => document.querySelector('aside')?.textContent ?? ''
export const phase = (name: string) =>
  [...document.querySelectorAll('ol[aria-label=Steps] li')].find(({ textContent }) => textContent?.includes(name))
