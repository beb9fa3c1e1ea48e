// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { ViewerMedia } from '@/lib/media/schema'
import { ImageStage } from './image-stage'
import { StageKeySlot } from './stage-keys'

/** A stage of 800 by 800 pixels, and on it a photo of 1,000 by 800, which fits at 800 by 640. */
const side = 800
const media: ViewerMedia = {
  id: 'm1',
  auditId: 'audit_1',
  kind: 'image',
  ext: 'jpg',
  isFetchable: true,
  title: 'Brake',
  section: null,
  label: null,
  takenAt: null,
  failed: false,
  number: 1,
  of: 1,
  anchor: null,
  fileName: 'brake.jpg',
}

let root: Root
let swiped: number[]

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly tell: () => void) {}
      observe() {
        this.tell()
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
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ImageStage
          media={media}
          preview={null}
          original="blob:photo"
          note={null}
          keys={new StageKeySlot()}
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

const stage = () => document.querySelector<HTMLElement>('[data-testid=image-stage]')
const scale = () => Number(stage()?.dataset['scale'])
/** How far the photo's centre is from the stage's. */
const place = () => {
  const { transform } = document.querySelector<HTMLElement>('[data-testid=image-stage] > div')?.style ?? {}
  const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(transform ?? '') ?? []
  return [Number(x), Number(y)]
}

type Kind = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'
/** A finger on the stage, in pixels from its corner. */
const finger = (kind: Kind, pointerId: number, clientX: number, clientY: number) =>
  act(async () => {
    const event = new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0, clientX, clientY })
    Object.assign(event, { pointerId, pointerType: 'touch' })
    stage()?.dispatchEvent(event)
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
  it('apart by twice enlarge twice, and what was between them stays between them', async () => {
    await pinch([2, 700, 400])
    expect(scale()).toBe(2)
    // The middle was that of the stage; it is 100 pixels to the right of it now.
    expect(place()).toEqual([100, 0])
  })

  it('that both move away from each other enlarge around their middle', async () => {
    await pinch([1, 250, 400], [2, 550, 400], [1, 200, 400], [2, 600, 400])
    expect(scale()).toBe(2)
    expect(place()).toEqual([0, 0])
  })

  it('that move side by side move the photo, and neither alone nor let go turn the page', async () => {
    await pinch([1, 200, 400], [2, 600, 400])
    await finger('pointermove', 1, 230, 400)
    await finger('pointermove', 2, 630, 400)
    expect(scale()).toBeCloseTo(2, 1)
    expect(place()[0]).toBeCloseTo(30, 0)
    await finger('pointerup', 1, 230, 400)
    // The one that stays moves it on, from where it is.
    await finger('pointermove', 2, 590, 400)
    expect(place()[0]).toBeCloseTo(-10, 0)
    await finger('pointerup', 2, 590, 400)
    expect(swiped).toEqual([])
  })

  it('brought together end at the whole photo, in its place', async () => {
    await pinch([2, 700, 400], [2, 320, 400])
    expect(scale()).toBe(1)
    expect(place()).toEqual([0, 0])
  })

  it('apart without end stop at the largest scale', async () => {
    await finger('pointerdown', 1, 400, 400)
    await finger('pointerdown', 2, 402, 400)
    await finger('pointermove', 2, 800, 400)
    expect(scale()).toBe(4)
  })

  it('of which one is taken away by the system leave one that moves the photo', async () => {
    await pinch([2, 700, 400])
    await finger('pointercancel', 1, 300, 400)
    await finger('pointermove', 2, 680, 410)
    expect(scale()).toBe(2)
    expect(place()).toEqual([80, 10])
  })
})

describe('one finger', () => {
  it('goes on to the next and previous file over the whole photo, not up or down', async () => {
    await stroke([500, 400], [300, 420])
    await stroke([300, 400], [500, 380])
    await stroke([400, 200], [420, 600])
    expect(swiped).toEqual([1, -1])
  })

  it('moves a photo that is enlarged, and stays at it', async () => {
    await pinch([2, 700, 400])
    await finger('pointerup', 1, 300, 400)
    await finger('pointerup', 2, 700, 400)
    await stroke([500, 400], [300, 400])
    expect(place()).toEqual([-100, 0])
    expect(swiped).toEqual([])
  })

  it('that taps twice enlarges where it taps, and twice again shows the whole', async () => {
    for (let tap = 0; tap < 2; tap += 1) await stroke([600, 400], [600, 400])
    expect(scale()).toBe(2)
    expect(place()).toEqual([-200, 0])
    for (let tap = 0; tap < 2; tap += 1) await stroke([600, 400], [600, 400])
    expect(scale()).toBe(1)
  })
})
