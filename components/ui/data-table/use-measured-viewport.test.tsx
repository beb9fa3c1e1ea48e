// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { keepPlace, takePlace } from './list-memory'
import { stubTableLayout } from './testing-layout'
import { FileTable } from './testing-table'
import { firstViewport, readViewport, type Viewport } from './use-measured-viewport'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (viewport: Viewport) =>
  act(async () => root.render(<FileTable total={1000} viewport={viewport} onViewport={() => {}} />))

it('measures the list when somebody scrolls before its first measurement is rendered', async () => {
  const seen: Viewport[] = []
  // The viewport stays as on the server, as it does until the first measurement is rendered.
  await act(async () =>
    root.render(<FileTable total={1000} viewport={firstViewport} onViewport={(next) => seen.push(next)} />),
  )
  expect(seen).toEqual([{ scrollTop: 0, height: 604, rowHeight: 40, isFolded: false, isMeasured: true }])
  const scroller = document.querySelector('[role=grid]')?.parentElement
  if (!(scroller instanceof HTMLElement)) throw new Error('There is no list')
  await act(async () => {
    scroller.scrollTop = 500
    scroller.dispatchEvent(new Event('scroll'))
  })
  expect(seen.at(-1)).toEqual({ scrollTop: 500, height: 604, rowHeight: 40, isFolded: false, isMeasured: true })
})

it.each([
  ['folds columns in a window of 1,100 px beside the narrow rail', 1_100 - 48, true],
  ['shows all columns in a window of 1,280 px beside the wide rail', 1_280 - 208, false],
])('%s', (_, width, isFolded) => {
  const list = document.createElement('div')
  Object.defineProperty(list, 'offsetWidth', { value: width })
  expect(readViewport(list, { rowPx: 40, foldedPx: 48 })).toMatchObject({ isFolded, rowHeight: isFolded ? 48 : 40 })
})

it('does not take a place that is stored before the first measurement', async () => {
  await show(firstViewport)
  const place = { scrollTop: 0, active: 2 }
  keepPlace('files', place)
  await show({ ...firstViewport, isMeasured: true })
  expect(takePlace('files')).toEqual(place)
})
