// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactElement, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { MediaViewer } from './viewer'

function file(id: string, kind: MediaKind, ext: string | null, rest: Partial<ViewerMedia> = {}): ViewerMedia {
  return {
    id,
    auditId: 'audit_1',
    kind,
    ext,
    isFetchable: true,
    title: `Question ${id}`,
    section: 'Brakes',
    label: null,
    takenAt: null,
    failed: false,
    number: 1,
    of: 1,
    anchor: `item=${id}`,
    fileName: `${id}.${ext ?? 'bin'}`,
    ...rest,
  }
}

const files = [
  file('m1', 'image', 'jpg'),
  file('m2', 'file', 'heic'),
  file('m3', 'video', 'mp4'),
  file('../m4', 'image', 'jpg', { isFetchable: false }),
  file('m5', 'unknown', null),
]

let root: Root
const seen: Array<string | null> = []

function Page({ start, media = files }: { start: string | null; media?: ViewerMedia[] }) {
  const [openId, setOpenId] = useState(start)
  seen.push(openId)
  return (
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <button type="button" id="opener" onClick={() => setOpenId(media[0]?.id ?? null)}>
          Open
        </button>
        <MediaViewer
          media={media}
          openId={openId}
          onMove={setOpenId}
          onClose={() => setOpenId(null)}
          onShowItem={() => {}}
        />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

async function show(element: ReactElement): Promise<void> {
  await act(async () => root.render(element))
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !holds(); turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
  expect(holds()).toBe(true)
}

async function press(key: string): Promise<void> {
  await act(async () => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
}

const dialog = () => document.querySelector('[role=dialog]')
const words = () => dialog()?.textContent ?? ''

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // What jsdom leaves out.
  Element.prototype.scrollIntoView = () => {}
  HTMLMediaElement.prototype.load = () => {}
  HTMLMediaElement.prototype.pause = () => {}
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  seen.length = 0
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('the viewer', () => {
  it('steps through every file in order, forth and back, and stops at the ends', async () => {
    await show(<Page start="m1" />)
    for (let step = 0; step < 6; step += 1) await press('ArrowRight')
    for (let step = 0; step < 6; step += 1) await press('ArrowLeft')
    const ids = files.map(({ id }) => id)
    const steps = seen.filter((id, index) => id !== seen[index - 1])
    expect(steps).toEqual([...ids, ...ids.toReversed().slice(1)])
  })

  it('closes with Escape and gives the focus back', async () => {
    await show(<Page start={null} />)
    const opener = document.getElementById('opener')
    opener?.focus()
    await act(async () => opener?.click())
    expect(dialog()).not.toBeNull()
    await press('Escape')
    expect(seen.at(-1)).toBeNull()
    await vi.waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('asks for photos and videos by their ids alone', async () => {
    await show(<Page start="m1" />)
    expect(dialog()?.querySelector('[data-testid=image-stage] img')?.getAttribute('src')).toBe('/api/media/audit_1/m1')
    await press('ArrowRight')
    await press('ArrowRight')
    expect(dialog()?.querySelector('video')?.getAttribute('src')).toBe('/api/media/audit_1/m3')
  })

  it('offers what it cannot show for download, with the reason', async () => {
    await show(<Page start="m2" />)
    expect(words()).toContain('Phones save photos as HEIC')
    expect(dialog()?.querySelector('a[download]')?.getAttribute('href')).toBe(
      '/api/media/audit_1/m2?download=1&name=m2.heic',
    )
  })

  it('never asks for a file whose id is not one', async () => {
    await show(<Page start="../m4" />)
    expect(words()).toContain('This file cannot be asked for')
    expect(dialog()?.querySelectorAll('a[download], [data-testid=image-stage]')).toHaveLength(0)
    expect(
      [...(dialog()?.querySelectorAll('[src],[href]') ?? [])].some((element) => element.outerHTML.includes('m4')),
    ).toBe(false)
  })

  it('says so when a shared link names a file that is not there', async () => {
    await show(<Page start="gone" />)
    expect(words()).toContain('has no file of this id')
  })

  it('tells why a photo did not come, by asking once more', async () => {
    const fetched: string[] = []
    vi.stubGlobal('fetch', (url: string) => {
      fetched.push(url)
      const problem = { code: 'not_found', detail: 'The file has no content yet.', requestId: 'r1' }
      return Promise.resolve(new Response(JSON.stringify(problem), { status: 404 }))
    })
    await show(<Page start="m1" />)
    await act(async () => dialog()?.querySelector('[data-testid=image-stage] img')?.dispatchEvent(new Event('error')))
    await until(() => words().includes('The file has no content yet.'))
    expect(fetched).toEqual(['/api/media/audit_1/m1'])
  })
})
