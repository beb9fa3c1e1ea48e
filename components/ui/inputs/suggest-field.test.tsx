// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { loadEarly } from '@/lib/browser/on-demand'
import { SuggestField } from './suggest-field'

let root: Root
const onEnter = vi.fn()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onEnter.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Sites() {
  const [value, setValue] = useState('')
  return (
    <SuggestField
      aria-label="Site"
      listLabel="Sites"
      value={value}
      suggestions={['Cork', 'Leeds Depot', 'Oslo']}
      onChange={setValue}
      onEnter={onEnter}
    />
  )
}
const field = () => document.querySelector('input') ?? document.createElement('input')
const options = () =>
  [...document.querySelectorAll('[role=listbox] [role=option]')].map(({ textContent }) => textContent)
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
const press = (key: string) =>
  act(async () => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const until = (check: () => void) =>
  act(async () => {
    await vi.waitFor(check, { timeout: 20_000, interval: 5 })
  })

it('takes any text, or a suggestion with the arrow keys and Enter', async () => {
  await act(async () => root.render(<Sites />))
  await act(() => loadEarly())
  await until(() => expect(field().getAttribute('role')).toBe('combobox'))
  await act(async () => field().focus())
  await type('le')
  await until(() => expect(options()).toEqual(['Leeds Depot']))
  expect(document.querySelector('[role=listbox]')?.getAttribute('aria-label')).toBe('Sites')
  await press('ArrowDown')
  await press('Enter')
  expect(field().value).toBe('Leeds Depot')
  expect(onEnter).not.toHaveBeenCalled()
  await type('Atlantis')
  await press('Enter')
  expect(field().value).toBe('Atlantis')
  expect(onEnter).toHaveBeenCalledTimes(1)
  await press('Escape')
  await press('Escape')
  expect(field().value).toBe('Atlantis')
})
