import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { expect, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import type { ActivityEntry } from '@/lib/activity/schema'
import type { KeptStatuses } from '@/lib/asset-changes/schema'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type {
  CountedStatusGroup,
  NewStatusGroup,
  StatusGroupBoard,
  StatusGroupRemoval,
  StatusGroupWritten,
} from '@/lib/status-groups/schema'

export const activityId = '6f1b2a52-1111-4222-8333-444455556666'

export function makeGroup(groupId: string, name: string, more: Partial<CountedStatusGroup> = {}): CountedStatusGroup {
  return {
    groupId,
    name,
    description: '',
    options: [
      { optionId: `${groupId}-1`, name: 'In service', color: 'STATUS_BADGE_COLOR_GREEN' },
      { optionId: `${groupId}-2`, name: 'Broken', color: 'STATUS_BADGE_COLOR_RED' },
    ],
    typeIds: [],
    counts: {},
    ...more,
  }
}

export function makeEntry(more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    activityId,
    at: '2026-11-20T10:00:00.000Z',
    actorName: 'Ada',
    actorId: null,
    isWithheld: false,
    actorEmail: 'ada@example.org',
    action: 'status-group.delete',
    objectKind: 'status-group',
    objectId: 'old',
    objectName: 'Old tools',
    changeId: null,
    before: { ...makeGroup('old', 'Old tools'), typeIds: ['t1'] },
    after: null,
    outcome: 'done',
    outcomeNote: null,
    finishedAt: '2026-11-20T10:00:01.000Z',
    snapshotCount: 0,
    relatedCount: 0,
    requestId: null,
    address: null,
    ...more,
  }
}

interface Sent {
  method: string
  path: string
  body: unknown
}
type Answer = Response | 'lost' | Promise<Response>

/** A fake API for the screens of status groups. Responses in `next` come first. */
export class GroupServer {
  board: StatusGroupBoard
  entries: ActivityEntry[] = []
  /** Asset statuses that log entries have recorded as cleared, by entry id. */
  kept = new Map<string, KeptStatuses[]>()
  sent: Sent[] = []
  /** Responses by `METHOD /path`, used in order. */
  next = new Map<string, Array<(sent: Sent) => Answer>>()
  minted = 0

  constructor(groups: CountedStatusGroup[], more: Partial<StatusGroupBoard> = {}) {
    this.board = {
      groups,
      types: [],
      reach: {
        types: 'listed',
        assets: 'listed',
        assetsAsOf: new Date(Date.now() - 240_000).toISOString(),
        areWritesRefused: false,
      },
      ...more,
    }
  }

  once(what: string, answer: (sent: Sent) => Answer) {
    this.next.set(what, [...(this.next.get(what) ?? []), answer])
  }

  fail(what: string, status: number, code: string, detail: string, more: object = {}) {
    this.once(what, () => Response.json({ code, detail, requestId: 'r1', ...more }, { status }))
  }

  written(more: Partial<StatusGroupWritten> = {}): Response {
    const answer: StatusGroupWritten = {
      outcome: 'done',
      group: null,
      activityId,
      snapshotCount: 0,
      wasLookedUp: false,
      ...more,
    }
    return Response.json(answer)
  }

  create({ name, description = '', options }: NewStatusGroup): CountedStatusGroup {
    this.minted += 1
    const groupId = `new-${this.minted}`
    const group = makeGroup(groupId, name, {
      description,
      options: options.map((option, at) => ({ optionId: `${groupId}-${at}`, ...option })),
    })
    this.board = { ...this.board, groups: [...this.board.groups, group] }
    return group
  }

  async answer(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    const method = init.method ?? 'GET'
    const sent = { method, path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined }
    this.sent.push(sent)
    if (method === 'GET' && pathname === '/api/asset-changes/restore')
      return Response.json({ kept: this.kept.get(searchParams.get('activityId') ?? '') ?? [] })
    const [first, ...rest] = this.next.get(`${method} ${pathname}`) ?? []
    if (first !== undefined) {
      this.next.set(`${method} ${pathname}`, rest)
      const answer = await first(sent)
      if (answer === 'lost') throw new TypeError('the line is cut')
      return answer
    }
    return this.#usual(sent)
  }

  #usual({ method, path, body }: Sent): Response {
    const missing = Response.json({ code: 'not_found', detail: 'It is not there.', requestId: 'r' }, { status: 404 })
    if (path === '/api/activity') return Response.json({ entries: this.entries, after: null })
    if (path.startsWith('/api/activity/')) {
      const entry = this.entries.find((one) => path.endsWith(one.activityId))
      return entry === undefined ? missing : Response.json(entry)
    }
    if (path === '/api/assets/refresh') return Response.json({ assetsAsOf: new Date().toISOString(), count: 12 })
    if (path === '/api/status-groups' && method === 'GET') return Response.json(this.board)
    if (path === '/api/status-groups') return this.written({ group: this.create(body as NewStatusGroup) })
    if (path === '/api/status-groups/recreate') {
      const kept = this.entries.find((one) => one.activityId === (body as { activityId: string }).activityId)
      if (kept === undefined) return missing
      return this.written({ group: this.create(kept.before as NewStatusGroup), snapshotCount: kept.snapshotCount })
    }
    const group = this.board.groups.find(({ groupId }) => path === `/api/status-groups/${groupId}`)
    if (group === undefined) return missing
    if (method === 'GET') return Response.json({ group })
    const { base } = body as StatusGroupRemoval
    this.board = { ...this.board, groups: this.board.groups.filter((one) => one !== group) }
    this.entries = [makeEntry({ objectId: group.groupId, objectName: group.name, before: base, snapshotCount: 7 })]
    return this.written({ snapshotCount: 7 })
  }

  writes(): Sent[] {
    return this.sent.filter(({ method, path }) => method !== 'GET' && path !== '/api/assets/refresh')
  }
}

/** Renders a page of Sightline. */
export class Screen {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  pushed: string[] = []
  saved: Array<{ name: string; text: () => Promise<string> }> = []
  #root: Root | null = null

  constructor(server: GroupServer) {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.answer(address, init))
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`)
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    const saved = this.saved
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const blob = blobs[Number((this.getAttribute('href') ?? '').slice('blob:'.length))]
      if (blob !== undefined) saved.push({ name: this.download, text: () => blob.text() })
      else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    HTMLElement.prototype.scrollIntoView = () => {}
  }

  async show(content: ReactNode, { role = 'admin', search = '' }: { role?: Role; search?: string } = {}) {
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
            <NuqsTestingAdapter hasMemory searchParams={search}>
              <ActorContext value={actor}>
                <TooltipProvider>
                  <TooltipHost />
                  <ToastProvider>{content}</ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
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

export const read = () => document.body.textContent ?? ''

const nameOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** The button or link with this name. If there are several, the last one, because it is on top. */
export function find(name: string): HTMLElement | undefined {
  return [
    ...document.querySelectorAll<HTMLElement>('button,a,[role=menuitem],input[type=checkbox],input[type=radio]'),
  ].findLast((element) => nameOf(element) === name || nameOf(element.closest('label') ?? element) === name)
}

export async function click(name: string) {
  await until(() => expect(find(name), `no “${name}” in: ${read().slice(0, 2_000)}`).toBeDefined())
  await act(async () => find(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
}

export function field(label: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input,textarea,select'),
  ]
  const found = fields.findLast(
    (one) =>
      one.getAttribute('aria-label') === label ||
      [...(one.labels ?? [])].some((given) => given.textContent.replaceAll(/\s+/g, ' ').trim().startsWith(label)),
  )
  if (found === undefined) throw new Error(`there is no field “${label}”`)
  return found
}

/** Types into a field so that React receives the event. */
export async function fill(label: string, text: string) {
  const element = field(label)
  const prototype = Object.getPrototypeOf(element) as object
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text)
    element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

export async function press(key: string, more: KeyboardEventInit = {}) {
  await act(async () =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    ),
  )
}
