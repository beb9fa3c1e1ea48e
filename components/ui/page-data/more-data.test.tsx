// @vitest-environment jsdom
import { dehydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from './more-data'

let requests: number
let container: HTMLElement
let root: Root
/** Called by React when the HTML of the server is not what it renders in the browser. */
const onRecoverableError = vi.fn<(error: unknown) => void>()

function Count() {
  const { data, error } = useQuery({
    queryKey: ['count'],
    queryFn: async () => {
      requests += 1
      return await Promise.resolve('by request')
    },
  })
  return <p>{error === null ? `count ${data ?? 'unknown'}` : 'failed'}</p>
}

/** Opens a page whose HTML has no count. In a new page, nothing is hydrated yet. */
async function open(json: Promise<string | null>): Promise<{ noteHydrated: () => void }> {
  vi.resetModules()
  const { MoreData } = (await import('./more-data')) as {
    MoreData: (data: PageData & { children: ReactNode }) => ReactNode
  }
  const { noteHydrated } = await import('./hydration')
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  const data = { state: JSON.stringify(dehydrate(new QueryClient())), later: [{ queryKey: ['count'], json }] }
  await act(async () => {
    root = hydrateRoot(
      container,
      <QueryClientProvider client={queryClient}>
        <MoreData {...data}>
          <Count />
        </MoreData>
      </QueryClientProvider>,
      { onRecoverableError },
    )
  })
  return { noteHydrated }
}

beforeEach(() => {
  requests = 0
  onRecoverableError.mockClear()
  container = document.createElement('main')
  container.innerHTML = '<p>count unknown</p>'
  document.body.append(container)
})

afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
})

describe('data that the server reads after it has sent the page', () => {
  it('is shown without a request, but not before the page is hydrated', async () => {
    const { noteHydrated } = await open(Promise.resolve('"by page"'))
    // React Query notifies in a task of its own.
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
    expect(container.textContent).toBe('count unknown')
    await act(async () => noteHydrated())
    await vi.waitFor(() => expect(container.textContent).toBe('count by page'))
    expect(requests).toBe(0)
    expect(onRecoverableError).not.toHaveBeenCalled()
  })

  it('is shown when it arrives', async () => {
    const server = new EventTarget()
    const { noteHydrated } = await open(
      new Promise((resolve) => server.addEventListener('read', () => resolve('"by page"'))),
    )
    await act(async () => noteHydrated())
    expect(container.textContent).toBe('count unknown')
    await act(async () => server.dispatchEvent(new Event('read')))
    await vi.waitFor(() => expect(container.textContent).toBe('count by page'))
    expect(requests).toBe(0)
  })

  it('is requested by the browser when the server could not read it', async () => {
    const { noteHydrated } = await open(Promise.resolve(null))
    await act(async () => noteHydrated())
    await vi.waitFor(() => expect(container.textContent).toBe('count by request'))
    expect(requests).toBe(1)
  })

  it('is requested by the browser when the connection ends before it arrives', async () => {
    const { noteHydrated } = await open(Promise.reject(new Error('Connection closed.')))
    await act(async () => noteHydrated())
    await vi.waitFor(() => expect(container.textContent).toBe('count by request'))
    expect(requests).toBe(1)
  })
})

it('the page below promised data is hydrated as soon as the data arrives', async () => {
  vi.resetModules()
  const { PromisedData } = (await import('./more-data')) as {
    PromisedData: (props: { data: Promise<PageData>; children: ReactNode }) => ReactNode
  }
  const server = new QueryClient()
  server.setQueryData(['count'], 'by page')
  const data = Promise.resolve({ state: JSON.stringify(dehydrate(server)), later: [] })
  container.innerHTML = '<p>count by page</p>'
  const shown = container.firstChild
  await act(async () => {
    root = hydrateRoot(
      container,
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })}>
        <PromisedData data={data}>
          <Count />
        </PromisedData>
      </QueryClientProvider>,
      { onRecoverableError },
    )
  })
  expect(container.firstChild).toBe(shown)
  expect(container.textContent).toBe('count by page')
  expect(requests).toBe(0)
  expect(onRecoverableError).not.toHaveBeenCalled()
})
