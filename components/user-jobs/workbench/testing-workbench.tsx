import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { vi } from 'vitest'
import type * as z from 'zod'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import type { knownUsers, UserReferences } from '@/lib/user-jobs/references-schema'
import { newUserJob, type UserFixSheet, type UserJobDetail, type UserJobRow } from '@/lib/user-jobs/schema'
import { makeDraft, type SheetDraft } from '@/lib/user-jobs/sheet/draft'
import type { DraftStore } from './drafts/draft-store'
import { jobId, makeJob } from '@/components/user-jobs/jobs/testing-jobs'
import { Workbench } from './workbench'

/** A draft store in memory that stores the same data as the real store. */
export class MemoryDrafts implements DraftStore {
  draft: SheetDraft | null = null
  save: DraftStore['save'] = async (sheet, mapping, source) => {
    this.draft = makeDraft(sheet, mapping, source)
    return 'kept'
  }
  load: DraftStore['load'] = async () => this.draft
  check: DraftStore['check'] = async () => (this.draft === null ? 'failed' : 'kept')
  clear: DraftStore['clear'] = async () => {
    this.draft = null
  }
}

/** The workbench with a fake server. jsdom has no layout, so every scroll container is 640 by 1,400 pixels. */
export class BenchPage {
  jobs: UserJobDetail[] = []
  rows: UserJobRow[] = []
  references: UserReferences | null = null
  /** The rows that a job left to fix. */
  fixSheet: UserFixSheet | null = null
  /** Users in the form of the API's response; fields may be missing. */
  known: z.input<typeof knownUsers>['users'] = []
  /** The file of the current users, with the headers of its response. */
  currentUsers: { csv: string; heads: Record<string, string> } | null = null
  posted: Array<{ path: string; body: unknown }> = []
  /** Number of the next POST requests for jobs that the server receives but whose responses are lost. */
  lostAnswers = 0
  /** While set, POST requests for jobs are received but get no response. */
  hold: Promise<void> | null = null
  /** Whether an import of the same users was just started, so that the start is refused until it is confirmed. */
  hasSameJob = false
  pushed: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('PointerEvent', MouseEvent)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const { hold } = this
      const answer = this.#answer(address, init)
      if (init.method === 'POST' && hold !== null) await hold
      return answer
    })
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
  }

  #answer(address: string, { method = 'GET', body }: RequestInit): Response {
    const { pathname } = new URL(address, 'http://console.test')
    const asked: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    if (method === 'POST') this.posted.push({ path: pathname, body: asked })
    if (pathname === '/api/user-jobs/lookup') return Response.json({ users: this.known })
    if (pathname === '/api/user-jobs/current-users' && this.currentUsers !== null)
      return new Response(this.currentUsers.csv, { headers: this.currentUsers.heads })
    if (pathname === '/api/user-jobs') {
      // Like the real server, this refuses requests of any other shape.
      const { kind, way, users, again } = newUserJob.parse(asked)
      if (this.hasSameJob && kind === 'run' && !again)
        return Response.json(
          { code: 'conflict', detail: 'You started these a moment ago.', requestId: 'r', current: { jobId } },
          { status: 409 },
        )
      if (this.lostAnswers > 0) {
        this.lostAnswers -= 1
        throw new TypeError('fetch failed')
      }
      const job = makeJob({ ok: users.length }, { kind, way, phase: kind === 'check' ? 'validated' : 'completed' })
      this.jobs = [job]
      return Response.json(job)
    }
    if (pathname === '/api/user-jobs/references' && this.references !== null) return Response.json(this.references)
    if (pathname === `/api/user-jobs/${jobId}/fix` && this.fixSheet !== null) return Response.json(this.fixSheet)
    if (pathname.endsWith('/rows')) return Response.json({ rows: this.rows, after: null, total: this.rows.length })
    if (pathname === `/api/user-jobs/${jobId}`) return Response.json(this.jobs[0])
    return Response.json({ code: 'not_found', detail: 'Gone.', requestId: 'r' }, { status: 404 })
  }

  /** Bodies of the requests that start a dry run or an import. */
  started() {
    return this.posted.filter(({ path }) => path === '/api/user-jobs').map(({ body }) => newUserJob.parse(body))
  }

  async show(role: Role = 'admin', fixJobId: string | null = null) {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: (href: string) => this.pushed.push(href), prefetch: () => {} }
    const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <ZoneContext value={zones}>
              <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                <TooltipProvider>
                  <ToastProvider>
                    <Workbench fixJobId={fixJobId} />
                  </ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </ZoneContext>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  async close() {
    await act(async () => this.#root?.unmount())
    this.queryClient.clear()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
}

const waits = { timeout: 20_000, interval: 20 }

/** Repeats a check until it does not fail, and lets React work in between. */
export const eventually = <T,>(check: () => T): Promise<T> =>
  vi.waitFor(async () => {
    await act(async () => {})
    return check()
  }, waits)

/** The button with this name, in the open dialog if there is one. */
export function button(name: string | RegExp): HTMLButtonElement {
  const dialogs = document.querySelectorAll('[role=dialog]')
  const scope = dialogs[dialogs.length - 1] ?? document.body
  const found = [...scope.querySelectorAll('button')].find((one) => {
    const text = (one.getAttribute('aria-label') ?? one.textContent).trim()
    return typeof name === 'string' ? text === name : name.test(text)
  })
  if (found === undefined) throw new Error(`No button ${String(name)} in ${scope.textContent.slice(0, 400)}`)
  return found
}

export const press = async (name: string | RegExp) => {
  await eventually(() => {
    if (button(name).disabled) throw new Error(`${String(name)} is disabled`)
  })
  await act(async () => button(name).click())
}

export const grid = () => {
  const found = document.querySelector<HTMLElement>('[role=grid]')
  if (found === null) throw new Error(`No grid in ${document.body.textContent.slice(0, 400)}`)
  return found
}
export const cellAt = (line: number, column: number) => {
  const found = document.querySelector<HTMLElement>(`[data-row-id="${line}"] [data-column="${column}"]`)
  if (found === null) throw new Error(`No cell ${line}:${column}`)
  return found
}
/** The text of a cell without its errors. */
export const shownAt = (line: number, column: number) => cellAt(line, column).querySelector('.truncate')?.textContent
/** The active element of the grid. */
export const activeCell = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
export const editor = () => document.querySelector<HTMLTextAreaElement>('[role=grid] textarea')
export const choiceEditor = () => document.querySelector<HTMLInputElement>('[role=grid] input[role=combobox]')
export const choicesShown = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

export const key = (name: string, more: KeyboardEventInit = {}, target: Element = grid()) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
  })

/** Dispatches a clipboard event: a paste with this text, or a copy whose text is returned. */
export async function clip(kind: 'copy' | 'paste', text = '', target: Element = grid()): Promise<string> {
  const held = new Map([['text/plain', text]])
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', {
    value: {
      files: [],
      getData: (type: string) => held.get(type) ?? '',
      setData: (type: string, value: string) => held.set(type, value),
    },
  })
  await act(async () => {
    target.dispatchEvent(event)
  })
  return held.get('text/plain') ?? ''
}

/** Pastes a table on the first step, which opens its rows. */
export async function bringIn(text: string) {
  await clip('paste', text, document.body)
  await eventually(() => grid())
}
