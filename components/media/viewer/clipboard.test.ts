// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyPicture } from './clipboard'
import { copyText } from '@/lib/browser/copy-text'

/** Size of the picture. */
const picture = { width: 1_000, height: 800 }
let steps: string[]
let written: Array<Record<string, Promise<Blob>>>
let drawn: Array<{ width: number; height: number }>
let refuses = false

beforeEach(() => {
  steps = []
  written = []
  drawn = []
  refuses = false
  Object.assign(picture, { width: 1_000, height: 800 })
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      naturalWidth = picture.width
      naturalHeight = picture.height
      async decode() {
        steps.push(`decode ${this.src}`)
        if (this.src.includes('broken')) throw new DOMException('', 'EncodingError')
      }
    },
  )
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly content: Record<string, Promise<Blob>>) {}
    },
  )
  vi.stubGlobal('navigator', {
    clipboard: {
      async write([item]: [{ content: Record<string, Promise<Blob>> }]) {
        steps.push('write')
        if (refuses) throw new DOMException('', 'NotAllowedError')
        written.push(item.content)
        // As in browsers, writing finishes when the blob is available.
        await Promise.all(Object.values(item.content))
      },
      async writeText() {
        if (refuses) throw new DOMException('', 'NotAllowedError')
      },
    },
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (_: unknown, __: number, ___: number, width: number, height: number) => drawn.push({ width, height }),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((notify, type) => {
    notify(new Blob(['pixels'], { type: type ?? '' }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('copying a picture', () => {
  it('starts within the click, and then writes a PNG with all pixels of the picture', async () => {
    const copying = copyPicture('blob:photo')
    expect(steps.includes('write')).toBe(true)
    await copying
    expect(Object.keys(written[0] ?? {})).toEqual(['image/png'])
    expect((await written[0]?.['image/png'])?.type).toBe('image/png')
    expect(drawn).toEqual([{ width: 1_000, height: 800 }])
  })

  it('scales a picture down proportionally when it is too large for a canvas', async () => {
    Object.assign(picture, { width: 20_000, height: 12_000 })
    await copyPicture('blob:photo')
    expect(drawn).toEqual([{ width: 10_000, height: 6_000 }])
  })

  it.each([
    ['the picture cannot be read', () => 'blob:broken'],
    [
      'the browser refuses',
      () => {
        refuses = true
        return 'blob:photo'
      },
    ],
  ])('fails when %s', async (_, prepare) => {
    await expect(copyPicture(prepare())).rejects.toMatchObject({ reason: 'refused' })
  })

  it('is not supported in a browser whose clipboard accepts no pictures', async () => {
    vi.stubGlobal('ClipboardItem', undefined)
    await expect(copyPicture('blob:photo')).rejects.toMatchObject({ reason: 'unsupported' })
    expect(steps).toEqual([])
  })
})

it('copying a text says whether it worked', async () => {
  expect(await copyText('a')).toBe(true)
  refuses = true
  expect(await copyText('a')).toBe(false)
})
