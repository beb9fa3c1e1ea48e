import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import Link from 'next/link'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { makeChange, makeStep } from '@/components/asset-changes/testing-changes'
import { createRoot, type Root } from '@/components/testing-root'
import { expect, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { Reach, StatusGroup, StatusGroupEdit } from '@/lib/status-groups/schema'
import { GroupEditorPage } from './editor-page'

export const activityId = '6f1b2a52-1111-4222-8333-444455556666'
export const badgeColor = (word: string) => `STATUS_BADGE_COLOR_${word}`

export function makeGroup(): StatusGroup {
  return {
    groupId: 'g1',
    name: 'Operational',
    description: '',
    options: [
      { optionId: 'o1', name: 'In service', color: badgeColor('GREEN') },
      { optionId: 'o2', name: 'Broken', color: badgeColor('RED') },
      { optionId: 'o3', name: 'Parked', color: badgeColor('BLUE') },
    ],
    typeIds: ['t1'],
  }
}

type Sent = StatusGroupEdit & { name?: string }

/** The page of a group, with a fake server that stores one group and applies edits to it. */
export class Page {
  group: StatusGroup | null = makeGroup()
  counts: Record<string, number> | null = { o1: 120, o2: 34 }
  /** Whether the assets are being recounted. */
  isCounting = false
  reach: Reach = {
    types: 'listed',
    assets: 'listed',
    assetsAsOf: '2026-11-20T10:00:00.000Z',
    areWritesRefused: false,
  }
  /** The outcome of the next save; null: success. */
  next: 'unknown' | 'offline' | 'done-offline' | null = null
  outcome: 'unknown' | 'done' | 'failed' = 'unknown'
  /** The deletions of the group in the log. */
  deletions: unknown[] = []
  saves: Sent[] = []
  created: unknown[] = []
  restored: unknown[] = []
  isRestoreRefused = false
  refreshed: unknown[] = []
  pushed: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #minted = 0
  #gate = Promise.resolve()
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => this.#answer(address, init))
  }

  get #counted() {
    return this.isCounting ? { counts: null, isCounting: true } : { counts: this.counts }
  }

  /** Holds back all responses with the board until the returned function is called. */
  holdBoard(): () => Promise<void> {
    const gate = this.#gate
    const opening = new AbortController()
    this.#gate = new Promise((resolve) => {
      opening.signal.addEventListener('abort', () => resolve())
    })
    return async () => {
      opening.abort()
      this.#gate = gate
      await gate
    }
  }

  apply({ name, description, options }: Omit<StatusGroupEdit, 'base'>): void {
    if (this.group === null) return
    this.group = {
      ...this.group,
      name: name ?? this.group.name,
      description: description ?? this.group.description,
      options:
        options === undefined
          ? this.group.options
          : options.map((option) => ({ ...option, optionId: option.optionId ?? `new${(this.#minted += 1)}` })),
    }
  }

  async #answer(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const { pathname } = new URL(address, 'http://console.test')
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const written = { outcome: 'done', group: this.group, activityId, snapshotCount: 0, wasLookedUp: false }
    if (pathname === '/api/status-groups' && method === 'GET') {
      await this.#gate
      return Response.json({
        groups: this.group === null ? [] : [{ ...this.group, ...this.#counted }],
        types: [{ typeId: 't1', name: 'Forklift', groupId: 'g1', assetCount: 154, ...this.#counted }],
        reach: this.reach,
      })
    }
    if (pathname === '/api/assets/refresh') {
      this.refreshed.push(sent)
      return Response.json({ assetsAsOf: '2026-11-20T11:00:00.000Z', count: 154 })
    }
    if (pathname === '/api/status-groups' || pathname.endsWith('/recreate')) {
      this.created.push(sent)
      if (this.next === 'unknown') return Response.json({ ...written, outcome: 'unknown', group: null })
      return Response.json({ ...written, group: { ...makeGroup(), groupId: 'g2' } })
    }
    if (pathname === '/api/asset-changes/restore') return this.#restore(sent)
    if (pathname === '/api/activity') return Response.json({ entries: this.deletions, after: null })
    if (pathname.startsWith('/api/activity/'))
      return Response.json({
        activityId,
        at: '2026-11-20T10:00:00.000Z',
        actorName: 'Robin',
        actorId: null,
        isWithheld: false,
        actorEmail: 'robin@example.org',
        action: 'status-group.update',
        objectKind: 'status-group',
        objectId: 'g1',
        objectName: 'Operational',
        changeId: null,
        before: null,
        after: null,
        outcome: this.outcome,
        outcomeNote: this.outcome === 'failed' ? 'The service has the group as it was.' : null,
        finishedAt: null,
        snapshotCount: 0,
        relatedCount: 0,
        requestId: null,
        address: null,
      })
    if (this.group === null)
      return Response.json({ code: 'not_found', detail: 'It is gone.', requestId: 'r' }, { status: 404 })
    if (method === 'GET') return Response.json({ group: this.group })
    return this.#save(sent as Sent)
  }

  #restore(sent: unknown): Response {
    this.restored.push(sent)
    const isRefused = this.isRestoreRefused
    this.isRestoreRefused = false
    if (isRefused) return Response.json({ code: 'unavailable', detail: 'Busy.', requestId: 'r' }, { status: 503 })
    const steps = Array.from({ length: 33 }, (_, at) => makeStep(at, 'waiting'))
    return Response.json({ change: makeChange(steps), leftOut: 1, leftOutNote: 'It was deleted.' })
  }

  #save(sent: Sent): Response {
    this.saves.push(sent)
    const kind = this.next
    this.next = null
    if (kind === 'offline') throw new TypeError('network')
    if (kind === 'unknown')
      return Response.json({ outcome: 'unknown', group: null, activityId, snapshotCount: 0, wasLookedUp: false })
    if (JSON.stringify(sent.base) !== JSON.stringify(this.group))
      return Response.json(
        { code: 'conflict', detail: 'It was changed.', requestId: 'r', current: this.group },
        { status: 409 },
      )
    this.apply(sent)
    if (kind === 'done-offline') throw new TypeError('network')
    const snapshotCount = sent.removed === undefined ? 0 : 34
    return Response.json({ outcome: 'done', group: this.group, activityId, snapshotCount, wasLookedUp: false })
  }

  async show(role: Role = 'admin', shown = 'Forklift') {
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
                  <ToastProvider>
                    <GroupEditorPage groupId="g1" />
                    <Link href="/inspections">Elsewhere</Link>
                  </ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
    await until(() => expect(text()).toContain(shown))
  }

  async close() {
    await act(async () => this.#root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

/** Turns off `act` during a wait, so that React also processes events that occur outside of `act`. */
export async function until(check: () => void) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  try {
    await vi.waitFor(check, 20_000)
  } finally {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  }
}
/** The text on screen. Announcements are left out: they come before React renders, and `said` returns them. */
export const text = () =>
  [...document.body.children].map((part) => (part.matches('[data-announcements]') ? '' : part.textContent)).join('')
export const names = () =>
  [...document.querySelectorAll<HTMLInputElement>('ol input[aria-label^=Name]')].map(({ value }) => value)
export const panel = () => document.querySelector('[aria-labelledby=diff-title]')?.textContent ?? ''
export const said = () => document.querySelector('[data-announcements]')?.textContent?.trim() ?? ''

const readName = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent.trim()

export function find(name: string | RegExp, within: ParentNode = document): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button,a,[role=menuitem],label')]
  const found = all.find((element) => {
    const own = readName(element)
    return typeof name === 'string' ? own === name : name.test(own)
  })
  if (found === undefined) throw new Error(`no ${String(name)} among ${all.map(readName).join(' | ')}`)
  return found
}

export const dialog = (): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find(
    (one) => one.closest('[data-toasts]') === null,
  )
  if (found === undefined) throw new Error('no dialog')
  return found
}

export async function press(name: string | RegExp, within?: () => ParentNode) {
  const element = find(name, within?.())
  await act(async () => element.click())
}

export async function choose(name: string | RegExp, within?: () => ParentNode) {
  const input = find(name, within?.()).querySelector('input')
  await act(async () => input?.click())
}

/** Types into a field so that React receives the event. */
export async function type(at: number, value: string) {
  const input = document.querySelectorAll<HTMLInputElement>('ol input[aria-label^=Name]')[at]
  if (input === undefined) throw new Error(`no status ${at}`)
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export const key = (init: KeyboardEventInit) =>
  act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  })
export const save = () => key({ key: 's', code: 'KeyS', ctrlKey: true })

export const point = (kind: string, target: EventTarget | null | undefined, clientY: number) =>
  act(async () => {
    target?.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, clientY, button: 0 }))
  })

export async function openMenu(status: string) {
  const trigger = find(`Actions for ${status}`)
  await act(async () => {
    trigger.focus()
    trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    trigger.click()
  })
  await until(() => expect(document.querySelector('[role=menuitem]')).not.toBeNull())
}

export async function remove(status: string, replacement: string | RegExp, button: string) {
  await openMenu(status)
  await press('Remove…')
  await until(() => expect(dialog().textContent).toContain(`Remove “${status}”`))
  await choose(replacement, dialog)
  await press(new RegExp(`^${button}`), dialog)
}
