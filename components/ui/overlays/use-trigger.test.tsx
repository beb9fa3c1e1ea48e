// @vitest-environment jsdom
import { act, type RefObject } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onDemand, type OnDemand } from '@/lib/browser/late/late-code'
import { useTrigger } from './use-trigger'

let root: Root
let arrive: () => Promise<void>
let opened: number
let own: number

interface Module {
  Real: (props: { triggerRef: RefObject<HTMLElement | null> }) => React.ReactElement
}

function Late({ code, isOpen = false }: { code: OnDemand<Module>; isOpen?: boolean }) {
  const { parts, ref, standIn } = useTrigger(code, isOpen)
  const trigger = (
    <button type="button" onClick={() => own++}>
      More
    </button>
  )
  return parts === null ? standIn(trigger, { 'aria-haspopup': 'menu' }) : <parts.Real triggerRef={ref} />
}

function Real({ triggerRef }: { triggerRef: RefObject<HTMLElement | null> }) {
  return (
    <button
      type="button"
      data-real
      ref={(element) => {
        triggerRef.current = element
      }}
      onClick={() => opened++}
    >
      More
    </button>
  )
}

const button = () => document.querySelector('button')
const key = (name: string) =>
  act(async () => button()?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))

async function show(isOpen = false): Promise<OnDemand<Module>> {
  let give: (parts: Module) => void
  const promise = new Promise<Module>((resolve) => {
    give = resolve
  })
  arrive = () => act(async () => give({ Real }))
  const code = onDemand(() => promise)
  await act(async () => root.render(<Late code={code} isOpen={isOpen} />))
  return code
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  opened = 0
  own = 0
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the popup opens when its code arrives after a press, and the button still calls its own handler', async () => {
  await show()
  expect(button()?.getAttribute('aria-haspopup')).toBe('menu')
  expect(button()?.getAttribute('aria-expanded')).toBe('false')
  await act(async () => button()?.click())
  expect([own, opened]).toEqual([1, 0])
  await arrive()
  expect([own, opened]).toEqual([1, 1])
})

it('the popup opens once when its code arrives between the press and the release of a click', async () => {
  const code = await show()
  const pressed = button()
  await act(async () => pressed?.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  void code.load()
  await arrive()
  expect(button()).toBe(pressed)
  await act(async () => {
    window.dispatchEvent(new Event('pointerup'))
    pressed?.click()
  })
  await vi.waitFor(() => expect(button()?.dataset['real']).toBeDefined())
  expect([own, opened]).toEqual([1, 1])
})

it('the popup opens once when its code arrives while the space bar is down', async () => {
  const code = await show()
  const pressed = button()
  await key(' ')
  void code.load()
  await arrive()
  expect(button()).toBe(pressed)
  await act(async () => {
    pressed?.click()
    window.dispatchEvent(new Event('keyup'))
  })
  await vi.waitFor(() => expect(button()?.dataset['real']).toBeDefined())
  expect([own, opened]).toEqual([1, 1])
})

it('a press that hydrates its button opens the popup once, although the code is there already', async () => {
  const code = onDemand(() => Promise.resolve({ Real }))
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  host.innerHTML = renderToString(<Late code={code} />)
  await code.load()
  const pressed = button()
  // React hydrates in the press if it has not done so before.
  const isHydrated = () => Object.keys(pressed ?? {}).some((name) => name.startsWith('__react'))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const hydrated = hydrateRoot(host, <Late code={code} />)
  expect(isHydrated()).toBe(false)
  pressed?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(button()).toBe(pressed)
  expect(isHydrated()).toBe(true)
  pressed?.dispatchEvent(new Event('pointerup', { bubbles: true }))
  button()?.click()
  await vi.waitFor(() => expect(opened).toBe(1))
  expect(button()?.dataset['real']).toBeDefined()
  expect(own).toBe(1)
  hydrated.unmount()
})

it('the popup opens when its code arrives after an arrow key was pressed', async () => {
  await show()
  await key('ArrowDown')
  await arrive()
  expect(opened).toBe(1)
})

it('the button keeps the focus when the real button replaces it, and another key opens nothing', async () => {
  const code = await show()
  await act(async () => button()?.focus())
  await key('x')
  void code.load()
  await arrive()
  expect(button()?.dataset['real']).toBeDefined()
  expect(document.activeElement).toBe(button())
  expect(opened).toBe(0)
})

it('the real button does not take the focus when it is elsewhere', async () => {
  const code = await show()
  await act(async () => button()?.focus())
  await act(async () => button()?.blur())
  void code.load()
  await arrive()
  expect(document.activeElement).toBe(document.body)
})

it('the code is not loaded before it is needed, and is loaded at once when the parent opens the popup', async () => {
  let loads = 0
  const code = onDemand(() => {
    loads++
    return Promise.resolve({ Real })
  })
  await act(async () => root.render(<Late code={code} />))
  expect(loads).toBe(0)
  await act(async () => root.render(<Late code={code} isOpen />))
  expect(loads).toBe(1)
  expect(button()?.dataset['real']).toBeDefined()
})

it('the code is loaded when a console that was down is available again', async () => {
  vi.useFakeTimers()
  let isUp = false
  vi.stubGlobal('fetch', () =>
    isUp ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network')),
  )
  const code = onDemand(() => (isUp ? Promise.resolve({ Real }) : Promise.reject<Module>(new Error('no code'))))
  await act(async () => root.render(<Late code={code} isOpen />))
  await act(async () => vi.advanceTimersByTimeAsync(5_000))
  expect(button()?.dataset['real']).toBeUndefined()
  isUp = true
  await act(async () => vi.advanceTimersByTimeAsync(2_000))
  expect(button()?.dataset['real']).toBeDefined()
})

it('the error page of the screen is shown when code that is needed cannot be loaded', async () => {
  // The console responds, so the code is missing because the console has another release.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  const code = onDemand(() => Promise.reject<Module>(new Error('no such code')))
  await expect(act(async () => root.render(<Late code={code} isOpen />))).rejects.toThrow('no such code')
})
