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
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { AssetList } from './asset-list'
import { AssetWorld } from './testing-asset-world'

/** Renders the list of assets, or the page of one. jsdom has no layout, so every scroll container is 640 pixels high. */
export class AssetListPage {
  world: AssetWorld
  /** The address as last written. */
  url = ''
  writes: string[] = []
  pushed: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor(size: number) {
    this.world = new AssetWorld(size)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('PointerEvent', MouseEvent)
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.world.answer(address, init))
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: /width >= /.test(query) }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  }

  async show(search = '', role: Role = 'admin', content: ReactNode = <AssetList />) {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: (href: string) => this.pushed.push(href), prefetch: () => {} }
    const follow = ({ queryString, options }: { queryString: string; options: { history?: string } }) => {
      this.url = queryString
      this.writes.push(`${options.history ?? ''} ${queryString}`)
    }
    const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter searchParams={search} onUrlUpdate={follow} hasMemory>
              <ZoneContext value={zones}>
                <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                  <TooltipProvider>
                    <ToastProvider>{content}</ToastProvider>
                  </TooltipProvider>
                </ActorContext>
              </ZoneContext>
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
    // A list remembers its position for this tab.
    sessionStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
}

export const rowOf = (code: string) =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].find((row) => row.querySelector('a')?.textContent === code)
export const codes = () =>
  [...document.querySelectorAll('tbody tr')].flatMap((row) => row.querySelector('a')?.textContent ?? [])
export const statusButton = (code: string) =>
  rowOf(code)?.querySelector<HTMLButtonElement>('button[aria-label^="Status of"]') ?? null
/** The text of a row's status on screen. */
export const statusWords = (code: string) => statusButton(code)?.textContent
export const menuItem = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitemradio],[role=menuitem]')].find(
    (item) => item.textContent === name,
  )
