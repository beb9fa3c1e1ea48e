import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactElement } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { expect, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { buildReport } from '@/lib/report/model'
import type { ReportAnswer } from '@/lib/report/schema'

/** For tests: one part of the comparison on its own page, with responses that the test defines. */
export class ComparePage {
  /** By path with its query, or by path alone. */
  replies = new Map<string, () => Response>()
  asked: Array<{ path: string; method: string; body: unknown }> = []
  pushed: string[] = []
  url = ''
  readonly #queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal(
      'fetch',
      async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
        this.asked.push({ path: address, method, body: body === undefined ? null : (JSON.parse(body) as unknown) })
        const reply = this.replies.get(address) ?? this.replies.get(address.replace(/\?.*/, ''))
        if (reply === undefined) throw new TypeError(`no reply for ${address}`)
        return reply()
      },
    )
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #run: () => void
        constructor(run: () => void) {
          this.#run = run
        }
        observe() {
          this.#run()
        }
        disconnect() {}
        unobserve() {}
      },
    )
    Element.prototype.scrollIntoView = () => {}
  }

  async show(element: ReactElement, search = ''): Promise<void> {
    const holder = document.createElement('div')
    document.body.append(holder)
    this.#root = createRoot(holder)
    const router = {
      push: (href: string) => this.pushed.push(href),
      replace() {},
      refresh() {},
      prefetch() {},
      back() {},
      forward() {},
    }
    const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
    await act(async () =>
      this.#root?.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.#queryClient}>
            <NuqsTestingAdapter
              searchParams={search}
              onUrlUpdate={({ queryString }) => (this.url = queryString)}
              hasMemory
            >
              <ZoneContext value={zones}>
                <TooltipProvider>{element}</TooltipProvider>
              </ZoneContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  async close(): Promise<void> {
    await act(async () => this.#root?.unmount())
    this.#queryClient.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  }
}

/** React renders asynchronously, so this waits until `check` holds. */
export async function until(check: () => void): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    try {
      check()
      return
    } catch {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    }
  }
  check()
}

export const words = () => document.body.textContent ?? ''
export const shows = (text: string) => until(() => expect(words()).toContain(text))

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''

export function button(name: string | RegExp): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('button')].find((element) =>
    typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)),
  )
  if (found === undefined) throw new Error(`no button "${String(name)}"`)
  return found
}

export const click = (name: string | RegExp) => act(async () => button(name).click())

export const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true, ...more }),
    )
  })

export interface Answers {
  /** Question -> answer; `No` fails. Null: the template does not ask it. */
  [question: string]: string | null
}

/** A document with these answers, a photo for each that fails, and the given notes. */
export function makeDocument(
  answers: Answers,
  more: { audit_id?: string; [field: string]: unknown } = {},
  notes: Record<string, string> = {},
) {
  return {
    template_id: 'template_1',
    template_data: { metadata: { name: 'Fire round' } },
    ...more,
    items: [
      { item_id: 's', type: 'section', label: 'Doors' },
      ...Object.entries(answers).flatMap(([label, answer]) =>
        answer === null
          ? []
          : {
              item_id: label,
              parent_id: 's',
              type: 'question',
              label,
              responses: {
                selected: [{ id: answer, label: answer }],
                failed: answer === 'No',
                text: notes[label] ?? '',
              },
              media:
                answer === 'No'
                  ? [
                      {
                        media_id: `photo-${label.replaceAll(' ', '-')}-${more.audit_id ?? 'x'}`,
                        file_ext: 'jpg',
                      },
                    ]
                  : [],
            },
      ),
    ],
  }
}

export function makeAnswer(auditId: string, document: unknown): ReportAnswer {
  return {
    auditId,
    modifiedAt: '2026-01-01T00:00:00.000Z',
    source: 'index',
    stale: null,
    report: buildReport(document),
  }
}
