// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKeptFocus } from './kept-focus'

let root: Root

function Place({ state }: { state: 'idle' | 'running' }) {
  const focus = useKeptFocus<HTMLDivElement>(state)
  return (
    <>
      <button type="button" id="other">
        Other
      </button>
      <div {...focus} id="place">
        {state === 'idle' ? (
          <button type="button" key="start" id="start">
            Start
          </button>
        ) : (
          <button type="button" key="cancel">
            Cancel
          </button>
        )}
      </div>
    </>
  )
}
const show = (state: 'idle' | 'running') => act(async () => root.render(<Place state={state} />))
const focus = (id: string) => act(async () => document.querySelector<HTMLElement>(`#${id}`)?.focus())

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await show('idle')
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('keeps the focus in the container when the focused button is removed', async () => {
  await focus('start')
  await show('running')
  expect(document.activeElement?.id).toBe('place')
})

it('does not take the focus from another element, and does nothing when no element had it', async () => {
  await show('running')
  expect(document.activeElement).toBe(document.body)
  await show('idle')
  await focus('start')
  await focus('other')
  await show('running')
  expect(document.activeElement?.id).toBe('other')
  await act(async () => document.querySelector<HTMLElement>('#other')?.blur())
  await show('idle')
  expect(document.activeElement).toBe(document.body)
})
