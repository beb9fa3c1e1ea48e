// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from '@/components/testing-root'
import { afterEach, expect, it, vi } from 'vitest'
import { useVisit } from './last-visit'

const minuteMs = 60_000
const storageKey = 'sightline.last-visit'

function Elsewhere() {
  useVisit()
  return null
}

const stored = (): unknown => JSON.parse(localStorage.getItem(storageKey) ?? 'null')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('a visit lasts while the console is used, and ends when nobody uses it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  localStorage.setItem(storageKey, JSON.stringify({ seenAt: start - 20 * minuteMs, before: 5 }))
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Elsewhere />))
  expect(stored()).toEqual({ seenAt: start, before: 5 })
  for (const minutes of [25, 50]) {
    vi.setSystemTime(start + minutes * minuteMs)
    window.dispatchEvent(new Event(minutes === 25 ? 'pointerdown' : 'keydown'))
    expect(stored()).toEqual({ seenAt: start + minutes * minuteMs, before: 5 })
  }
  vi.setSystemTime(start + 120 * minuteMs)
  window.dispatchEvent(new Event('keydown'))
  expect(stored()).toEqual({ seenAt: start + 120 * minuteMs, before: start + 50 * minuteMs })
  await act(async () => root.unmount())
})
