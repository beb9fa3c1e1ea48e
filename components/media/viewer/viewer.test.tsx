// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactElement, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { MediaKind, ViewerMedia } from '@/lib/media/schema'
import { InfoPanel } from './info-panel'
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
const moves: string[] = []
let fetched: string[] = []
let answer: (url: string) => Response = () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } })

interface PageProps {
  start: string | null
  media?: ViewerMedia[]
  /** The delay until the page applies a step. Some browsers write addresses late. */
  lateMs?: number
}

function Page({ start, media = files, lateMs = 0 }: PageProps) {
  const [openId, setOpenNow] = useState(start)
  const setOpenId = (id: string | null) => {
    if (lateMs === 0) setOpenNow(id)
    else setTimeout(() => setOpenNow(id), lateMs)
  }
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
          onMove={(id) => {
            moves.push(id)
            setOpenId(id)
          }}
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

/** Decodes the picture in the pane: 1,000 by 800 pixels. */
async function decode(at: number): Promise<void> {
  const image = dialog()?.querySelectorAll('[data-testid=image-stage] img')[at]
  if (image === undefined) throw new Error('There is no such picture.')
  Object.defineProperty(image, 'naturalWidth', { value: 1000 })
  Object.defineProperty(image, 'naturalHeight', { value: 800 })
  await act(async () => image.dispatchEvent(new Event('load')))
}

/** The size that elements report. */
const pane = { width: 0 }
let blobs = 0
const dialog = () => document.querySelector('[role=dialog]')
const said = () => dialog()?.querySelector('[aria-live=polite]')?.textContent
const words = () => dialog()?.textContent ?? ''

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  pane.width = 0
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => pane.width })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => pane.width })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly notify: () => void) {}
      observe() {
        this.notify()
      }
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url)
    return Promise.resolve(answer(url))
  })
  answer = () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } })
  fetched = []
  moves.length = 0
  localStorage.clear()
  // Missing in jsdom.
  URL.createObjectURL = () => `blob:${(blobs += 1)}`
  URL.revokeObjectURL = () => {}
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

const hiddenBar = () => document.querySelector('[aria-label="Zoom in"]')?.closest('[data-hidden]') ?? null

const aboutVideo = (seconds: number) => (
  <QueryClientProvider client={new QueryClient()}>
    <InfoPanel
      media={file('m3', 'video', 'mp4', { isFetchable: false })}
      kind="video"
      original={{ status: 'failed' }}
      shown={{ width: 640, height: 480, seconds }}
      onShowItem={() => {}}
    />
  </QueryClientProvider>
)

describe('the viewer', () => {
  it('steps through every file in order in both directions, and stops at the ends', async () => {
    await show(<Page start="m1" />)
    for (let step = 0; step < 6; step += 1) await press('ArrowRight')
    for (let step = 0; step < 6; step += 1) await press('ArrowLeft')
    const ids = files.map(({ id }) => id)
    const steps = seen.filter((id, index) => id !== seen[index - 1])
    expect(steps).toEqual([...ids, ...ids.toReversed().slice(1)])
  })

  it('closes with Escape and returns the focus', async () => {
    await show(<Page start={null} />)
    const opener = document.getElementById('opener')
    opener?.focus()
    await act(async () => opener?.click())
    expect(dialog()).not.toBeNull()
    await press('Escape')
    expect(seen.at(-1)).toBeNull()
    await vi.waitFor(() => expect(document.activeElement).toBe(opener), 20_000)
  })

  it('takes fifty steps for fifty presses, even if the page applies them late', async () => {
    const many = Array.from({ length: 60 }, (_, at) => file(`p${at}`, 'image', 'jpg'))
    await show(<Page start="p0" media={many} lateMs={5} />)
    await act(async () => {
      for (let step = 0; step < 50; step += 1) {
        const event = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(event)
      }
    })
    expect(moves).toEqual(many.slice(1, 51).map(({ id }) => id))
    await until(() => words().includes('51 of 60'))
    for (let step = 0; step < 5; step += 1) await press('ArrowLeft')
    await until(() => words().includes('46 of 60'))
  })

  it('goes to the ends with Home and End', async () => {
    await show(<Page start="m3" />)
    await press('End')
    await press('Home')
    expect(moves).toEqual(['m5', 'm1'])
  })

  it('distinguishes files with the same id by their inspection', async () => {
    const twins = [file('m1', 'image', 'jpg'), file('m1', 'image', 'jpg', { auditId: 'audit_2', title: 'The other' })]
    await show(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <MediaViewer
            media={twins}
            openId="m1"
            openAuditId="audit_2"
            onMove={(_, { auditId }) => moves.push(auditId)}
            onClose={() => {}}
            onShowItem={() => {}}
          />
        </TooltipProvider>
      </QueryClientProvider>,
    )
    expect(words()).toContain('The other')
    expect(words()).toContain('2 of 2')
    await press('ArrowLeft')
    expect(moves).toEqual(['audit_1'])
  })

  it('counts files that are not loaded yet, and says which inspection a file belongs to', async () => {
    const wall = files.map((media) => Object.assign({}, media, { inspectionTitle: 'Van round' }))
    const over = (total: number | null) => (
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <MediaViewer
            media={wall}
            total={total}
            openId="m1"
            onMove={() => {}}
            onClose={() => {}}
            onShowItem={() => {}}
          />
        </TooltipProvider>
      </QueryClientProvider>
    )
    await show(over(1_927))
    expect(words()).toContain('1 of 1,927 · Brakes · Van round')
    expect(said()).toBe('Photo 1 of 1,927: Question m1')
    await show(over(null))
    expect(words()).toContain('1 of more than 5 ·')
  })

  it(
    'requests photos and videos by their ids alone: the preview at once, the original when the file stays open',
    { tags: ['full'] },
    async () => {
      await show(<Page start="m1" />)
      expect(fetched[0]).toBe('/api/media/audit_1/m1/thumb?size=large')
      await until(() => fetched.includes('/api/media/audit_1/m1'))
      await until(() => dialog()?.querySelectorAll('[data-testid=image-stage] img').length === 2)
      expect(dialog()?.querySelector('[data-testid=image-stage]')?.getAttribute('data-shows')).toBe('nothing')
      await decode(0)
      expect(dialog()?.querySelector('[data-testid=image-stage]')?.getAttribute('data-shows')).toBe('preview')
      await decode(1)
      expect(dialog()?.querySelector('[data-testid=image-stage]')?.getAttribute('data-shows')).toBe('original')
      expect(dialog()?.querySelectorAll('[data-testid=image-stage] img')).toHaveLength(1)
      await press('ArrowRight')
      await press('ArrowRight')
      expect(dialog()?.querySelector('video')?.getAttribute('src')).toBe('/api/media/audit_1/m3')
      expect(fetched.filter((url) => url === '/api/media/audit_1/m1')).toHaveLength(1)
    },
  )

  it('leaves the arrow keys to a zoomed photo, and uses them again for the whole photo', async () => {
    pane.width = 800
    await show(<Page start="m1" />)
    await until(() => dialog()?.querySelector('[data-testid=image-stage] img') !== null)
    // The dialog takes the focus a moment after it appears, and arrow keys reach the photo through it.
    await until(() => dialog()?.contains(document.activeElement) === true)
    await decode(0)
    await press('+')
    expect(dialog()?.querySelector('[data-testid=image-stage]')?.getAttribute('data-scale')).toBe('1.50')
    await press('ArrowRight')
    expect(moves).toEqual([])
    await press('0')
    await press('ArrowRight')
    expect(moves).toEqual(['m2'])
  })

  it('rotates a photo only on screen, and remembers the rotation', async () => {
    await show(<Page start="m1" />)
    await press('r')
    expect(dialog()?.querySelector('[data-turns="1"]')).not.toBeNull()
    expect(words()).toContain('view only')
    await press('End')
    await press('Home')
    expect(dialog()?.querySelector('[data-turns="1"]')).not.toBeNull()
    await act(async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'R', shiftKey: true, bubbles: true, cancelable: true }),
      )
    })
    expect(dialog()?.querySelector('[data-turns="0"]')).not.toBeNull()
    expect(fetched.filter((url) => !url.startsWith('/api/media/'))).toEqual([])
  })

  it('announces the file that it has moved to', async () => {
    await show(<Page start="m1" />)
    expect(said()).toBe('Photo 1 of 5: Question m1')
    await press('ArrowRight')
    expect(said()).toBe('Photo 2 of 5: Question m2')
    await press('ArrowRight')
    expect(said()).toBe('Video 3 of 5: Question m3')
  })

  it('loads the next video in advance, in the element that then shows it', { tags: ['full'] }, async () => {
    await show(<Page start="m2" />)
    const ahead = dialog()?.querySelector('video')
    expect([ahead?.getAttribute('src'), ahead?.preload]).toEqual(['/api/media/audit_1/m3', 'metadata'])
    expect(ahead?.style.display === 'none' || ahead?.closest<HTMLElement>('[style*="none"]') !== null).toBe(true)
    await press('ArrowRight')
    expect(said()).toBe('Video 3 of 5: Question m3')
    expect(dialog()?.querySelector('video')).toBe(ahead)
    expect(ahead?.getAttribute('src')).toBe('/api/media/audit_1/m3')
  })

  it('lists its keys with ?, and marks files of failed answers in the strip', { tags: ['full'] }, async () => {
    pane.width = 600
    await show(<Page start="m1" media={[file('m1', 'image', 'jpg', { failed: true }), file('m2', 'image', 'jpg')]} />)
    const thumbs = [...(dialog()?.querySelectorAll('[aria-label="All files"] button') ?? [])]
    expect(thumbs.map((thumb) => thumb.getAttribute('aria-label'))).toEqual([
      'Photo: Question m1, failed answer',
      'Photo: Question m2',
    ])
    expect(thumbs.map((thumb) => thumb.querySelectorAll('i').length)).toEqual([1, 0])
    await press('?')
    const sheet = [...document.querySelectorAll('[role=dialog]')].find((each) =>
      each.textContent.includes('Keyboard shortcuts'),
    )
    for (const name of ['Next file', 'Rotate right', 'Zoom in', 'About this file'])
      expect(sheet?.textContent).toContain(name)
  })

  it('hides the tool bar over a photo while there is no input', async () => {
    await show(<Page start="m1" />)
    // The dialog moves the focus in a later frame, which counts as input.
    await until(() => dialog()?.contains(document.activeElement) === true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await act(async () => window.dispatchEvent(new Event('pointermove')))
      expect(hiddenBar()).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(2_600))
      expect(hiddenBar()).not.toBeNull()
      await act(async () => window.dispatchEvent(new Event('pointermove')))
      expect(hiddenBar()).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows a file without an extension by the type that SafetyCulture reports', async () => {
    answer = () =>
      new Response('%', { status: 206, headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 0-0/9' } })
    await show(<Page start="m5" />)
    await until(() => dialog()?.querySelector('video') !== null)
    expect(dialog()?.querySelector('video')?.getAttribute('src')).toBe('/api/media/audit_1/m5')
  })

  it('offers a file that it cannot show for download, with the reason', async () => {
    await show(<Page start="s" media={[file('s', 'file', 'svg')]} />)
    expect(words()).toContain('SVG drawings can contain scripts')
    expect(dialog()?.querySelector('a[download]')?.getAttribute('href')).toBe(
      '/api/media/audit_1/s?download=1&name=s.svg',
    )
    expect(fetched).toEqual([])
  })

  it('never requests a file with an invalid id', async () => {
    await show(<Page start="../m4" />)
    expect(words()).toContain('This file cannot be loaded')
    expect(dialog()?.querySelectorAll('a[download], [data-testid=image-stage]')).toHaveLength(0)
    expect(
      [...(dialog()?.querySelectorAll('[src],[href]') ?? [])].some((element) => element.outerHTML.includes('m4')),
    ).toBe(false)
  })

  it('rounds the length of a video before it counts the minutes', async () => {
    await show(aboutVideo(119.6))
    expect(document.body.textContent).toContain('2 min 0 s')
    await show(aboutVideo(59.96))
    expect(document.body.textContent).toContain('1 min 0 s')
    await show(aboutVideo(59.4))
    expect(document.body.textContent).toContain('59.4 s')
  })

  it('says when a shared link names a file that does not exist', async () => {
    await show(<Page start="gone" />)
    expect(words()).toContain('has no file with this ID')
  })

  it('says why a photo did not load after one more request, and retries on demand', async () => {
    const problem = { code: 'not_found', detail: 'The file has no content yet.', requestId: 'r1' }
    answer = () => new Response(JSON.stringify(problem), { status: 404 })
    await show(<Page start="m1" media={[file('m1', 'image', 'jpg')]} />)
    await until(() => words().includes('The file has no content yet.'))
    answer = () => new Response('bytes')
    const retry = [...(dialog()?.querySelectorAll('button') ?? [])].find((button) =>
      /again|retry/i.test(button.textContent),
    )
    await act(async () => retry?.click())
    await until(() => dialog()?.querySelector('[data-testid=image-stage] img') !== null)
  })
})
