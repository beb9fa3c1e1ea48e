// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeFile } from '@/components/media/testing-files'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ImagePane } from './image-pane'
import { PaneKeySlot } from './pane-keys'

/** A pane of 800 by 800 pixels with a photo of 1,000 by 800, which is scaled to 800 by 640. */
const side = 800
const media = makeFile('m1', { title: 'Brake', fileName: 'brake.jpg' })

let root: Root
let swiped: number[]
/**
 * Milliseconds at which the next touch happens. With the real clock, double taps would be too slow on a busy machine.
 */
let touchAt: number

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly notify: () => void) {}
      observe() {
        this.notify()
      }
      disconnect() {}
    },
  )
  for (const name of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => side })
  Element.prototype.getBoundingClientRect = () => DOMRect.fromRect({ width: side, height: side })
  Element.prototype.setPointerCapture = () => {}
  localStorage.clear()
  swiped = []
  touchAt = 1000
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ImagePane
          media={media}
          preview={null}
          original="blob:photo"
          note={null}
          keys={new PaneKeySlot()}
          onSwipe={(step) => swiped.push(step)}
          onDecoded={() => {}}
          onFail={() => {}}
        />
      </TooltipProvider>,
    ),
  )
  const image = document.querySelector('img')
  if (image === null) throw new Error('There is no picture')
  Object.defineProperty(image, 'naturalWidth', { value: 1000 })
  Object.defineProperty(image, 'naturalHeight', { value: 800 })
  await act(async () => image.dispatchEvent(new Event('load')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth')
  Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight')
  Reflect.deleteProperty(Element.prototype, 'setPointerCapture')
  vi.unstubAllGlobals()
})

const pane = () => document.querySelector<HTMLElement>('[data-testid=image-stage]')
const scale = () => Number(pane()?.dataset['scale'])
/** Distance between the centers of the photo and the pane. */
const place = () => {
  const { transform } = document.querySelector<HTMLElement>('[data-testid=image-stage] > div')?.style ?? {}
  const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(transform ?? '') ?? []
  return [Number(x), Number(y)]
}

type Kind = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'
/** A touch on the pane, in pixels from its corner. */
const finger = (kind: Kind, pointerId: number, clientX: number, clientY: number) =>
  act(async () => {
    const event = new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0, clientX, clientY })
    Object.assign(event, { pointerId, pointerType: 'touch' })
    Object.defineProperty(event, 'timeStamp', { value: (touchAt += 10) })
    pane()?.dispatchEvent(event)
  })
const pinch = async (...steps: ReadonlyArray<readonly [id: number, x: number, y: number]>) => {
  await finger('pointerdown', 1, 300, 400)
  await finger('pointerdown', 2, 500, 400)
  for (const step of steps) await finger('pointermove', ...step)
}

const stroke = async (from: readonly [number, number], to: readonly [number, number]) => {
  await finger('pointerdown', 1, ...from)
  await finger('pointermove', 1, ...to)
  await finger('pointerup', 1, ...to)
}

describe('two fingers', () => {
  it(
    'zoom by the factor by which their distance grows, and keep the point between them',
    { tags: ['full'] },
    async () => {
      await pinch([2, 700, 400])
      expect(scale()).toBe(2)
      // The middle was at the center of the pane and is now 100 pixels to its right.
      expect(place()).toEqual([100, 0])
    },
  )

  it('zoom around their middle when both move apart', async () => {
    await pinch([1, 250, 400], [2, 550, 400], [1, 200, 400], [2, 600, 400])
    expect(scale()).toBe(2)
    expect(place()).toEqual([0, 0])
  })

  it('pan the photo when they move in parallel, and open no other file while one or both are lifted', async () => {
    await pinch([1, 200, 400], [2, 600, 400])
    await finger('pointermove', 1, 230, 400)
    await finger('pointermove', 2, 630, 400)
    expect(scale()).toBeCloseTo(2, 1)
    expect(place()[0]).toBeCloseTo(30, 0)
    await finger('pointerup', 1, 230, 400)
    // The remaining finger continues to pan, from the current position.
    await finger('pointermove', 2, 590, 400)
    expect(place()[0]).toBeCloseTo(-10, 0)
    await finger('pointerup', 2, 590, 400)
    expect(swiped).toEqual([])
  })

  it('show the whole photo again when they are pinched together', async () => {
    await pinch([2, 700, 400], [2, 320, 400])
    expect(scale()).toBe(1)
    expect(place()).toEqual([0, 0])
  })

  it('stop at the largest scale', async () => {
    await finger('pointerdown', 1, 400, 400)
    await finger('pointerdown', 2, 402, 400)
    await finger('pointermove', 2, 800, 400)
    expect(scale()).toBe(4)
  })

  it('pan with the remaining finger when the system cancels the other', async () => {
    await pinch([2, 700, 400])
    await finger('pointercancel', 1, 300, 400)
    await finger('pointermove', 2, 680, 410)
    expect(scale()).toBe(2)
    expect(place()).toEqual([80, 10])
  })
})

describe('one finger', () => {
  it('swipes the whole photo sideways to the next and previous file, but not up or down', async () => {
    await stroke([500, 400], [300, 420])
    await stroke([300, 400], [500, 380])
    await stroke([400, 200], [420, 600])
    expect(swiped).toEqual([1, -1])
  })

  it('pans a zoomed photo without opening another file', async () => {
    await pinch([2, 700, 400])
    await finger('pointerup', 1, 300, 400)
    await finger('pointerup', 2, 700, 400)
    await stroke([500, 400], [300, 400])
    expect(place()).toEqual([-100, 0])
    expect(swiped).toEqual([])
  })

  it('zooms in at the point of a double tap, and shows the whole photo again at the next double tap', async () => {
    for (let tap = 0; tap < 2; tap += 1) await stroke([600, 400], [600, 400])
    expect(scale()).toBe(2)
    expect(place()).toEqual([-200, 0])
    for (let tap = 0; tap < 2; tap += 1) await stroke([600, 400], [600, 400])
    expect(scale()).toBe(1)
  })

  it('does not zoom after two taps that are far apart in time', async () => {
    await stroke([600, 400], [600, 400])
    touchAt += 300
    await stroke([600, 400], [600, 400])
    expect(scale()).toBe(1)
  })
})
