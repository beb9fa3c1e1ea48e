// @vitest-environment jsdom
import { act, useRef } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNoticesAbove, useRoomForNotices } from './use-room-for-notices'

let root: Root
const room = () => document.documentElement.style.getPropertyValue('--foot-height')
const show = (...bars: ReadonlyArray<{ id: string; rem: number }>) =>
  act(async () =>
    root.render(
      <>
        {bars.map(({ id, rem }) => (
          <Bar key={id} rem={rem} />
        ))}
      </>,
    ),
  )

function Bar({ rem }: { rem: number }) {
  const bar = useRef<HTMLDivElement>(null)
  useRoomForNotices(rem, bar)
  return <div ref={bar} />
}

function Card() {
  const card = useRef<HTMLDivElement>(null)
  useNoticesAbove(card)
  return <div ref={card} />
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('leaves room above the tallest bar, and restores the room of the others when it leaves', async () => {
  await show({ id: 'a', rem: 3 }, { id: 'b', rem: 4.5 }, { id: 'c', rem: 0 })
  expect(room()).toBe('4.5rem')
  await show({ id: 'a', rem: 3 })
  expect(room()).toBe('3rem')
  await show({ id: 'a', rem: 0 })
  expect(room()).toBe('')
})

it('leaves more room above a bar whose buttons wrap, also when the window becomes narrower later', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  await show({ id: 'a', rem: 3.25 })
  expect(room()).toBe('3.25rem')
  height.mockReturnValue(80)
  await act(async () => window.dispatchEvent(new Event('resize')))
  expect(room()).toBe('5.5rem')
  await show()
  expect(room()).toBe('')
})

const cardHeight = () => document.documentElement.style.getPropertyValue('--card-height')

it('leaves room above a card in the corner of notices, as long as it is there', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(120)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly report: () => void) {}
      observe() {
        this.report()
      }
      disconnect() {}
    },
  )
  await act(async () => root.render(<Card />))
  expect(cardHeight()).toBe('calc(120px + 0.5rem)')
  await act(async () => root.render(null))
  expect(cardHeight()).toBe('')
})
