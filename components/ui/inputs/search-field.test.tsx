// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'
import { SearchField, SearchInput } from './search-field'
import { TooltipProvider } from '@/components/ui/tooltip'

let root: Root
let heard: string[]

const shortcut = { id: 'types:search', label: 'Search types', group: 'Type board' }

function Screen({ of: Field, isNamed }: { of: typeof SearchField; isNamed: boolean }) {
  const [value, setValue] = useState('')
  const keys = useRegisteredShortcuts().map(({ label, group }) => `${group}: ${label}`)
  const hear = (text: string) => {
    heard.push(text)
    setValue(text)
  }
  return (
    <>
      <Field
        value={value}
        onChange={hear}
        label="Search types"
        placeholder="Name"
        shortcut={isNamed ? shortcut : null}
      />
      <p>{keys.join(', ')}</p>
    </>
  )
}

async function show(field: typeof SearchField, isNamed = true) {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <TooltipProvider>
        <Screen of={field} isNamed={isNamed} />
      </TooltipProvider>,
    ),
  )
}
const input = () => document.querySelector<HTMLInputElement>('[role=search] input[type=search]')
const press = (key: string) =>
  act(async () =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )
async function type(text: string) {
  const field = input()
  // React overrides the setter of the element, so the setter of the prototype is called to make React see the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  await act(async () => field?.dispatchEvent(new Event('input', { bubbles: true })))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  heard = []
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the search of a list', () => {
  it('is focused by /, has a name from its screen, and is cleared and then left by Escape', async () => {
    await show(SearchInput)
    expect(document.body.textContent).toContain('Type board: Search types')
    await press('/')
    expect(document.activeElement).toBe(input())
    await type('crane')
    await press('Escape')
    expect([input()?.value, document.activeElement === input()]).toEqual(['', true])
    await press('Escape')
    expect(document.activeElement).toBe(document.body)
    expect(heard).toEqual(['crane', ''])
  })

  it('registers no shortcut on a screen without one', async () => {
    await show(SearchInput, false)
    await press('/')
    expect(document.activeElement).toBe(document.body)
    expect([input()?.getAttribute('aria-keyshortcuts'), document.querySelector('kbd')]).toEqual([null, null])
  })

  it('searches when typing pauses, and at once with Enter', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await show(SearchField)
    await press('/')
    await type('cr')
    await type('crane')
    expect(heard).toEqual([])
    await press('Enter')
    expect(heard).toEqual(['crane'])
    await type('cranes')
    await act(async () => vi.advanceTimersByTime(1_000))
    expect(heard).toEqual(['crane', 'cranes'])
  })
})
