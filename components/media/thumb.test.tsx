// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeFile } from '@/components/media/testing-files'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Actor } from '@/lib/access/actor'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { PosterPicture } from './posters/poster-picture'
import { Thumb, ThumbPicture } from './thumb'

const file = (rest: Partial<ViewerMedia> = {}) => makeFile('m1', { title: 'Foot brake holds', ...rest })

let root: Root
let asked: string[]
let answer: () => Promise<Response>

const problem = (status: number, code: string, detail: string) => () =>
  Promise.resolve(
    new Response(JSON.stringify({ type: 'about:blank', title: '', status, detail, code, requestId: 'r1' }), { status }),
  )

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.querySelector('#root') ?? document.body)
  asked = []
  answer = problem(415, 'unsupported', 'This picture is damaged.')
  vi.stubGlobal('fetch', (href: string) => {
    asked.push(href)
    return answer()
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const client = new QueryClient()
async function show(element: React.ReactElement): Promise<void> {
  await act(async () => root.render(<QueryClientProvider client={client}>{element}</QueryClientProvider>))
}
const picture = () => document.querySelector('img')
const words = () => document.querySelector('#root')?.textContent
const titles = () => [...document.querySelectorAll('[title]')].map((element) => element.getAttribute('title'))
async function breakPicture(): Promise<void> {
  await act(async () => picture()?.dispatchEvent(new Event('error')))
}

describe('a thumbnail', () => {
  it('loads the small picture lazily, in a box of fixed size', async () => {
    await show(<Thumb media={file()} />)
    expect(picture()?.getAttribute('src')).toBe('/api/media/audit_1/m1/thumb?size=small')
    expect([picture()?.getAttribute('loading'), picture()?.getAttribute('decoding')]).toEqual(['lazy', 'async'])
    expect(document.querySelector('button')?.className).toContain('size-20')
    expect(document.querySelector('button')?.getAttribute('aria-label')).toBe('Open photo: Foot brake holds')
    await show(<Thumb media={file()} large />)
    expect(picture()?.getAttribute('src')).toContain('size=medium')
    await show(<ThumbPicture media={file()} size="large" />)
    expect(picture()?.getAttribute('src')).toContain('size=large')
  })

  it.each<[Partial<ViewerMedia>, string]>([
    [{ kind: 'file', ext: 'tiff' }, 'TIFF'],
    [{ isFetchable: false }, 'JPG'],
    [{ kind: 'video', ext: 'mp4', isFetchable: false }, 'MP4'],
  ])('shows an icon and sends no request for %o', async (rest, word) => {
    await show(<Thumb media={file(rest)} />)
    expect([picture(), words(), asked]).toEqual([null, word, []])
  })

  it.each<[Partial<ViewerMedia>, string]>([
    [{ kind: 'video', ext: 'mp4' }, 'MP4'],
    [{ kind: 'video', ext: 'mov' }, 'MOV'],
    [{ kind: 'pdf', ext: 'pdf' }, 'PDF'],
    [{ kind: 'file', ext: 'heic' }, 'HEIC'],
    [{ kind: 'image', ext: 'heif' }, 'HEIF'],
  ])('shows the stored poster for %o, and the icon while there is none', async (rest, word) => {
    await show(<Thumb media={file(rest)} />)
    expect(picture()?.getAttribute('src')).toBe('/api/media/audit_1/m1/thumb?size=small&kept=1')
    expect(words()).toBe(word)
    await act(async () => picture()?.dispatchEvent(new Event('load')))
    expect([picture() !== null, words()]).toEqual([true, ''])
    await show(<Thumb media={file({ ...rest, id: 'm2' })} />)
    await breakPicture()
    expect([picture(), words(), asked]).toEqual([null, word, []])
  })

  it('requests a missing poster only for people who may share it, and then shows it', async () => {
    const made: Array<() => void> = []
    const posters = { want: (_: ViewerMedia, onMade: () => void) => (made.push(onMade), () => undefined) }
    const tile = (
      <PosterPicture media={file({ kind: 'pdf', ext: 'pdf' })} size="small" posters={posters}>
        <b>PDF</b>
      </PosterPicture>
    )
    await show(tile)
    await breakPicture()
    expect(made).toHaveLength(0)
    await act(async () => root.render(null))
    const editor: Actor = { userId: 'u1', name: 'Ann', email: 'ann@example.com', role: 'editor' }
    await show(<ActorContext value={editor}>{tile}</ActorContext>)
    await breakPicture()
    expect([picture(), words(), made.length]).toEqual([null, 'PDF', 1])
    await act(async () => made[0]?.())
    await act(async () => picture()?.dispatchEvent(new Event('load')))
    expect([picture() !== null, words()]).toEqual([true, ''])
  })

  it.each([
    [problem(415, 'unsupported', 'This picture is damaged.'), 'No preview', 'This picture is damaged.'],
    [problem(404, 'not_found', 'The file has no content yet.'), 'File missing', 'The file has no content yet.'],
    [problem(413, 'too_large', 'Too many pixels.'), 'Too large', 'Too many pixels.'],
    [() => Promise.reject(new TypeError('failed')), 'Offline', 'Sightline cannot be reached. Check your connection.'],
    [problem(500, 'internal', 'Something went wrong.'), 'Not loaded', 'Something went wrong.'],
  ])('shows why it failed after one more request: case %#', async (give, word, sentence) => {
    answer = give
    client.clear()
    await show(<Thumb media={file()} />)
    await breakPicture()
    // In one case, the text alone is shown before the reason has arrived.
    await vi.waitFor(
      () => act(async () => expect([words(), titles()]).toEqual([word, expect.arrayContaining([sentence])])),
      20_000,
    )
    await show(<Thumb media={file({ title: 'Other' })} />)
    expect([picture(), asked]).toEqual([null, ['/api/media/audit_1/m1/thumb?size=small']])
  })

  it('waits as long as a used-up rate limit demands, and then loads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    client.clear()
    const busy = { type: 'about:blank', title: '', detail: 'Wait.', code: 'upstream_throttled', requestId: 'r1' }
    answer = () => Promise.resolve(Response.json({ ...busy, status: 503, retryAfterSeconds: 40 }, { status: 503 }))
    const tiles = ['w1', 'w2', 'w3'].map((id) => <ThumbPicture key={id} media={file({ id })} />)
    await show(<>{tiles}</>)
    for (const image of document.querySelectorAll('img')) await act(async () => image.dispatchEvent(new Event('error')))
    await act(() => vi.advanceTimersByTimeAsync(39_000))
    expect([words(), asked.length]).toEqual(['WaitingWaitingWaiting', 3])
    expect(document.querySelector('.lucide-image-off')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect([words(), asked.length]).toEqual(['WaitingWaitingWaiting', 4])
    answer = () => Promise.resolve(new Response('bytes', { status: 200 }))
    await act(() => vi.advanceTimersByTimeAsync(41_000))
    expect([words(), asked.length]).toEqual(['', 7])
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(
      ['w1', 'w2', 'w3'].map((id) => `/api/media/audit_1/${id}/thumb?size=small`),
    )
  })

  it('loads with others in one request, and alone when the server has not stored it', async () => {
    const photo = Uint8Array.from([0, 0, 0, 2, 9, 9])
    const none = Uint8Array.from([0, 0, 0, 0])
    answer = () => Promise.resolve(new Response(Buffer.concat([photo, none, none, photo])))
    const shown = ['b1', 'b2', 'b3', 'b4'].map((id) =>
      file(id === 'b3' ? { id, kind: 'pdf', ext: 'pdf' } : { id, title: id }),
    )
    await show(
      <>
        {shown.map((media) => (
          <ThumbPicture key={media.id} media={media} />
        ))}
      </>,
    )
    await vi.waitFor(() => act(async () => expect(document.querySelectorAll('img')).toHaveLength(3)))
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      'data:image/webp;base64,CQk=',
      '/api/media/audit_1/b2/thumb?size=small',
      'data:image/webp;base64,CQk=',
    ])
    // A PDF without a poster shows its icon and is not requested alone.
    expect([words(), asked]).toEqual(['PDF', ['/api/media/thumbs?size=small&files=audit_1/b1,b2,b3,b4']])
  })

  it('does not wait for a batch when it is printed', async () => {
    answer = () => new Promise(() => undefined)
    await show(
      <>
        {['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => (
          <Thumb key={id} media={file({ id })} eager />
        ))}
      </>,
    )
    expect([document.querySelectorAll('img').length, asked]).toEqual([5, []])
  })

  it('shows its next file after the previous one has failed', async () => {
    await show(<Thumb media={file()} />)
    await breakPicture()
    expect(picture()).toBeNull()
    await show(<Thumb media={file({ id: 'm2' })} />)
    expect(picture()?.getAttribute('src')).toContain('/m2/thumb')
  })
})
