// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseOption, openSelect } from '@/components/ui/inputs/testing-select'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { exportQueries } from '@/lib/exports/queries'
import type { ExportFile, ExportJob } from '@/lib/exports/schema'
import { ExportJobPage } from './export-job-page'
import { ExportManyButton } from './export-many-button'
import { ExportMenu } from './export-menu'
import { ExportsPage } from './exports-page'
import { nameOnce } from './use-download-all'

const jobId = '6f1b2a52-1111-4222-8333-444455556666'

function makeFile(more: Partial<ExportFile> = {}): ExportFile {
  return {
    position: 0,
    auditId: 'audit_1',
    title: 'Forklift round',
    state: 'running',
    fileName: null,
    bytes: null,
    note: null,
    isKnown: true,
    startedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: null,
    ...more,
  }
}

function makeJob(files: ExportFile[], more: Partial<ExportJob> = {}): ExportJob {
  const count = (...states: string[]) => files.filter(({ state }) => states.includes(state)).length
  return {
    jobId,
    ownerName: 'Robin',
    isMine: true,
    mayChange: true,
    format: 'pdf',
    via: 'report',
    createdAt: new Date().toISOString(),
    cancelledAt: null,
    finishedAt: null,
    total: files.length,
    ready: count('ready'),
    failed: count('failed'),
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    open: count('waiting', 'starting', 'running'),
    single: files.length === 1 ? (files[0] ?? null) : null,
    files,
    ...more,
  }
}

/** Renders the components with a fake server. */
class Page {
  jobs: ExportJob[] = []
  link: unknown = { kind: 'here', href: `/api/exports/${jobId}/files/0?download=1` }
  sent: Array<{ method: string; path: string; body: unknown }> = []
  failure: number | null = null
  pushed: string[] = []
  saved: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    stubTableLayout()
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => this.#answer(address, init))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      page.saved.push(this.getAttribute('href') ?? '')
    })
  }

  #answer(address: string, { method = 'GET', body }: RequestInit): Response {
    const { pathname } = new URL(address, 'http://console.test')
    this.sent.push({ method, path: pathname, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (this.failure !== null)
      return Response.json({ code: 'conflict', detail: 'It does not go.', requestId: 'r1' }, { status: this.failure })
    const [job] = this.jobs
    if (pathname === '/api/exports/layouts') {
      const layouts = [
        { id: 'template_1:p', name: 'Short', via: 'report', isDefault: true },
        { id: 'template_1:x', name: 'Wide photos', via: 'export', isDefault: false },
      ]
      return Response.json({ layouts, isOneTemplate: true })
    }
    if (pathname.endsWith('/link')) return Response.json(this.link)
    if (pathname === '/api/exports' && method === 'GET') return Response.json({ jobs: this.jobs, after: null })
    if (pathname === '/api/exports') return Response.json({ job: makeJob([makeFile()]), leftOut: 0 })
    if (job === undefined) return Response.json({ code: 'not_found', detail: 'Gone.', requestId: 'r' }, { status: 404 })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json(job)
  }

  posts(): unknown[] {
    return this.sent.filter(({ method }) => method !== 'GET')
  }

  async show(content: ReactNode, role: Role = 'editor') {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: (href: string) => this.pushed.push(href), prefetch: () => {} }
    const actor = { userId: 'u', email: 'r@x.test', name: 'Robin', role }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter hasMemory>
              <ActorContext value={actor}>
                <TooltipProvider>
                  <ToastProvider>{content}</ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  /** Changes the state of the server and refetches. */
  async change(jobs: ExportJob[]) {
    this.jobs = jobs
    await act(async () => this.queryClient.invalidateQueries({ queryKey: exportQueries.all }))
  }

  async close() {
    await act(async () => this.#root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

let page: Page
beforeEach(() => {
  page = new Page()
})
afterEach(() => page.close())

const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
    check()
  }, 20_000)
const all = () => [...document.querySelectorAll<HTMLElement>('button,a,[role=menuitem]')]
const find = (name: string) =>
  all().find((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() === name)
async function click(name: string) {
  await until(() => expect(find(name), name).toBeDefined())
  await act(async () => find(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
}
const text = () => document.body.textContent ?? ''

describe('the export menu of a report', () => {
  it(
    'starts a PDF export, shows its progress, and offers the download when it is ready',
    { tags: ['full'] },
    async () => {
      await page.show(<ExportMenu auditId="audit_1" title="Forklift round" />)
      await click('Export')
      page.jobs = [makeJob([makeFile()])]
      await click('Create PDF')
      expect(page.posts()).toMatchObject([
        { path: '/api/exports', body: { selection: { kind: 'ids', ids: ['audit_1'] }, format: 'pdf' } },
      ])
      await until(() => expect(text()).toContain('Creating PDF'))
      await page.change([makeJob([makeFile({ state: 'ready' })])])
      await until(() => expect(text()).toContain('PDF of “Forklift round” is ready'))
      expect(text()).not.toContain('Creating PDF')
      await click('Download PDF')
      await until(() => expect(page.saved).toEqual([`/api/exports/${jobId}/files/0?download=1`]))
    },
  )

  it('shows an export that was running before the page was loaded, and its result', async () => {
    page.jobs = [makeJob([makeFile({ state: 'starting' })], { format: 'word' })]
    await page.show(<ExportMenu auditId="audit_1" title={null} />)
    await until(() => expect(text()).toContain('Starting Word'))
    await page.change([
      makeJob([makeFile({ state: 'failed', note: 'The service could not make it.' })], { format: 'word' }),
    ])
    await until(() => expect(text()).toContain('Could not create the Word export'))
    expect(text()).toContain('The service could not make it.')
    await click('Retry')
    await until(() => expect(page.posts()).toMatchObject([{ path: `/api/exports/${jobId}/retry` }]))
  })

  it('does not open a document on another host, but names the host and links to it', async () => {
    page.jobs = [makeJob([makeFile({ state: 'ready' })])]
    page.link = { kind: 'elsewhere', url: 'https://files.test/x?signature=1', host: 'files.test' }
    await page.show(<ExportMenu auditId="audit_1" title={null} />)
    await click('Download PDF')
    await until(() => expect(text()).toContain('files.test'))
    expect(page.saved).toEqual([])
    const link = find('Open document')
    expect(link?.getAttribute('href')).toBe('https://files.test/x?signature=1')
    expect([link?.getAttribute('rel'), link?.getAttribute('referrerpolicy')]).toEqual([
      'noopener noreferrer',
      'no-referrer',
    ])
  })

  it('is hidden from people who may not export', async () => {
    await page.show(<ExportMenu auditId="audit_1" title={null} />, 'viewer')
    expect(all()).toEqual([])
    expect(page.sent).toEqual([])
  })
})

describe('the export of a selection', () => {
  const selection = { kind: 'ids' as const, ids: ['audit_1' as never, 'audit_2' as never] }

  it('starts an export with the chosen layout and its operation', { tags: ['full'] }, async () => {
    await page.show(<ExportManyButton selection={selection} count={2} />)
    await click('Export PDF or Word')
    await until(() => expect(document.querySelector('[role=combobox]:not([data-disabled])')).not.toBeNull())
    expect(await openSelect('Layout')).toEqual(['Default layout', 'Short (default)', 'Wide photos'])
    await chooseOption('Layout', 'Wide photos')
    await click('Create 2 PDFs')
    await until(() =>
      expect(page.posts()).toMatchObject([{ body: { selection, via: 'export', profileId: 'template_1:x' } }]),
    )
    await click('View export')
    expect(page.pushed).toEqual([`/exports/${jobId}`])
  })

  it('refuses a selection that is too large before it sends anything', async () => {
    await page.show(<ExportManyButton selection={{ kind: 'matching', query: '', except: [] }} count={1204} />)
    await click('Export PDF or Word')
    await until(() => expect(text()).toContain('You selected 1,204 inspections. An export can have up to 500.'))
    expect((find('Create documents') as HTMLButtonElement | undefined)?.disabled).toBe(true)
    expect(page.sent).toEqual([])
  })
})

describe('the pages of exports', () => {
  it('lists jobs with their state, and stops polling when all have ended', { tags: ['full'] }, async () => {
    page.jobs = [
      makeJob([
        makeFile({ state: 'ready' }),
        makeFile({ position: 1, state: 'failed', note: 'No.' }),
        makeFile({ position: 2, state: 'running' }),
      ]),
    ]
    await page.show(<ExportsPage />)
    await until(() => expect(text()).toContain('1 of 3 ready, 1 failed, 1 pending'))
    const interval = () => {
      const [query] = page.queryClient.getQueryCache().findAll({ queryKey: exportQueries.list('mine').queryKey })
      const { refetchInterval } = exportQueries.list('mine')
      return typeof refetchInterval === 'function' && query !== undefined ? refetchInterval(query as never) : null
    }
    expect(interval()).toBe(2_000)
    await page.change([makeJob([makeFile({ state: 'ready' })])])
    await until(() => expect(text()).toContain('Ready'))
    expect(interval()).toBe(false)
  })

  it(
    'removes the selected exports that have ended and may be changed, with one message',
    { tags: ['full'] },
    async () => {
      const ended = (last: string, more: Partial<ExportJob> = {}) =>
        makeJob([makeFile({ state: 'ready', title: `Round ${last}` })], {
          jobId: `${jobId.slice(0, -1)}${last}`,
          ...more,
        })
      page.jobs = [
        ended('1'),
        ended('2'),
        ended('3', { mayChange: false }),
        makeJob([makeFile()], { jobId: `${jobId.slice(0, -1)}4` }),
      ]
      await page.show(<ExportsPage />)
      await until(() => expect(text()).toContain('Round 3'))
      const box = document.querySelector<HTMLInputElement>('thead input[type=checkbox]')
      await act(async () => box?.click())
      await until(() => expect(find('Remove 2')).toBeDefined())
      expect(find('Download 3')).toBeDefined()
      await click('Remove 2')
      await until(() => expect(text()).toContain('Removed 2 exports from the list'))
      expect(page.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
    },
  )

  it('shows that there are no exports, or that they could not be loaded', async () => {
    await page.show(<ExportsPage />)
    await until(() => expect(text()).toContain('No exports yet'))
    page.failure = 409
    await page.change([])
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('It does not go.'))
  })

  it('shows each document of a job and retries one of them', async () => {
    page.jobs = [
      makeJob([
        makeFile({ state: 'ready' }),
        makeFile({ position: 1, title: 'Dock', state: 'unknown', note: 'The response was lost.', isKnown: false }),
        makeFile({ position: 2, title: 'Roof', state: 'failed', note: 'Too slow.' }),
      ]),
    ]
    await page.show(<ExportJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('The response was lost.'))
    await click('Retry Dock')
    await click('Retry Roof')
    await click('Retry 1 failed')
    expect(page.posts().map((one) => (one as { body: unknown }).body)).toEqual([
      { states: ['failed', 'unknown', 'cancelled'], positions: [1] },
      { states: ['failed', 'unknown', 'cancelled'], positions: [2] },
      { states: ['failed'] },
    ])
    // The action that removes the export is in a menu and not next to the downloads.
    expect(find('Remove from list')).toBeUndefined()
    await click('Export options')
    await click('Remove from list')
    await until(() => expect(page.pushed).toEqual(['/exports']))
  })

  it('shows name and size of documents, links to their inspections, and downloads all of them as one zip', async () => {
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:zip'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    page.jobs = [
      makeJob([
        makeFile({ state: 'ready', fileName: 'Round.pdf', bytes: 61_000 }),
        makeFile({ position: 1, auditId: 'audit_2', title: 'Dock', state: 'ready', fileName: 'Round.pdf' }),
      ]),
    ]
    await page.show(<ExportJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Round.pdf · 61 kB'))
    expect(find('Dock')?.getAttribute('href')).toBe('/inspections/audit_2')
    await click('Download all (zip)')
    await until(() => expect(saved).toEqual(['2 PDFs.zip']))
    const links = page.sent.filter(({ path }) => path.endsWith('/link')).map(({ path }) => path)
    expect(links).toEqual([`/api/exports/${jobId}/files/0/link`, `/api/exports/${jobId}/files/1/link`])
    expect(nameOnce(['Round.pdf', 'round.pdf', 'Round'])).toEqual(['Round.pdf', 'round (2).pdf', 'Round'])
  })

  it('downloads selected exports: a single document itself, several documents as a zip', async () => {
    const otherId = `${jobId.slice(0, -1)}1`
    const several = makeJob([makeFile({ state: 'ready' }), makeFile({ position: 1, state: 'ready' })])
    const single = makeJob([makeFile({ state: 'ready' })], { jobId: otherId })
    const zips: string[] = []
    URL.createObjectURL = () => 'blob:zip'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      zips.push(this.download)
    })
    page.jobs = [several, single]
    await page.show(<ExportsPage />)
    await until(() => expect(text()).toContain('2 PDFs'))
    await act(async () => document.querySelector<HTMLElement>('thead input[type=checkbox]')?.click())
    await click('Download 3')
    await until(() => expect(zips).toContain('2 PDFs.zip'))
    const links = page.sent.filter(({ path }) => path.endsWith('/link')).map(({ path }) => path)
    expect(links.toSorted()).toEqual(
      [
        `/api/exports/${jobId}/files/0/link`,
        `/api/exports/${jobId}/files/1/link`,
        `/api/exports/${otherId}/files/0/link`,
      ].toSorted(),
    )
  })

  it('offers no actions for the job of another person', async () => {
    page.jobs = [
      makeJob([makeFile({ state: 'failed' }), makeFile({ position: 1, state: 'running' })], {
        isMine: false,
        mayChange: false,
      }),
    ]
    await page.show(<ExportJobPage jobId={jobId} />)
    await until(() => expect(text()).toContain('Robin'))
    expect(all().map((element) => element.textContent)).not.toContain('Cancel export')
    expect(text()).not.toContain('Retry')
  })
})
